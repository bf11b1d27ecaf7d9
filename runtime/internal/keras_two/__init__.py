"""Internal names of TensorFlow that Keras 2 alone uses.

Not here: what Keras 3 asks for (`internal`).
"""
