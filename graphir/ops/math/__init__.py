"""Element-wise ops.

Reductions and matrices have rooms of their own.

Not here: reductions (`reductions`), and matrices (`linalg`).
"""
