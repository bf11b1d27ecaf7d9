"""One-hot encoding and sequence masks."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.ranges import range
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

LARGEST_EAGER: Final = 1 << 31
"""More elements are left to the op, which says so when they do not fit."""

LARGEST_CONSTANT: Final = 1000
"""A traced fill with more elements becomes a Fill op, to keep graphs small."""


def one_hot(
    indices: TensorLike,
    depth: TensorLike,
    on_value: TensorLike | None = None,
    off_value: TensorLike | None = None,
    axis: int | None = None,
    dtype: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """``on_value`` (1) at each index along a new axis of size depth, else off (0).

    >>> tf.one_hot([1, 0], 3).numpy().tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]

    Raises:
      TypeError: if the on and off values differ in dtype, or do not have the dtype
        ``dtype``.
    """
    with op_scope(name, "one_hot") as scope:
        on_value, off_value = (
            each if each is None else convert_to_tensor(each, None, dtype, label)
            for each, label in ((on_value, "on_value"), (off_value, "off_value"))
        )
        wanted = _one_hot_dtype(on_value, off_value, dtype)
        on = convert_to_tensor(
            1 if on_value is None else on_value, wanted, name="on_value"
        )
        off = convert_to_tensor(
            0 if off_value is None else off_value, wanted, name="off_value"
        )
        picks = convert_to_tensor(indices, None, dtypes.int64, "indices")
        attrs = {"axis": -1 if axis is None else axis}
        return apply_single("OneHot", [picks, depth, on, off], attrs, scope)


def _one_hot_dtype(on_value: Any, off_value: Any, dtype: Any) -> DType:
    given = [
        (label, convert_to_tensor(value).dtype)
        for label, value in (("on_value", on_value), ("off_value", off_value))
        if value is not None
    ]
    wanted = None if dtype is None else as_dtype(dtype)
    for label, found in given:
        if wanted is not None and found is not wanted:
            raise TypeError(
                f"dtype {wanted!r} of {label} does not match dtype parameter {found!r}"
            )
    if len(given) == 2 and given[0][1] is not given[1][1]:
        raise TypeError(
            f"dtype {given[0][1]!r} of on_value does not match dtype "
            f"{given[1][1]!r} of "
            f"off_value"
        )
    if wanted is not None:
        return wanted
    return given[0][1] if given else dtypes.float32


def sequence_mask(
    lengths: TensorLike,
    maxlen: TensorLike | None = None,
    dtype: DTypeLike = dtypes.bool_,
    name: str | None = None,
) -> Tensor:
    """Rows that are True in their first ``lengths`` places.

    >>> tf.sequence_mask([1, 3]).numpy().astype(int).tolist()
    [[1, 0, 0], [1, 1, 1]]
    """
    with op_scope(name, "SequenceMask"):
        counts = convert_to_tensor(lengths)
        if maxlen is None:
            axes = range(apply_op("Rank", [counts]))
            largest = apply_op("Max", [counts, axes])
            maxlen = apply_op("Maximum", [convert_to_tensor(0, largest.dtype), largest])
        limit = convert_to_tensor(maxlen)
        if limit.shape.rank not in (None, 0):
            raise ValueError(
                f"Argument `maxlen` must be scalar for sequence_mask, received "
                "maxlen with "
                f"shape '{limit.shape}'"
            )
        places = range(convert_to_tensor(0, limit.dtype), limit, 1, limit.dtype)
        columns = apply_op("ExpandDims", [counts, -1])
        if columns.dtype is not limit.dtype:
            columns = apply_op("Cast", [columns], {"DstT": limit.dtype})
        mask: Tensor = apply_op("Less", [places, columns])
        wanted = as_dtype(dtype)
        if wanted is dtypes.bool_:
            return mask
        return apply_single("Cast", [mask], {"DstT": wanted})
