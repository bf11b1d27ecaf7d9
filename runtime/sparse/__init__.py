"""Sparse tensors, which are kept as their entries, and what applies to them.

Not here: slices of variables and gradients (`tensors.indexed_slices`).
"""
