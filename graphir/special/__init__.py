"""Special functions on float64 arrays, from their series, fractions and integrals."""
