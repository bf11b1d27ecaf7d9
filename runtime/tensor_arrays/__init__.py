"""`tf.TensorArray`: its values, its spec, and its state in staged loops."""
