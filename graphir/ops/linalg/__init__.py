"""Ops on matrices and vectors.

Products, decompositions, systems of equations, diagonals.

Not here: element by element (`math`), and convolutions (`nn`).
"""
