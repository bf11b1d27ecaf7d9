"""Functions of XLA that libraries call under TensorFlow, made of other ops."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_single
from runtime.arrays.filling import zeros_like
from runtime.arrays.reshaping import shape
from runtime.math.arithmetic import add, maximum, minimum, subtract
from runtime.math.casting import cast
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.tensor import Tensor


def dynamic_update_slice(x: Any, update: Any, indices: Any) -> Tensor:
    """The tensor with a block replaced; a block that would stick out is moved in.

    >>> from runtime.internal.xla import dynamic_update_slice
    >>> dynamic_update_slice([1, 2, 3, 4], [8, 9], [3]).numpy().tolist()
    [1, 2, 8, 9]

    Raises:
      ValueError: if the dtypes differ.
    """
    whole = convert_to_tensor(x)
    block = convert_to_tensor(update, dtype=whole.dtype)
    starts = convert_to_tensor(indices)
    sizes = cast(shape(block), starts.dtype)
    last = subtract(cast(shape(whole), starts.dtype), sizes)
    begin = maximum(minimum(starts, last), zeros_like(starts))
    strides = zeros_like(starts) + 1
    inputs = [whole, begin, add(begin, sizes), strides, block]
    return apply_single("TensorStridedSliceUpdate", inputs)
