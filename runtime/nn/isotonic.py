"""Isotonic regression: the nearest monotonic sequence."""

from __future__ import annotations

import operator
from typing import NamedTuple

import numpy as np

from graphir import dtypes
from runtime.apply import apply_op
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_WIDE = (dtypes.int32, dtypes.int64, dtypes.uint32, dtypes.uint64, dtypes.float64)


class IsotonicRegression(NamedTuple):
    """The monotonic sequence, and the segment number of each element."""

    output: Tensor
    segments: Tensor


def isotonic_regression(
    inputs: TensorLike, decreasing: bool = True, axis: int = -1
) -> IsotonicRegression:
    """The falling (or rising) sequence nearest to ``inputs`` along an axis.

    Levels, where neighbours are equal, are numbered from 0.

    >>> tf.nn.isotonic_regression([3.0, 1.0, 2.0]).output.numpy()
    array([3. , 1.5, 1.5], dtype=float32)

    Raises:
      InvalidArgumentError: for a scalar.
      ValueError: for an axis that does not exist.
      TypeError: for an axis that is no integer.
    """
    values = convert_to_tensor(inputs)
    rank, axis = values.shape.rank or 1, operator.index(axis)
    if not -rank <= axis < rank:
        raise ValueError(f"axis {axis!r} does not exist: there are {rank} axes.")
    order = np.arange(rank, dtype=np.int32)
    order[axis], order[-1] = order[-1], order[axis]
    is_last = bool(order[-1] == rank - 1)
    moved = values if is_last else apply_op("Transpose", [values, order])
    if not decreasing:
        moved = apply_op("Neg", [moved])
    dtype = dtypes.float64 if values.dtype in _WIDE else dtypes.float32
    if values.dtype in (dtypes.float16, dtypes.bfloat16):
        dtype = values.dtype
    found, levels = apply_op("IsotonicRegression", [moved], {"output_dtype": dtype})
    if not decreasing:
        found = apply_op("Neg", [found])
    if not is_last:
        found = apply_op("Transpose", [found, order])
        levels = apply_op("Transpose", [levels, order])
    return IsotonicRegression(found, levels)
