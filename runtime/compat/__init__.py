"""Names of TensorFlow 1 and of Python 2 that programs still use."""
