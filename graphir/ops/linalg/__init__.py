"""Ops on matrices and vectors.

Products, decompositions, linear systems, diagonals.
"""
