"""Sparse gradients of lookups: `IndexedSlices` of the rows that were read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.dtypes import DType, int32
from graphir.ops.contract.appliers import AppliedOps
from runtime.apply import apply_op
from runtime.gradients.backward.applier import APPLIER
from runtime.gradients.backward.initial_gradients import variable_behind
from runtime.gradients.backward.rules import Call, declared_gradients, gradient_rule
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices


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
    batch_dims = int(call.attrs.get("batch_dims", 0))
    if batch_dims:
        return [_d_batched_rows(handle, indices, d_outputs[0], batch_dims), None]
    return [_rows(_shape_behind(handle), indices, d_outputs[0]), None]


@gradient_rule("ResourceGatherNd")
def _gradients_of_elements(call: Call, d_outputs: Sequence[Any]) -> Sequence[Any]:
    handle, indices = call.inputs
    if indices.shape.rank == 2 and indices.shape[-1] == 1:
        # each vector names a row
        rows = apply_op("Squeeze", [indices], {"squeeze_dims": [-1]})
        return [IndexedSlices(d_outputs[0], rows, _shape_behind(handle)), None]
    sizes = _shape_behind(handle, indices.dtype)
    return [apply_op("ScatterNd", [indices, d_outputs[0], sizes]), None]


def _d_batched_rows(handle: Any, indices: Any, d_rows: Any, batch_dims: int) -> Any:
    """The gradient of GatherV2 with batch dimensions, for the whole table."""
    variable = apply_op("ReadVariableOp", [handle], {"dtype": d_rows.dtype})
    axis = convert_to_tensor(np.int32(batch_dims))
    call = Call(
        "GatherV2", (variable, indices, axis), {"batch_dims": batch_dims}, (d_rows,)
    )
    return declared_gradients(call, [d_rows])[0]


def _shape_behind(handle: Any, dtype: DType = int32) -> Any:
    """The shape of the variable; a constant where it cannot change."""
    known = variable_behind(handle)
    if known is None or not known[1].is_fully_defined():
        return apply_op("VariableShape", [handle], {"out_type": dtype})
    return convert_to_tensor(np.array(known[1].as_ints(), dtype.numpy_dtype))


def _shape_of(table: Any) -> Any:
    return AppliedOps(APPLIER).Shape(table)


def _rows(shape: Any, indices: Any, d_rows: Any) -> IndexedSlices:
    """The gradient of a table of that shape, of which the rows were read."""
    op = AppliedOps(APPLIER)
    count = op.ExpandDims(op.Size(indices), np.int32(0))
    sizes = op.ConcatV2([count, shape[1:]], np.int32(0))
    return IndexedSlices(op.Reshape(d_rows, sizes), op.Reshape(indices, count), shape)
