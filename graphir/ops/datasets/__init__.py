"""Ops of input pipelines: datasets are variants, iterators are resources.

Their kernels are in ``runtime.data``.

Not here: the iteration over elements, which is the runtime's.
"""
