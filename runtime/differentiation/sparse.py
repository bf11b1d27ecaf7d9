"""Gradients of lookups: the rows that were read, with their indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.conversion import convert_to_tensor
from runtime.differentiation.rules import Call, declared_gradients, gradient_rule
from runtime.indexed_slices import IndexedSlices


@gradient_rule("GatherV2")
def _gradients_of_gather(call: Call, d_outputs: Sequence[Any]) -> Sequence[Any]:
    params, indices, axis = call.inputs
    place = axis.constant_value()
    if call.attrs.get("batch_dims") or place is None or int(place) != 0:
        return declared_gradients(call, d_outputs)
    return [_rows(_shape_of(params), indices, d_outputs[0]), None, None]


@gradient_rule("Gather")
def _gradients_of_early_gather(call: Call, d_outputs: Sequence[Any]) -> Sequence[Any]:
    params, indices = call.inputs
    return [_rows(_shape_of(params), indices, d_outputs[0]), None]


@gradient_rule("ResourceGather")
def _gradients_of_read(call: Call, d_outputs: Sequence[Any]) -> Sequence[Any]:
    handle, indices = call.inputs
    if call.attrs.get("batch_dims"):
        raise LookupError(
            "ResourceGather with batch_dims has no gradient here: read the variable "
            "and gather from its value."
        )
    return [_rows(apply_op("VariableShape", [handle]), indices, d_outputs[0]), None]


def _shape_of(table: Any) -> Any:
    if table.shape.is_fully_defined():
        return convert_to_tensor(np.array(table.shape.as_ints(), np.int32))
    return apply_op("Shape", [table])


def _rows(shape: Any, indices: Any, d_rows: Any) -> IndexedSlices:
    """The gradient of a table of that shape, of which the rows were read."""
    flat = convert_to_tensor(np.array([-1], np.int32))
    count = apply_op("Reshape", [apply_op("Size", [indices]), np.array([1], np.int32)])
    sizes = apply_op("ConcatV2", [[count, shape[1:]], convert_to_tensor(0)])
    return IndexedSlices(
        apply_op("Reshape", [d_rows, sizes]),
        apply_op("Reshape", [indices, flat]),
        shape,
    )
