"""Compatibility names: TensorFlow 1 and Python 2, as programs still use them."""
