"""Kernels on stacks, accumulators, barriers, staging areas and maps, and these.

Importing this package attaches them all.

Not here: variables, queues, tables and tensor arrays, which have modules beside it.
"""

from __future__ import annotations

from runtime.stateful_kernels.stores import (
    accumulators,
    barriers,
    compressed_rows,
    sparse_accumulators,
    sparse_tensors_maps,
    stacks,
    staging_areas,
    staging_maps,
    tensor_maps,
)

__all__ = [
    "accumulators",
    "barriers",
    "compressed_rows",
    "sparse_accumulators",
    "sparse_tensors_maps",
    "stacks",
    "staging_areas",
    "staging_maps",
    "tensor_maps",
]
