"""Functions of text and bytes: ``tf.strings``."""
