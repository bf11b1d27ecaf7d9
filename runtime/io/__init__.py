"""Bytes, files, records and examples as tensors: ``tf.io``.

Not here: datasets of files (`data.readers`), and checkpoints (`bundles`).
"""
