"""Special functions on float64 arrays, by series, continued fractions and integrals."""
