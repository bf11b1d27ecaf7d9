"""Random numbers, with and without state: ``tf.random``."""
