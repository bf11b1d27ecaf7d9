"""``tf.experimental.numpy``: NumPy's functions on tensors, and its promotion rules."""
