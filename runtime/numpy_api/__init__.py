"""``tf.experimental.numpy``: NumPy's functions on tensors, and its promotion rules.

Not here: the functions that it is made of (`math`).
"""
