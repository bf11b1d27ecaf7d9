"""Kernels as the executor calls them, bound to dtypes and attributes."""
