"""Ops of input pipelines: datasets are variants, made of others; iterators resources.

Their kernels are in ``runtime.data``.

Not here: what the iterators do, which is the runtime's.
"""
