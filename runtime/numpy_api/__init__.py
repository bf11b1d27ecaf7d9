"""``tf.experimental.numpy``: NumPy's functions on tensors, and its promotion rules.

Not here: the functions of tensors that it calls (`math`).
"""
