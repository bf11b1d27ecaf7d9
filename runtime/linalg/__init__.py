"""Functions of matrices: ``tf.linalg``; its linear operators stand in ``operators``."""
