"""Streaming metrics of TensorFlow 1: a value and the op that adds a batch to it.

Here: functions of `tf.compat.v1.metrics`, and the variables they count in.

Not here: losses (`training`), metrics of Keras.
"""
