"""Kernels as the executor calls them, bound to dtypes and attributes.

Not here: the declarations and kernels of ops (`graphir.ops`).
"""
