"""Conversion of values to tensors by NumPy's rules, and promotion of operands."""

from __future__ import annotations

from typing import Any, overload

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.math.casting import cast
from runtime.numpy_api.promotion import (
    Kind,
    leaves,
    numpy_result_type,
    result_kind,
)
from runtime.numpy_api.settings import SETTINGS
from runtime.numpy_api.weak_tensors import as_strong, as_weak, is_weak
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


@overload
def as_dtype_or_none(dtype: None) -> None: ...


@overload
def as_dtype_or_none(dtype: DTypeLike) -> DType: ...


def as_dtype_or_none(dtype: Any) -> DType | None:
    """Converts to a dtype, Python's ``int`` and ``float`` by NumPy's rules; keeps None.

    >>> from runtime.numpy_api.conversion import as_dtype_or_none
    >>> as_dtype_or_none(float).name
    'float64'
    """
    if dtype is None:
        return None
    if isinstance(dtype, DType):
        return dtype
    if dtype is float:
        return SETTINGS.default_float
    if dtype is int:
        return SETTINGS.default_int
    if dtype is complex:
        return dtypes.complex128
    try:
        return as_dtype(np.dtype(dtype))
    except TypeError:
        return as_dtype(dtype)  # names that are TensorFlow's alone


def as_tensor(value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Converts a value to a tensor; Python integers are int64, Python floats float64.

    >>> from runtime.numpy_api.conversion import as_tensor
    >>> as_tensor([1, 2.5]).dtype, as_tensor(tf.constant(1)).dtype
    (tf.float64, tf.int32)

    Raises:
      ValueError: for lists of uneven lengths.
    """
    wanted = as_dtype_or_none(dtype)
    if isinstance(value, Tensor):
        return value if wanted is None else as_strong(cast(value, wanted))
    if hasattr(value, "dtype") or hasattr(value, "__tf_tensor__"):
        tensor = convert_to_tensor(value)
        return tensor if wanted is None else cast(tensor, wanted)
    kind = Kind(wanted) if wanted is not None else _own_kind(value)
    made = _converted(value, kind.dtype)
    return as_weak(made) if kind.is_weak else made


def _own_kind(value: Any) -> Kind:
    if SETTINGS.is_weak:
        return result_kind([value])
    return Kind(numpy_result_type([value]))


def _converted(value: Any, dtype: DType) -> Tensor:
    """Numbers, and lists of numbers, arrays and tensors, as one tensor."""
    if dtype is dtypes.string:
        return convert_to_tensor(value)
    if isinstance(value, (list, tuple)) and not all(map(_is_number, leaves(value))):
        return convert_to_tensor([_converted(each, dtype) for each in value], dtype)
    if not _is_number(value) and not isinstance(value, (list, tuple)):
        return as_strong(cast(convert_to_tensor(value), dtype))
    return convert_to_tensor(_numbers(value, dtype), dtype)


def _numbers(value: Any, dtype: DType) -> np.ndarray[Any, Any]:
    """Python numbers as an array; integers too large for the dtype wrap around."""
    try:
        array = np.array(value)
    except ValueError:
        raise ValueError(
            "Can't convert non-rectangular Python sequence to Tensor."
        ) from None
    if array.dtype == object:
        raise OverflowError(f"Python int too large for dtype {dtype.name}: {value!r}")
    if SETTINGS.is_weak and array.dtype == np.int64 and dtype is dtypes.int32:
        limits = np.iinfo(np.int32)
        if array.size and (array.max() > limits.max or array.min() < limits.min):
            raise OverflowError(f"Python int {value!r} too large to convert to int32")
    converted: np.ndarray[Any, Any] = array.astype(dtype.numpy_dtype)
    return converted


def _is_number(value: Any) -> bool:
    return isinstance(value, (bool, int, float, complex))


def number(value: complex, dtype: DType) -> Tensor:
    """A Python number as a tensor of a dtype, in full precision.

    >>> from runtime.numpy_api.conversion import number
    >>> number(0.1, tf.float64).numpy()
    np.float64(0.1)
    """
    return convert_to_tensor(np.asarray(value).astype(dtype.numpy_dtype), dtype)


def promoted(*values: TensorLike) -> list[Tensor]:
    """Promotes values to tensors of one dtype, by the current promotion mode.

    Raises:
      TypeError: for dtypes without a common one, or where the mode refuses it.
    """
    kind = result_kind(values)
    return [as_tensor(value, kind.dtype) for value in values]


def promoted_as_arrays(*values: TensorLike) -> list[Tensor]:
    """The values as tensors of NumPy's common dtype, in every mode of promotion.

    >>> from runtime.numpy_api.conversion import promoted_as_arrays
    >>> [x.dtype.name for x in promoted_as_arrays(tf.constant([1], tf.int8), 2.5)]
    ['float64', 'float64']
    """
    dtype = numpy_result_type(values)
    return [as_tensor(value, dtype) for value in values]


def as_float(value: TensorLike) -> Tensor:
    """The value as a tensor of floats or complex numbers."""
    tensor = as_tensor(value)
    if tensor.dtype.is_floating or tensor.dtype.is_complex:
        return tensor
    made = cast(as_strong(tensor), SETTINGS.default_float)
    return as_weak(made) if is_weak(tensor) else made
