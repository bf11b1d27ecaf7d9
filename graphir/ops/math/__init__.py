"""Ops that compute element by element.

Reductions and matrices have rooms of their own.
"""
