"""Functions of matrices: ``tf.linalg``; its linear operators stand in ``operators``.

Not here: products of sparse matrices (`sparse`).
"""
