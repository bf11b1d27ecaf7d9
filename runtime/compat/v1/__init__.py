"""Sessions, placeholders and settings of TensorFlow 1: ``tf.compat.v1``.

Not here: graphs and traces as such (`tracing`).
"""
