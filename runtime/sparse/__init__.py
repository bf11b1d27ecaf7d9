"""Sparse tensors, which are kept as their entries, and what applies to them."""
