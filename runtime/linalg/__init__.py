"""Functions of matrices: ``tf.linalg``; its linear operators are in ``operators``.

Not here: products of sparse matrices (`sparse`).
"""
