"""Sparse tensors, stored as their entries, and the functions on them."""
