"""Element-wise ops.

Reductions and matrices have rooms of their own.
"""
