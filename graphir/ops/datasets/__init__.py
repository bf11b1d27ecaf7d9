"""Ops of input pipelines: datasets are variants, iterators are resources.

Their kernels are in ``runtime.data``.

Layers: families, then the families of ops, which do not import each other.
"""
