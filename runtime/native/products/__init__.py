"""Products of matrices and convolutions in native code."""
