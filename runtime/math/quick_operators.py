"""Operators of eager tensors of one dtype: the kernel is called without conversions.

The bound call is the one that ``apply_op`` would find.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.ops.contract.registry import lookup
from runtime.apply import NO_ATTRS, bound_call
from runtime.context import CURRENT
from runtime.tensors.tensor import EagerTensor

Operator = Callable[[Any, Any], Any]


def quick_operator(
    slow: Operator, op: str, attrs: Mapping[str, Any] = NO_ATTRS
) -> Operator:
    """The operator for eager tensors: two of one dtype need no conversion.

    ``slow`` is called with all others, and while something is traced.

    >>> add = quick_operator(tf.add, "AddV2")
    >>> add(tf.constant(1.5), 2), add(tf.constant([1]), [2])
    (<tf.Tensor: shape=(), dtype=float32, numpy=3.5>,
     <tf.Tensor: shape=(1,), dtype=int32, numpy=array([3], dtype=int32)>)
    """
    bound: dict[int, Callable[..., EagerTensor] | None] = {}
    current = CURRENT.get

    def operator(x: Any, y: Any) -> Any:
        ambient = current()
        if ambient is not None and ambient.trace is not None:
            return slow(x, y)
        dtype = x.dtype
        other = y
        if type(y) is not EagerTensor:
            other = number_as(y, dtype) or _value_of(y)
        if other is not None and dtype is other.dtype:
            try:
                apply = bound[dtype.number]
            except KeyError:
                apply = bound[dtype.number] = _bind(op, x, attrs)
            if apply is not None:
                return apply(ambient, x, other)
        return slow(x, y)

    operator.__name__ = slow.__name__
    return operator


def quick_reflected(slow: Operator, fast: Operator) -> Operator:
    """The fast path of an operator whose left operand is a plain number."""
    current = CURRENT.get

    def operator(y: Any, x: Any) -> Any:
        ambient = current()
        if ambient is None or ambient.trace is None:
            number = number_as(x, y.dtype)
            if number is not None:
                return fast(number, y)
        return slow(y, x)

    operator.__name__ = slow.__name__
    return operator


_NUMBERS: Final[dict[tuple[type, int], tuple[Any, float]]] = {
    (float, dtypes.float32.number): (np.float32, 3e38),
    (float, dtypes.float64.number): (np.float64, math.inf),
    (int, dtypes.float32.number): (np.float32, 2**24),
    (int, dtypes.float64.number): (np.float64, 2**53),
    (int, dtypes.int32.number): (np.int32, 2**31),
    (int, dtypes.int64.number): (np.int64, 2**63),
}
"""The conversion of a Python number to a dtype, and the limit of its magnitude."""


def number_as(value: Any, dtype: DType) -> EagerTensor | None:
    """A Python number as a tensor of a dtype; None if general conversion is needed."""
    found = _NUMBERS.get((type(value), dtype.number))
    if found is None or not -found[1] < value < found[1]:
        return None
    tensor = object.__new__(EagerTensor)
    tensor._array = found[0](value)
    tensor.dtype = dtype
    return tensor


def _value_of(value: Any) -> Any:
    """The value of a variable; None for other objects, and values of other classes."""
    read = getattr(value, "value_as_operand", None)
    found = None if read is None else read()
    return found if type(found) is EagerTensor else None


def _bind(
    op: str, x: EagerTensor, attrs: Mapping[str, Any]
) -> Callable[..., EagerTensor] | None:
    """The op on two tensors of x's dtype, or None where conversion must decide."""
    dtype = x.dtype
    if not dtype.is_numeric or dtype.is_quantized:
        return None
    if op == "RealDiv" and dtype.is_integer:
        return None  # the quotient of integers is a float
    allowed = lookup(op).declared().attrs["T"].allowed
    if allowed is not None and dtype not in allowed:
        return None
    return bound_call(op, [x, x], (dtype.number, dtype.number), attrs).apply


__all__ = ["Operator", "quick_operator", "quick_reflected"]
