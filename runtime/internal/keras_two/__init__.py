"""What Keras 2 alone asks of TensorFlow's internals.

Not here: what Keras 3 asks for (`internal`).
"""
