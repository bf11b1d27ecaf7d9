"""``tf.TensorArray``, its spec, and its state in staged loops and branches.

Not here: Python lists in staged code (`staging.lists`).
"""
