"""What neural networks are made of: ``tf.nn``."""
