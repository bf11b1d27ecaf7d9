"""Gradients to start with: ones for targets, zeros for what nothing depends on."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import resource
from runtime.apply import apply_op
from runtime.context import CURRENT
from runtime.tensor import EagerTensor, Tensor, wrap


def ones_for(target: Tensor) -> Tensor:
    """The gradient of a target by itself."""
    if CURRENT.get() is None and isinstance(target, EagerTensor):
        return wrap(np.ones_like(target._array), target.dtype)
    ones: Tensor = apply_op("OnesLike", [target])
    return ones


def zeros_for(source: Any) -> Any:
    """Zeros as a gradient of a tensor has them; of a handle, as its variable's."""
    if source.dtype is resource:
        dtype, _ = variable_behind(source)
        source = apply_op("ReadVariableOp", [source], {"dtype": dtype})
    return apply_op("ZerosLike", [source])


def variable_behind(handle: Any) -> Any:
    """The dtype and shape of the variable that a handle leads to; None for others."""
    value = getattr(handle, "value", handle)
    known = getattr(value, "handle_data", None)
    if known:
        return known[0]
    storage: Any = getattr(handle, "_array", None)
    shape = getattr(storage, "variable_shape", None)
    return None if shape is None else (storage.dtype, shape)
