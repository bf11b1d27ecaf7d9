"""Calls of tensor functions on arrays; weak dtypes are kept."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType
from runtime.apply import apply_single
from runtime.math.casting import cast
from runtime.numpy_api.conversion import (
    as_tensor,
)
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong, weak_like
from runtime.tensors.tensor import Tensor


def called(function: Any, a: Any, *args: Any, **kwargs: Any) -> Tensor:
    """The result of a function of tensors; weak if the array is."""
    tensor = as_tensor(a)
    result: Tensor = weak_like(function(as_strong(tensor), *args, **kwargs), [tensor])
    return result


def rank_of(tensor: Tensor) -> int:
    """The number of axes.

    Raises:
      ValueError: if the rank is not known.
    """
    rank = tensor.shape.rank
    if rank is None:
        raise ValueError("The number of axes must be known.")
    return int(rank)


def shape_of(tensor: Tensor) -> Tensor:
    """The shape as a vector."""
    return apply_single("Shape", [as_strong(tensor)])


def axes_of(axis: Any) -> Any:
    """Converts a tuple of axes to a list, for tensor functions."""
    return list(axis) if isinstance(axis, tuple) else axis


def reduced(
    function: Any, a: Any, axis: Any, keepdims: Any, dtype: Any, widen: str = ""
) -> Any:
    """Reduces an array in ``dtype``, or by default in a dtype that is wide enough."""
    tensor = as_tensor(a, dtype)
    plain = as_strong(tensor)
    if dtype is None:
        plain = widened(plain, widen)
    return weak_like(function(plain, axes_of(axis), bool(keepdims)), [tensor])


def widened(tensor: Any, widen: str) -> Any:
    """The tensor in a dtype wide enough for a total: ``float``, ``int`` or neither."""
    dtype: DType = tensor.dtype
    if widen == "float" and not (dtype.is_floating or dtype.is_complex):
        return cast(tensor, SETTINGS.default_float)
    if widen != "int" or not (dtype.is_bool or dtype.is_integer):
        return tensor
    wide = SETTINGS.default_int
    if dtype.is_unsigned:
        wide = dtypes.uint32 if SETTINGS.is_weak else dtypes.uint64
    is_wider = dtype.is_bool or dtype.size < wide.size
    return cast(tensor, wide) if is_wider else tensor


def refuse_out(out: Any) -> None:
    """Refuses an array to write the result to.

    Raises:
      ValueError: if there is one.
    """
    if out is not None:
        raise ValueError("Setting out is not supported.")
