"""Input and output as tensors: bytes, files, records, examples: ``tf.io``."""
