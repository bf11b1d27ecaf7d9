"""Element-wise functions of numbers, and reductions: ``tf.math`` and related names.

Not here: matrices (`linalg`), and shapes (`arrays`).
"""
