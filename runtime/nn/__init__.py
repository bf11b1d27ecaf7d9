"""Building blocks of neural networks: ``tf.nn``."""
