"""Matrices defined by their products: `tf.linalg.LinearOperator` and subclasses.

Not here: functions of plain matrices (`linalg`).
"""
