"""Kernels as the executor calls them, bound to dtypes and attributes.

Not here: what an op computes (`graphir.ops`).
"""
