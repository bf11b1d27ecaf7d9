"""Special functions on float64 arrays, from their series, fractions and integrals.

Not here: kernels, which call these (`ops`).
"""
