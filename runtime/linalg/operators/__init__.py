"""Matrices known by what they do: `tf.linalg.LinearOperator` and its kinds.

Layers: hints, linear_operator, operator_lists, matrices, diagonals, compositions,
block_arguments, blocks, block_triangles, updates, circulants, conjugate_gradients
"""
