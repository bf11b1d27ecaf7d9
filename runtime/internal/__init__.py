"""Internal APIs of TensorFlow that other libraries, above all Keras, import."""
