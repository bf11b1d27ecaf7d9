"""Matrices known by their products: `tf.linalg.LinearOperator` and its kinds.

Not here: functions of plain matrices (`linalg`).
"""
