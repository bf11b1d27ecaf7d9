"""Special functions on float64 arrays, from their series, fractions and integrals.

Layers: chebyshev, the tables of coefficients, then the functions. Imported when a
special op is first run; functions take and give float64 arrays, and never warn.
"""
