"""NumPy's types and constants under the names of `tf.experimental.numpy`."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir.dtypes import DType
from runtime.numpy_api.conversion import as_dtype_or_none
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor import Tensor as ndarray

bool_ = np.bool_
complex128 = complex_ = np.complex128
complex64 = np.complex64
float16 = np.float16
float32 = np.float32
float64 = float_ = np.float64
int16 = np.int16
int32 = np.int32
int64 = int_ = np.int64
int8 = np.int8
object_ = np.object_
string_ = np.bytes_
uint16 = np.uint16
uint32 = np.uint32
uint64 = np.uint64
uint8 = np.uint8
unicode_ = np.str_
inexact = np.inexact
iinfo = np.iinfo
issubdtype = np.issubdtype
e: Final = np.e
inf: Final = np.inf
newaxis: Final = None
pi: Final = np.pi


def finfo(dtype: DTypeLike) -> Any:
    """The limits of a float type, NumPy's ``finfo``.

    >>> tf.experimental.numpy.finfo("float32").bits
    32

    Raises:
      ValueError: for other than NumPy's floats.
    """
    wanted: DType | None = as_dtype_or_none(dtype)
    return np.finfo(float if wanted is None else wanted.as_numpy_dtype)


__all__ = [
    "bool_",
    "complex64",
    "complex128",
    "complex_",
    "e",
    "finfo",
    "float16",
    "float32",
    "float64",
    "float_",
    "iinfo",
    "inexact",
    "inf",
    "int8",
    "int16",
    "int32",
    "int64",
    "int_",
    "issubdtype",
    "ndarray",
    "newaxis",
    "object_",
    "pi",
    "string_",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "unicode_",
]
