"""`tf.ragged`: tensors whose rows have different lengths.

Layers: rows, staged_checks, printing, text, factories, operators, ragged_tensor,
ragged_tensor_spec, row_partitions, broadcasting, dynamic_shapes, gathering,
conversions, subscripts, construction, joining, mapping, reshaping, reductions,
crossing, dispatch
"""

from __future__ import annotations

from runtime.ragged.broadcasting import map_flat_values
from runtime.ragged.construction import (
    constant,
    range,
    row_splits_to_segment_ids,
    segment_ids_to_row_splits,
)
from runtime.ragged.crossing import cross, cross_hashed
from runtime.ragged.gathering import boolean_mask
from runtime.ragged.joining import stack, stack_dynamic_partitions
from runtime.ragged.ragged_tensor import RaggedTensor

__all__ = [
    "RaggedTensor",
    "boolean_mask",
    "constant",
    "cross",
    "cross_hashed",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
