"""Ops of input pipelines: datasets are variants, iterators are resources.

Their kernels are in ``runtime.data``.

Not here: what the iterators do, which is the runtime's.
"""
