"""Initial gradients: ones for targets, zeros for unconnected sources."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType, resource
from runtime.apply import apply_op
from runtime.context import CURRENT, op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import EagerTensor, Tensor, wrap

LARGEST_CONSTANT: Final = 1000
"""As many elements are filled in when the graph runs rather than kept in it."""


def ones_for(target: Tensor) -> Tensor:
    """The gradient of a target by itself."""
    if CURRENT.get() is None and isinstance(target, EagerTensor):
        return wrap(np.ones_like(target._array), target.dtype)
    # `ones` in a graph, if its shape is known
    label = "ones" if target.shape.is_fully_defined() else None
    ones: Tensor = filled_like(target, 1, label)
    return ones


def filled_like(tensor: Any, number: int, name: str | None = None) -> Any:
    """Zeros or ones in the shape of a tensor: a constant if the shape is known."""
    label = name or ("ones_like" if number else "zeros_like")
    dtype = tensor.dtype.base_dtype
    if isinstance(tensor, EagerTensor) or not dtype.has_numpy:
        return apply_op("OnesLike" if number else "ZerosLike", [tensor])
    if tensor.shape.is_fully_defined():
        return _filled(tensor.shape.as_ints(), dtype, number, label)
    if not number:
        return apply_op("ZerosLike", [tensor], None, label)
    with op_scope(label, label) as scope:
        sizes = apply_op("Shape", [tensor])
        value = convert_to_tensor(np.ones((), dtype.numpy_dtype), dtype)
        return apply_op("Fill", [sizes, value], None, scope)


def _filled(sizes: Sequence[int], dtype: DType, number: int, label: str) -> Any:
    if math.prod(sizes) < LARGEST_CONSTANT:
        array = np.full(sizes, number, dtype.numpy_dtype)
        return convert_to_tensor(array, dtype, name=label)
    with op_scope(label, label) as scope:
        dims = convert_to_tensor(np.array(sizes, np.int32), name="shape_as_tensor")
        value = convert_to_tensor(np.full((), number, dtype.numpy_dtype), dtype)
        return apply_op("Fill", [dims, value], None, scope)


def zeros_for(source: Any) -> Any:
    """Zeros as a gradient of a tensor has them; of a handle, as its variable's."""
    if source.dtype is resource:
        dtype, _ = variable_behind(source)
        source = apply_op("ReadVariableOp", [source], {"dtype": dtype})
    return filled_like(source, 0)


def variable_behind(handle: Any) -> Any:
    """The dtype and shape of the variable behind a handle; None for other tensors."""
    value = getattr(handle, "value", handle)
    known = getattr(value, "handle_data", None)
    if known:
        return known[0]
    storage: Any = getattr(handle, "_array", None)
    shape = getattr(storage, "variable_shape", None)
    return None if shape is None else (storage.dtype, shape)
