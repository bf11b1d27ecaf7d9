"""Casts to another dtype."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


@overload
def cast(x: Tensor, dtype: DTypeLike, name: str | None = None) -> Tensor: ...


@overload
def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Any: ...


def cast(x: TensorLike, dtype: DTypeLike, name: str | None = None) -> Any:
    """x with its elements converted to another dtype.

    Takes numbers and bool. Floats are truncated towards zero, integers wrap around; a
    complex number becomes its real part, unless the dtype is complex too. A tensor that
    has the dtype already is returned as it is; of ``IndexedSlices`` the values are
    converted.

    >>> print(tf.cast([1.8, -2.2], tf.int32).numpy())
    [ 1 -2]

    Raises:
      TypeError: if ``dtype`` is no dtype.
      UnimplementedError: to or from strings.
    """
    target = as_dtype(dtype).base_dtype
    if getattr(x, "dtype", None) is target and hasattr(x, "constant_value"):
        return x
    if isinstance(x, IndexedSlices):
        return x.with_values(cast(x.values, target, name))
    with op_scope(name, "Cast") as scope:
        x = convert_to_tensor(x, name="x")
        if x.dtype.base_dtype is target:
            return x
        return apply_single("Cast", [x], {"DstT": target}, scope)


def saturate_cast(value: Any, dtype: Any, name: str | None = None) -> Any:
    """Casts to another dtype, after clamping to its range.

    Takes numbers; NaN is converted as by ``tf.cast``, infinities are limited too.

    >>> print(tf.saturate_cast([-5, 100, 300], tf.uint8).numpy())
    [  0 100 255]

    Raises:
      TypeError: if ``dtype`` is no dtype, or either is bool.
    """
    target = as_dtype(dtype).base_dtype
    with op_scope(name, "saturate_cast") as scope:
        value = convert_to_tensor(value, name="value")
        if value.dtype.is_complex and not target.is_complex:
            value = apply_op("Real", [value], {"Tout": value.dtype.real_dtype})
        source = value.dtype.base_dtype
        if source.is_bool or target.is_bool:
            raise TypeError("Cannot find minimum value of bool: it can't be limited.")
        if not source.is_complex:
            limits = [convert_to_tensor(x) for x in _limits(source, target.real_dtype)]
            value = apply_op("ClipByValue", [value, *limits], None, "clamp")
        return cast(value, target, scope)


def _limits(source: DType, target: DType) -> tuple[Any, Any]:
    """The least and greatest value that both can hold, in the dtype of the source."""
    low = max(_exact(source.min), _exact(target.min))
    high = min(_exact(source.max), _exact(target.max))
    numpy_type = source.numpy_dtype
    least, greatest = np.array(low, numpy_type), np.array(high, numpy_type)
    # rounding may have stepped outside of what the target holds
    if float(greatest) > float(target.max):
        greatest = np.nextafter(greatest, np.zeros_like(greatest))
    if float(least) < float(target.min):
        least = np.nextafter(least, np.zeros_like(least))
    return least, greatest


def _exact(limit: Any) -> int | float:
    # Python compares integers and floats without rounding
    return limit if isinstance(limit, int) else float(limit)
