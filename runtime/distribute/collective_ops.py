"""Collectives of replicas, as ops: sums, means, joined values, broadcasts.

They are TensorFlow's ops; the group member of the current context carries the bytes
(`runtime.stateful_kernels.collective_groups`).
"""

from __future__ import annotations

from itertools import count
from typing import Any, Final

import numpy as np

from runtime.apply import apply_op, apply_single
from runtime.arrays.reshaping import shape as shape_of
from runtime.arrays.reshaping import transpose
from runtime.context import TraceRecord, current_trace
from runtime.distribute.reductions import ReduceOp
from runtime.gradients.custom_gradients import custom_gradient
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.tensor import Tensor

GROUP_KEY: Final = 1
"""All replicas of a strategy are one group."""

_KEYS: Final[TraceRecord[Any]] = TraceRecord(lambda: count(1))
_EAGER_KEY: Final = 0
"""Eager collectives are told apart by their order alone."""


def _keys(size: int) -> list[Any]:
    trace = current_trace()
    instance = _EAGER_KEY if trace is None else next(_KEYS.of(trace))
    return [np.int32(size), np.int32(GROUP_KEY), np.int32(instance)]


def all_reduce(way: ReduceOp, value: Any, size: int) -> Any:
    """The sum or mean of a value over the replicas of a group.

    `tf.IndexedSlices` stay so: the slices of all replicas are concatenated.
    """
    if isinstance(value, IndexedSlices):
        return _reduced_slices(way, value, size)
    if way is ReduceOp.MEAN and not value.dtype.is_floating:
        # as TensorFlow divides integers: to float64
        return all_reduce(ReduceOp.SUM, value, size) / size
    attrs = {"merge_op": b"Add", "final_op": b"Id" if way is ReduceOp.SUM else b"Div"}
    return apply_single("CollectiveReduceV2", [value, *_keys(size), []], attrs)


def _reduced_slices(way: ReduceOp, value: IndexedSlices, size: int) -> IndexedSlices:
    values = gathered(value.values, size)
    if way is ReduceOp.MEAN:
        values = values / np.asarray(size, values.dtype.numpy_dtype)
    return IndexedSlices(values, gathered(value.indices, size), value.dense_shape)


def gathered(value: Any, size: int) -> Tensor:
    """The values of all replicas, joined along the first axis; without gradient."""
    return apply_single("CollectiveGatherV2", [value, *_keys(size), []])


def all_gather(value: Any, axis: int, rank: int, size: int) -> Any:
    """The values of all replicas, joined along an axis, in the order of ranks.

    The gradient of a replica's part is the sum of all replicas' gradients of that part.
    """

    @custom_gradient
    def gather(x: Any) -> Any:
        order = _first(x.shape.rank, axis)
        moved = x if order is None else transpose(x, order)
        joined = gathered(moved, size)
        length = shape_of(moved)[:1]

        def gradient(d: Any) -> Any:
            starts = gathered(length, size)[:rank]
            start = apply_op("Sum", [starts, [0]])
            whole = all_reduce(ReduceOp.SUM, d, size)
            first = whole if order is None else transpose(whole, order)
            mine = first[start : start + length[0]]
            return mine if order is None else transpose(mine, order)

        return joined if order is None else transpose(joined, order), gradient

    return gather(value)


def _first(rank: int | None, axis: int) -> list[int] | None:
    """The order of axes that swaps one with the first; None where it is the first."""
    if rank is not None and not -rank <= axis < rank:
        raise ValueError(f"The axis {axis} is not one of a tensor of rank {rank}.")
    if axis == 0 or rank is None:
        return None
    order = list(range(rank))
    order[0], order[axis] = order[axis], order[0]
    return order


def from_first(value: Any, rank: int, size: int, sender: int = 0) -> Tensor:
    """The value of one replica, by default the first, in all of them."""
    found: Tensor
    if rank == sender:
        found = apply_op("CollectiveBcastSendV2", [value, *_keys(size)])
    else:
        inputs = [*_keys(size), shape_of(value)]
        found = apply_op("CollectiveBcastRecvV2", inputs, {"T": value.dtype})
    return found


__all__ = ["all_gather", "all_reduce", "from_first", "gathered"]
