"""Kernels that depend on attributes: selected once, when a call is bound.

A bound kernel is often NumPy's own function, so running an op costs no Python frame of
this package. NumPy's functions also accept bfloat16 and compute it in float32.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op


class BoundKernel:
    """A ``compute`` that is a function of the call's attributes.

    ``Op.bind`` reads ``compute`` from an instance: there the choice is made.
    """

    __slots__ = ("_choose",)

    def __init__(self, choose: Callable[[Op], Kernel]) -> None:
        self._choose = choose

    def __get__(self, call: Op | None, owner: type | None = None) -> Any:
        return self if call is None else self._choose(call)


def bound_by(choose: Callable[[Any], Kernel]) -> Any:
    """``compute`` chosen by a function of the call (its attributes alone).

    >>> square_or_double = bound_by(lambda call: np.square if call.flag else np.add)
    """
    return BoundKernel(choose)


def by_dtype(
    floating: Kernel,
    *,
    integer: Kernel | None = None,
    complex_: Kernel | None = None,
    attr: str = "T",
) -> Any:
    """``compute`` chosen by the dtype: integers and complex numbers may differ."""

    def choose(call: Op) -> Kernel:
        dtype: DType = getattr(call, attr)
        if integer is not None and (dtype.is_integer or dtype.is_quantized):
            return integer
        if complex_ is not None and dtype.is_complex:
            return complex_
        return floating

    return BoundKernel(choose)


def widened(function: Callable[..., Any]) -> Any:
    """``compute`` in float32 for narrower floats, in the dtype itself for others."""

    def narrow(*arrays: Any) -> Any:
        wide = function(*(each.astype(np.float32) for each in arrays))
        return wide.astype(arrays[0].dtype)

    def choose(call: Op) -> Kernel:
        dtype: DType = call.T
        return narrow if dtype.is_floating and dtype.size <= 2 else function

    return BoundKernel(choose)


def in_float64(
    module: str, name: str, single: str = "", check: Callable[..., None] | None = None
) -> Any:
    """``compute`` by a function of ``graphir.special``, loaded when first bound.

    Arguments are widened to float64, the result narrowed to their dtype; for float32
    the module ``single`` may have a function that does without. ``check`` sees the
    call and its arguments first.
    """

    def choose(call: Op) -> Kernel:
        numpy_dtype = call.T.numpy_dtype
        is_single = bool(single) and numpy_dtype == np.float32
        source = import_module(f"graphir.special.{single if is_single else module}")
        function: Kernel = getattr(source, name)
        if is_single:
            return function

        def compute(*arrays: Any) -> Any:
            if check is not None:
                check(call, *arrays)
            wide = function(*(np.asarray(each, np.float64) for each in arrays))
            return wide.astype(numpy_dtype)

        return compute

    return BoundKernel(choose)


def refuse_zero_divisor(x: Any, y: Any) -> None:
    """Raises an error if an integer would be divided by zero.

    Raises:
      InvalidArgumentError: if a divisor is zero and there is something to divide.
    """
    if not np.all(y) and np.size(x):
        raise InvalidArgumentError("Integer division by zero")


def zero_for_zero(gradient: Any, result: Any) -> Any:
    """The result, but 0 where the incoming gradient is 0.

    So the branch that a choice does not select adds 0, even if its slope is infinite.

    >>> zero_for_zero(np.array([0.0, 1.0]), np.array([np.nan, np.inf]))
    array([ 0., inf])
    """
    is_zero = gradient == 0
    if not np.any(is_zero):
        return result
    return np.where(is_zero, result.dtype.type(0), result)[()]
