"""Sessions, placeholders and settings of TensorFlow 1: ``tf.compat.v1``.

Not here: graphs and traces themselves (`tracing`).
"""
