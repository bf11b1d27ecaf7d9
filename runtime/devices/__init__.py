"""Devices, the placement of ops on them, and the settings of ``tf.config``."""
