"""Functions of numbers, element by element, and reductions: ``tf.math`` and its kin.

Not here: matrices (`linalg`), and shapes (`arrays`).
"""
