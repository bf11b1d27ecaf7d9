"""Ops on matrices and vectors.

Products, decompositions, systems of equations, diagonals.
"""
