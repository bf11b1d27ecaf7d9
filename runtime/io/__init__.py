"""Bytes, files, records and examples as tensors: ``tf.io``."""
