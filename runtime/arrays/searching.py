"""Search: insertion points in sorted rows, unique elements, positions of values."""

from __future__ import annotations

from collections import namedtuple
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def searchsorted(
    sorted_sequence: TensorLike,
    values: TensorLike,
    side: str = "left",
    out_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Positions where values fit into sorted rows, before or after equal elements.

    >>> tf.searchsorted([1, 3, 5], [3, 4]).numpy().tolist()
    [1, 2]

    Raises:
      ValueError: for a side that is neither 'left' nor 'right'.
      InvalidArgumentError: if the leading axes differ.
    """
    from runtime.arrays.reshaping import reshape, shape

    ops = {"left": "LowerBound", "right": "UpperBound"}
    if side not in ops:
        raise ValueError(
            f"Argument `side` must be either 'right' or 'left'. Received: `side` = "
            f"'{side}'."
        )
    with op_scope(name, "searchsorted"):
        ordered = convert_to_tensor(sorted_sequence)
        wanted = convert_to_tensor(values)
        rows = [reshape(each, _as_rows(each)) for each in (ordered, wanted)]
        found = apply_op(ops[side], rows, {"out_type": as_dtype(out_type)})
        return reshape(found, shape(wanted))


def _as_rows(tensor: Tensor) -> list[Any]:
    """The sizes with all axes but the last as one."""
    from runtime.arrays.reshaping import shape

    width = _last_size(tensor)
    if isinstance(width, int) and width != 0:
        return [-1, width]
    # how many rows of no element there are cannot be worked out by a reshape
    count = tensor.shape[:-1].num_elements()
    if count is None:
        count = apply_single("Prod", [shape(tensor)[:-1], [0]])
    return [count, width]


def _last_size(tensor: Tensor) -> Any:
    from runtime.arrays.reshaping import shape

    if tensor.shape.rank == 0:
        raise ValueError("searchsorted takes rows of numbers, not a scalar.")
    size = tensor.shape[-1]
    return shape(tensor)[-1] if size is None else size


class Unique(NamedTuple):
    """The results of ``unique``."""

    y: Tensor
    idx: Tensor


# `count` is TensorFlow's field; tuples have a method of that name, which the
# functional form hides without a word
UniqueWithCounts = namedtuple("UniqueWithCounts", ["y", "idx", "count"])


def unique(
    x: TensorLike, out_idx: DTypeLike = dtypes.int32, name: str | None = None
) -> Unique:
    """Distinct elements in order of appearance, and each element's index among them.

    >>> y, idx = tf.unique([5, 7, 5])
    >>> y.numpy().tolist(), idx.numpy().tolist()
    ([5, 7], [0, 1, 0])

    Raises:
      InvalidArgumentError: if ``x`` is no vector.
    """
    attrs = {"out_idx": as_dtype(out_idx)}
    return Unique(*apply_op("Unique", [convert_to_tensor(x)], attrs, name or "Unique"))


def unique_with_counts(
    x: TensorLike, out_idx: DTypeLike = dtypes.int32, name: str | None = None
) -> UniqueWithCounts:
    """The same with how often each distinct element occurs.

    >>> tf.unique_with_counts([5, 7, 5]).count.numpy().tolist()
    [2, 1]
    """
    attrs = {"out_idx": as_dtype(out_idx)}
    label = name or "UniqueWithCounts"
    found = apply_op("UniqueWithCounts", [convert_to_tensor(x)], attrs, label)
    return UniqueWithCounts(*found)


def unravel_index(
    indices: TensorLike, dims: TensorLike, name: str | None = None
) -> Tensor:
    """Flat indices as index vectors; row i of the result indexes axis i.

    >>> tf.unravel_index([5], [2, 4]).numpy().tolist()
    [[1], [1]]

    Raises:
      InvalidArgumentError: for an index out of range.
    """
    with op_scope(name, "UnravelIndex") as scope:
        flat = convert_to_tensor(indices, name="indices")
        sizes = convert_to_tensor(dims, flat.dtype, name="dims")
        return apply_single("UnravelIndex", [flat, sizes], None, scope)
