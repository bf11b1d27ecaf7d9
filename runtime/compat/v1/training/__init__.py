"""`tf.compat.v1.train`: optimizers, learning rates and steps of TensorFlow 1.

Not here: saving, which has a room of its own, and sessions that are monitored.
"""
