"""Sparse tensors, stored as entries, and functions on them.

Not here: slices of variables and gradients (`tensors.indexed_slices`).
"""
