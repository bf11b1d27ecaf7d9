"""Sparse tensors in coordinate format, and functions of sparse tensors.

Not here: slices of variables and gradients (`tensors.indexed_slices`).
"""
