"""Dispatch of ops with ragged arguments: the table of ragged implementations by op.

Element-wise ops need no entry: they are found by their trait.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.ops.contract.registry import op_has
from runtime.apply import apply_op
from runtime.ragged import gathering, joining, reductions, reshaping
from runtime.ragged.broadcasting import apply_elementwise
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.rows import known, lengths_of, row_numbers, take
from runtime.tensors.composites import refusal
from runtime.tensors.conversion import convert_to_tensor


@dataclass(frozen=True)
class Call:
    """An op applied to arguments among which is a ragged tensor."""

    op: str
    inputs: Sequence[Any]
    attrs: Mapping[str, Any]
    name: str | None

    def static(self, index: int) -> Any:
        """An argument that must be known now, as an array.

        Raises:
          ValueError: if it depends on the inputs of a trace.
        """
        value = known(self.inputs[index])
        if value is None:
            raise ValueError(
                f"Argument {index} of {self.op} on a ragged tensor must be constant."
            )
        return value

    def refuse(self) -> Exception:
        """Creates the error of an op without ragged implementation."""
        values = [
            each
            for entry in self.inputs
            for each in (entry if isinstance(entry, (list, tuple)) else [entry])
        ]
        return refusal(next(each for each in values if isinstance(each, RaggedTensor)))


Handler = Callable[[Call], Any]

_HANDLERS: Final[dict[str, Handler]] = {}


def _handles(*ops: str) -> Callable[[Handler], Handler]:
    """Registers the implementation of some ops for ragged tensors."""

    def register(handler: Handler) -> Handler:
        _HANDLERS.update(dict.fromkeys(ops, handler))
        return handler

    return register


def apply_to_ragged(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
) -> Any:
    """Applies an op with ragged arguments.

    Raises:
      ValueError: if the op is not for ragged tensors.
    """
    call = Call(op, inputs, attrs, name)
    handler = _HANDLERS.get(op)
    if handler is not None:
        return handler(call)
    # or ops that give something for each element, though shapes do not say so
    if op_has(op, "elementwise") or op_has(op, "for_each_element"):
        return apply_elementwise(op, inputs, attrs, name)
    raise call.refuse()


@_handles("Sum", "Mean", "Prod", "Max", "Min", "All", "Any", "ReduceJoin")
def _reduce(call: Call) -> Any:
    axes = np.ravel(call.static(1)).tolist()
    keep = bool(call.attrs.get("keep_dims", False))
    attrs = {key: value for key, value in call.attrs.items() if key == "separator"}
    return reductions.reduce(call.inputs[0], call.op, axes, keep, attrs)


@_handles("ConcatV2")
def _concat(call: Call) -> Any:
    if isinstance(call.inputs[1], RaggedTensor):
        raise call.refuse()
    values = [_tensor(each, call.inputs[0]) for each in call.inputs[0]]
    return joining.joined(values, int(call.static(1)))


@_handles("Pack")
def _stack(call: Call) -> Any:
    values = [_tensor(each, call.inputs[0]) for each in call.inputs[0]]
    return joining.joined(values, int(call.attrs.get("axis", 0)), is_stack=True)


def _tensor(value: Any, others: Sequence[Any]) -> Any:
    dtype = next(each.dtype for each in others if isinstance(each, RaggedTensor))
    return convert_to_tensor(value, dtype_hint=dtype)


@_handles("Size")
def _flat(call: Call) -> Any:
    flat = [
        each.flat_values if isinstance(each, RaggedTensor) else each
        for each in call.inputs
    ]
    return apply_op(call.op, flat, call.attrs, call.name)


def _with_flat(call: Call) -> Any:
    return call.inputs[0].with_flat_values(_flat(call))


@_handles("Rank")
def _rank(call: Call) -> Any:
    return convert_to_tensor(np.int32(call.inputs[0].shape.rank))


@_handles("ExpandDims")
def _expand_dims(call: Call) -> Any:
    axis = call.static(1)
    if axis.size != 1 or axis.dtype.kind not in "iu":
        raise TypeError(
            f"axis must be an int; got {axis.dtype} of shape {list(axis.shape)}"
        )
    return reshaping.expand_dims(call.inputs[0], int(axis.reshape(())))


@_handles("Squeeze")
def _squeeze(call: Call) -> Any:
    axes = call.attrs.get("axis", call.attrs.get("squeeze_dims", []))
    return reshaping.squeeze(call.inputs[0], list(axes))


@_handles("Tile")
def _tile(call: Call) -> Any:
    return reshaping.tile(call.inputs[0], call.static(1))


@_handles("ReverseV2")
def _reverse(call: Call) -> Any:
    return reshaping.reverse(call.inputs[0], np.ravel(call.static(1)).tolist())


@_handles("GatherV2")
def _gather(call: Call) -> Any:
    params, indices = call.inputs[:2]
    axis = int(call.static(2)) if len(call.inputs) > 2 else 0
    batch_dims = int(call.attrs.get("batch_dims", 0))
    if batch_dims < 0:
        batch_dims += indices.shape.rank
    if not batch_dims:
        return gathering.gather_at(params, indices, axis)
    if axis < 0:
        axis += params.shape.rank
    return gathering.gather_in_rows(params, indices, batch_dims, axis)


@_handles("GatherNd")
def _gather_nd(call: Call) -> Any:
    return gathering.gather_nd(*call.inputs[:2])


@_handles("Where")
def _places(call: Call) -> Any:
    found = call.inputs[0].to_sparse()
    zero = np.zeros((), found.values.dtype.numpy_dtype)
    is_true = found.values
    if not found.values.dtype.is_bool:
        is_true = apply_op("NotEqual", [found.values, zero])
    kept = apply_op("Squeeze", [apply_op("Where", [is_true])], {"squeeze_dims": [1]})
    return take(found.indices, kept)


@_handles("Reshape")
def _reshape(call: Call) -> Any:
    value = call.inputs[0]
    if isinstance(value, RaggedTensor) and np.array_equal(call.static(1), [-1]):
        return value.merge_dims(0, -1)
    raise call.refuse()


@_handles("Shape")
def _shape(call: Call) -> Any:
    from runtime.ragged.dynamic_shapes import DynamicRaggedShape

    return DynamicRaggedShape.from_tensor(call.inputs[0], call.attrs.get("out_type"))


@_handles("LogSoftmax", "Softmax")
def _softmax(call: Call) -> Any:
    value = call.inputs[0]
    if value.ragged_rank < value.shape.rank - 1:
        return _with_flat(call)
    rows = row_numbers(value.nested_row_splits[-1])
    count = lengths_of(value.nested_row_splits[-1])
    flat = value.flat_values
    size = apply_op("Shape", [count])[0]
    greatest = apply_op("UnsortedSegmentMax", [flat, rows, size])
    shifted = flat - take(greatest, rows)
    powers = apply_op("Exp", [shifted])
    total = apply_op("UnsortedSegmentSum", [powers, rows, size])
    if call.op == "LogSoftmax":
        return value.with_flat_values(shifted - take(apply_op("Log", [total]), rows))
    return value.with_flat_values(powers / take(total, rows))


@_handles("Cumsum")
def _scan(call: Call) -> Any:
    """Running sums; the padding of shorter rows adds nothing to them."""
    value, axis = call.inputs[0], int(call.static(1)) % call.inputs[0].shape.rank
    if axis > 1:
        inputs = [value.values, axis - 1]
        return value.with_values(apply_op(call.op, inputs, call.attrs))
    if value.ragged_rank > 1:
        raise call.refuse()
    sums = apply_op(call.op, [value.to_tensor(), axis], call.attrs)
    return RaggedTensor.from_tensor(sums, lengths=value.row_lengths())


@_handles(
    "UnsortedSegmentSum",
    "UnsortedSegmentProd",
    "UnsortedSegmentMax",
    "UnsortedSegmentMin",
)
def _segments(call: Call) -> Any:
    data, segments, count = call.inputs
    if isinstance(count, RaggedTensor):
        raise ValueError("The number of segments is one number, not ragged.")
    if isinstance(segments, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            data = RaggedTensor.from_tensor(data, ragged_rank=segments.ragged_rank)
        while isinstance(segments, RaggedTensor):
            data, segments = data.values, segments.values
    return reductions.by_segment(
        data, call.op.removeprefix("UnsortedSegment"), segments, count, {}
    )


@_handles("DynamicPartition")
def _partitions(call: Call) -> Any:
    data, partitions = call.inputs
    if isinstance(partitions, RaggedTensor):
        if not isinstance(data, RaggedTensor):
            raise ValueError("Data of ragged partitions must be ragged as they are.")
        data, partitions = data.flat_values, partitions.flat_values
        return apply_op(call.op, [data, partitions], call.attrs, call.name)
    places = apply_op("Range", [0, apply_op("Size", [partitions]), 1])
    rows = apply_op(call.op, [places, partitions], call.attrs, call.name)
    return [gathering.gather(data, each) for each in rows]


@_handles("Split")
def _split(call: Call) -> Any:
    axis, value = int(call.static(0)), call.inputs[1]
    count = int(call.attrs["num_split"])
    size = value.shape[axis]
    if size is None or size % count:
        raise ValueError(
            f"Cannot exactly split axis {axis} of shape {value.shape} into {count}."
        )
    return _parts(value, [size // count] * count, axis)


@_handles("SplitV")
def _split_sizes(call: Call) -> Any:
    return _parts(call.inputs[0], call.static(1).tolist(), int(call.static(2)))


def _parts(value: Any, sizes: list[int], axis: int) -> list[Any]:
    if -1 in sizes:
        rest = value.shape[axis] - sum(size for size in sizes if size != -1)
        sizes = [rest if size == -1 else size for size in sizes]
    before = (slice(None),) * (axis % value.shape.rank)
    ends = np.cumsum(sizes).tolist()
    parts = []
    for start, end in zip([0, *ends[:-1]], ends):
        key = (*before, slice(start, end))
        parts.append(value[key])
    return parts


@_handles("BatchMatMulV2", "BatchMatMulV3", "MatMul")
def _matmul(call: Call) -> Any:
    """Products of matrices, each of the rows of one length."""
    first, second = call.inputs
    like = first if isinstance(first, RaggedTensor) else second
    padded = [
        each.to_tensor() if isinstance(each, RaggedTensor) else each
        for each in (first, second)
    ]
    product = apply_op(call.op, padded, call.attrs, call.name)
    turned = call.attrs.get("adj_x", call.attrs.get("transpose_a", False))
    if not isinstance(first, RaggedTensor) or turned or like.ragged_rank != 1:
        raise call.refuse()
    return RaggedTensor.from_tensor(product, lengths=first.row_lengths())


@_handles("DenseBincount")
def _bins(call: Call) -> Any:
    values, size, weights = call.inputs
    if isinstance(weights, RaggedTensor):
        weights = weights.flat_values
    splits = apply_op("Cast", [values.row_splits], {"DstT": dtypes.int64})
    inputs = [splits, values.flat_values, size, weights]
    return apply_op("RaggedBincount", inputs, call.attrs, call.name)
