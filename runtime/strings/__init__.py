"""Functions on strings: ``tf.strings``."""
