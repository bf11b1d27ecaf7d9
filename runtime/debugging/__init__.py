"""Assertions on values, shapes and dtypes: ``tf.debugging``."""
