"""`tf.range` and `tf.linspace`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor

LARGEST_EAGER: Final = 1 << 31
"""More elements are left to the op, which says so when they do not fit."""

LARGEST_CONSTANT: Final = 1000
"""A traced fill with more elements becomes a Fill op, to keep graphs small."""


def range(
    start: TensorLike,
    limit: TensorLike | None = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str = "range",
) -> Tensor:
    """Numbers from ``start`` up to, without, ``limit``; ``range(n)`` starts at 0.

    >>> tf.range(3)
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([0, 1, 2], dtype=int32)>
    >>> tf.range(1, 2, 0.5).numpy().tolist()
    [1.0, 1.5]

    Raises:
      InvalidArgumentError: for a step of 0 or in the wrong direction.
    """
    if limit is None:
        start, limit = 0, start
    with op_scope(name, "range") as scope:
        wanted = None if dtype is None else as_dtype(dtype)
        given = map(_as_tensor_if_it_is_one, (start, limit, delta))
        bounds = list(zip(("start", "limit", "delta"), given))
        if wanted is None:
            wanted = _range_dtype([value for _, value in bounds])
        tensors = [_bound(value, wanted, label) for label, value in bounds]
        return apply_single("Range", tensors, None, scope)


def _as_tensor_if_it_is_one(value: Any) -> Any:
    stands_for_one = hasattr(type(value), "__tf_tensor__")
    return convert_to_tensor(value) if stands_for_one else value


# the first of these that a bound has is the dtype of all
_RANGE_DTYPES: Final = (dtypes.float64, dtypes.float32, dtypes.int64, dtypes.int32)


def _range_dtype(bounds: list[Any]) -> DType:
    found = [_dtype_of(each) for each in bounds]
    for dtype in found:
        if dtype not in _RANGE_DTYPES:
            return dtype
    return next(each for each in _RANGE_DTYPES if each in found)


def _dtype_of(value: Any) -> DType:
    if isinstance(value, (Tensor, np.ndarray, np.generic)):
        return as_dtype(value.dtype)
    if isinstance(value, float):
        return dtypes.float32
    fits = not isinstance(value, int) or -(1 << 31) <= value < 1 << 31
    return dtypes.int32 if fits else dtypes.int64


def _bound(value: Any, dtype: DType, label: str) -> Tensor:
    if isinstance(value, (str, bytes)):
        raise TypeError(f"`{label}` of tf.range is a number, not {value!r}.")
    if isinstance(value, Tensor):
        if value.dtype is dtype:
            return value
        return apply_single("Cast", [value], {"DstT": dtype}, "Cast")
    return convert_to_tensor(np.asarray(value).astype(dtype.numpy_dtype), name=label)


def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: TensorLike,
    name: str | None = None,
    axis: int = 0,
) -> Tensor:
    """``num`` values evenly spread from start to stop, both included.

    >>> tf.linspace(0.0, 1.0, 3)
    <tf.Tensor: shape=(3,), dtype=float32, numpy=array([0. , 0.5, 1. ], dtype=float32)>

    The result of integers is float64, of integers of at most two bytes float32.

    Raises:
      InvalidArgumentError: if ``num`` is negative, or the shapes do not broadcast.
      TypeError: if ``num`` is no integer.
    """
    with op_scope(name, "linspace") as scope:
        first = convert_to_tensor(start, name="start")
        last = convert_to_tensor(stop, dtype=first.dtype, name="stop")
        if first.dtype.is_integer:
            wide = dtypes.float32 if first.dtype.size <= 2 else dtypes.float64
            first, last = (
                apply_op("Cast", [each], {"DstT": wide}) for each in (first, last)
            )
        count = convert_to_tensor(num, name="num")
        if not count.dtype.is_integer:
            raise TypeError(
                f"The tensor `num` must be of type integer. Received {count!r}."
            )
        if count.dtype not in (dtypes.int32, dtypes.int64):
            count = apply_op("Cast", [count], {"DstT": dtypes.int32})
        # the op does not take 0, the function does
        is_plain = first.dtype.is_floating and _is_positive(num)
        if axis not in (0, -1) and first.shape.rank == 0 == last.shape.rank:
            raise InvalidArgumentError(
                None, None, f"Tried to expand dim index {axis} for tensor with 0 dims"
            )
        if is_plain and first.shape.rank == 0 and last.shape.rank == 0:
            return apply_single("LinSpace", [first, last, count], None, scope)
        if first.shape.rank is None or first.shape != last.shape:
            sizes = [apply_op("Shape", [each]) for each in (first, last)]
            common = apply_op("BroadcastArgs", sizes)
            first, last = (
                apply_op("BroadcastTo", [each, common]) for each in (first, last)
            )
        return _spread_along(first, last, count, axis, scope)


def _is_positive(num: Any) -> bool:
    """Whether a number is known, and more than 0."""
    if isinstance(num, EagerTensor):
        num = num.numpy()
    if isinstance(num, Tensor):
        return False
    return np.ndim(num) == 0 and hasattr(num, "__index__") and int(num) > 0


def _sizes_along(tensor: Tensor, axis: int) -> Any:
    """The sizes that lay a vector along an axis: -1 there, 1 elsewhere."""
    rank = tensor.shape.rank
    if rank is not None:
        sizes = [1] * rank
        sizes[axis] = -1
        return sizes
    count = apply_op("Rank", [tensor])
    place = apply_op("FloorMod", [axis, count])
    is_along = apply_op("Equal", [range(count), place])
    return apply_op("SelectV2", [is_along, -1, 1])


def _spread_along(
    start: Tensor, stop: Tensor, count: Tensor, axis: int, scope: str
) -> Tensor:
    """The same for tensors: weights from 0 to 1 along a new axis."""
    with op_scope(None, "weights"):
        one = convert_to_tensor(1, count.dtype)
        whole = apply_op("Maximum", [apply_op("Sub", [count, one]), one])
        steps = apply_op("Cast", [whole], {"DstT": start.dtype})
        counted = apply_op("Cast", [range(count)], {"DstT": start.dtype})
    start, stop = (
        apply_op("ExpandDims", [start, axis]),
        apply_op("ExpandDims", [stop, axis]),
    )
    counted = apply_op("Reshape", [counted, _sizes_along(start, axis)])
    step = apply_op("RealDiv", [apply_op("Sub", [stop, start]), steps])
    inner = apply_op("AddV2", [start, apply_op("Mul", [step, counted])])
    # the last of several is exact, whatever the steps add up to
    is_last = apply_op("Equal", [counted, steps])
    return apply_single("SelectV2", [is_last, stop, inner], None, scope)
