"""Internal APIs of TensorFlow that only Keras 2 imports."""
