"""Matrices known by what they do: `tf.linalg.LinearOperator` and its kinds.

Not here: functions of plain matrices (`linalg`).
"""
