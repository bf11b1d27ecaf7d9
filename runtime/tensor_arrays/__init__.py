"""``tf.TensorArray``: its values, its spec, and its state while a loop is staged.

Not here: Python's lists (`staging.lists`).
"""
