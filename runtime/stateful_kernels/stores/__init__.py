"""Stacks, accumulators, barriers, staging areas and maps, and the kernels on them.

Importing this package attaches the kernels to their ops.

Not here: variables, queues, tables and tensor arrays (`stateful_kernels`).
"""

from __future__ import annotations

from runtime.stateful_kernels.stores import (
    accumulators,
    barriers,
    compressed_rows,
    mutexes,
    session_tensors,
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
    "mutexes",
    "session_tensors",
    "sparse_accumulators",
    "sparse_tensors_maps",
    "stacks",
    "staging_areas",
    "staging_maps",
    "tensor_maps",
]
