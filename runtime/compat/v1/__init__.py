"""Sessions, placeholders and settings of TensorFlow 1: ``tf.compat.v1``."""
