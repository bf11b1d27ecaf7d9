"""What Keras 2 alone asks of TensorFlow's internals."""
