"""Keras' own tests, run on the runtime and compared with TensorFlow."""
