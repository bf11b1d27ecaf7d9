"""Kernels as the executor calls them, with dtypes and attributes bound."""
