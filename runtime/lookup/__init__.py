"""Hash tables from keys to values, that graphs can use: ``tf.lookup``."""
