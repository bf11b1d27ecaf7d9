"""Lookup tables: hash tables that graphs can use: ``tf.lookup``."""
