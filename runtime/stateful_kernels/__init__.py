"""Kernels that need runtime state; importing this package attaches them to ops.

Not here: kernels that only compute with arrays, which are in `graphir.ops`.
"""

from __future__ import annotations

from runtime.stateful_kernels import (
    candidates,
    checks,
    collectives,
    distorted_boxes,
    encoded_messages,
    files,
    fractional_pooling,
    glimpses,
    lookup_tables,
    printing,
    python_functions,
    queues,
    random,
    stores,
    tensor_arrays,
    training_steps,
    variable_reads,
    variable_updates,
    variables,
)

__all__ = [
    "candidates",
    "checks",
    "collectives",
    "distorted_boxes",
    "encoded_messages",
    "files",
    "fractional_pooling",
    "glimpses",
    "lookup_tables",
    "printing",
    "python_functions",
    "queues",
    "random",
    "stores",
    "tensor_arrays",
    "training_steps",
    "variable_reads",
    "variable_updates",
    "variables",
]
