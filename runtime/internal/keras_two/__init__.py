"""Names internal to TensorFlow that only Keras 2 uses.

Not here: names that Keras 3 uses (`internal`).
"""
