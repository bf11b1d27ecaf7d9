"""Ranges of numbers, and grids and indices made from ranges."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_op, apply_single
from runtime.arrays.joining import meshgrid as grids
from runtime.math.casting import cast
from runtime.numpy_api.conversion import (
    as_dtype_or_none,
    as_float,
    as_tensor,
    number,
    promoted,
    promoted_as_arrays,
)
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.shaping import moveaxis
from runtime.numpy_api.weak_tensors import as_strong, as_weak, is_weak, weak_like
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def arange(
    start: TensorLike,
    stop: Any = None,
    step: TensorLike = 1,
    dtype: DTypeLike | None = None,
) -> Any:
    """Numbers in [start, stop), or in [0, start) without ``stop``.

    >>> tf.experimental.numpy.arange(1, 2, 0.5).numpy()
    array([1. , 1.5])

    Raises:
      ValueError: for a step of zero.
    """
    if isinstance(step, (int, float)) and step == 0:
        raise ValueError("Argument `step` must have a non-zero value: 0")
    given = [start, stop, step] if stop is not None else [0, start, step]
    wanted = as_dtype_or_none(dtype)
    if wanted is None:
        # a step of one leaves the dtype to the ends
        is_usual = step == 1 and isinstance(step, int)
        kept = [each for each in (start, stop) if each is not None]
        found = promoted(*(kept if is_usual else given))[0]
        is_soft = SETTINGS.is_weak and all(map(_is_number, kept))
        made = apply_op("Range", [as_strong(cast(x, found.dtype)) for x in given])
        return as_weak(made) if is_soft or is_weak(found) else made
    inner = wanted if wanted.is_integer or wanted.is_floating else dtypes.int64
    ends = [as_strong(cast(as_tensor(each), inner)) for each in given]
    return cast(apply_single("Range", ends), wanted)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike = float,
    axis: int = 0,
) -> Any:
    """``num`` evenly spaced numbers; with ``retstep`` also the step.

    >>> tf.experimental.numpy.linspace(0, 1, 5).numpy()
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])

    Raises:
      ValueError: for a negative count.
    """
    if num < 0:
        raise ValueError(f"Argument `num` {num} must be non-negative.")
    wanted: DType | None = as_dtype_or_none(dtype)
    ends = [as_strong(as_float(each)) for each in promoted(start, stop)]
    if SETTINGS.prefer_float32 and _is_number(start) and _is_number(stop):
        ends = [cast(each, dtypes.float32) for each in ends]
        wanted = None if dtype is float else wanted
    first, last = ends
    count = (num - 1) if endpoint else num
    step = (last - first) / number(count, first.dtype) if count > 0 else None
    found = _steps(first, last, step, num, endpoint, axis)
    found = found if wanted is None else cast(found, wanted)
    if not retstep:
        return found
    return found, number(math.nan, found.dtype) if step is None else step


def _steps(
    first: Any, last: Any, step: Any, num: int, endpoint: bool, axis: int
) -> Any:
    rank = apply_op("BroadcastArgs", [_shape(first), _shape(last)]).shape.as_ints()[0]
    place = axis + rank + 1 if axis < 0 else axis
    start = apply_op("ExpandDims", [first, place if first.shape.rank else 0])
    end = apply_op("ExpandDims", [last, place if last.shape.rank else 0])
    sizes = [1] * (rank + 1)
    sizes[place] = num
    numbers = np.arange(num).reshape(sizes)
    if step is None:
        return start + cast(as_tensor(numbers), first.dtype) * (end - start)
    width = apply_op("ExpandDims", [step, place if step.shape.rank else 0])
    found = start + cast(as_tensor(numbers), first.dtype) * width
    if not endpoint or num < 2:
        return found
    is_last = as_tensor(numbers == num - 1)
    return apply_op("SelectV2", [is_last, end, found])


def _shape(tensor: Any) -> Any:
    return apply_op("Shape", [tensor])


def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    base: TensorLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """``base`` to the power of numbers at equal distances.

    >>> tf.experimental.numpy.logspace(0, 2, 3).numpy()
    array([  1.,  10., 100.])
    """
    exponents = linspace(start, stop, num, endpoint, axis=axis)
    found = apply_op(
        "Pow", [as_strong(cast(as_tensor(base), exponents.dtype)), exponents]
    )
    result: Tensor = found if dtype is None else cast(found, as_dtype_or_none(dtype))
    return result


def geomspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """Numbers in geometric progression, from start to stop.

    >>> tf.experimental.numpy.geomspace(1, 100, 3).numpy().round(6)
    array([  1.,  10., 100.])
    """
    wanted = as_dtype_or_none(dtype)
    first, last = (
        as_strong(as_float(each)) for each in promoted_as_arrays(start, stop)
    )
    if SETTINGS.prefer_float32:
        first, last = (cast(each, dtypes.float32) for each in (first, last))
    ratio = last / first
    exponents = linspace(0.0, 1.0, num, endpoint, axis=0)
    shape = [num] + [1] * (ratio.shape.rank or 0)
    powers = apply_op("Reshape", [cast(exponents, ratio.dtype), shape])
    found = first * apply_op("Pow", [ratio, powers])
    if axis and found.shape.rank:
        found = moveaxis(found, 0, axis)
    result: Tensor = found if wanted is None else cast(found, wanted)
    return result


def meshgrid(*xi: Any, **kwargs: Any) -> list[Any]:
    """Grids of coordinates of several vectors; ``indexing`` is "xy" or "ij".

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.meshgrid([1, 2], [3])]
    [[[1, 2]], [[3, 3]]]

    Raises:
      ValueError: for ``sparse=True`` or ``copy=False``.
    """
    if kwargs.get("sparse"):
        raise ValueError("Function `meshgrid` does not support returning sparse arrays")
    if not kwargs.get("copy", True):
        raise ValueError("Function `meshgrid` only supports copy=True")
    indexing = kwargs.get("indexing", "xy")
    rows = [as_strong(as_tensor(each)) for each in xi]
    # each grid has the dtype of its own vector
    counts = [apply_op("Reshape", [each, [-1]]) for each in rows]
    places = [apply_op("Range", [0, apply_op("Size", [each]), 1]) for each in counts]
    chosen = grids(*places, indexing=indexing) if places else []
    return [apply_op("GatherV2", [row, place, 0]) for row, place in zip(counts, chosen)]


def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:
    """The matrix of powers of a vector's elements.

    >>> tf.experimental.numpy.vander([2, 3], 3).numpy()
    array([[4, 2, 1],
           [9, 3, 1]])

    Raises:
      ValueError: for a negative number of columns.
    """
    tensor = as_strong(as_tensor(x))
    count = N if N is not None else tensor.shape.as_ints()[0]
    if count < 0:
        raise ValueError("N must be nonnegative")
    exponents = np.arange(count) if increasing else np.arange(count)[::-1].copy()
    columns = apply_op("ExpandDims", [tensor, -1])
    return apply_single("Pow", [columns, cast(as_tensor(exponents), tensor.dtype)])


def diag_indices(n: int, ndim: int = 2) -> tuple[Any, ...]:
    """The subscripts of the diagonal of an array of ``ndim`` axes of ``n``.

    >>> [x.numpy().tolist() for x in tf.experimental.numpy.diag_indices(2)]
    [[0, 1], [0, 1]]

    Raises:
      ValueError: for negative numbers.
    """
    if n < 0 or ndim < 0:
        raise ValueError("Arguments `n` and `ndim` must be nonnegative.")
    return (apply_op("Range", [0, n, 1]),) * ndim


def ix_(*args: Any) -> list[Any]:
    """Vectors reshaped to select every combination of their elements as indices.

    >>> [x.shape.as_list() for x in tf.experimental.numpy.ix_([0, 1], [2])]
    [[2, 1], [1, 1]]

    Raises:
      ValueError: for other than vectors.
    """
    found = []
    for position, each in enumerate(args):
        tensor = as_tensor(each)
        if tensor.shape.rank != 1:
            raise ValueError(
                f"Arguments must be 1-d, got arg {position} of another rank"
            )
        if tensor.dtype.is_bool:
            tensor = apply_op("Squeeze", [apply_op("Where", [tensor])], {"axis": [1]})
        sizes = [1] * len(args)
        sizes[position] = -1
        made = apply_op("Reshape", [as_strong(tensor), sizes])
        found.append(weak_like(made, [tensor]))
    return found
