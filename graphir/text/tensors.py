"""Constants in the text form: short constants as numbers, long constants as bytes."""

from __future__ import annotations

import base64
from typing import Any, Final

import numpy as np

from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.shapes import Shape
from graphir.text.tokens import quote, quote_bytes

Array = np.ndarray[Any, np.dtype[Any]]

MAX_INLINE: Final = 64
"""A tensor of more elements is written as bytes, unless all are the same."""


def print_tensor(tensor: TensorValue, type_text: str) -> str:
    """``[1.0, 2.0] : f32[2]``; ``splat`` of one element, or ``dense`` bytes."""
    array = tensor.array
    if tensor.raw is not None:
        return f"raw {quote(_encoded(tensor.raw))} : {type_text}"
    if not tensor.dtype.has_numpy:
        return f"raw {quote('')} : {type_text}"
    if array.size > MAX_INLINE:
        element = _splat(array)
        if element is not None and _reads_back(array.dtype, [element]):
            return f"splat {_spelled(element)} : {type_text}"
        if array.dtype != object:
            return f"dense {quote(_encoded(_wire_bytes(array)))} : {type_text}"
    elif array.dtype != object and not _reads_back(array.dtype, array.ravel()):
        return f"dense {quote(_encoded(_wire_bytes(array)))} : {type_text}"
    return f"{_nested(array)} : {type_text}"


def tensor_of_literal(literal: Any, dtype: DType, shape: Shape) -> TensorValue:
    """The tensor of parsed nested lists; raises ValueError if they do not fit."""
    array = np.array(literal, dtype.numpy_dtype)
    if not array.size:
        array = array.reshape(shape.as_ints())
    if array.shape != shape.as_ints():
        raise ValueError(f"has shape {array.shape}, not {shape}")
    return TensorValue(array, dtype)


def tensor_of_splat(element: Any, dtype: DType, shape: Shape) -> TensorValue:
    """A tensor whose elements are all equal."""
    array = np.empty(shape.as_ints(), dtype.numpy_dtype)
    array[...] = element
    return TensorValue(array, dtype)


def tensor_of_bytes(text: str, dtype: DType, shape: Shape) -> TensorValue:
    """A tensor of the bytes that ``dense`` wrote, little-endian."""
    data = base64.b64decode(text, validate=True)
    array = np.frombuffer(data, _little_endian(dtype.numpy_dtype))
    return TensorValue(
        array.astype(dtype.numpy_dtype, copy=False).reshape(shape.as_ints()), dtype
    )


def tensor_of_raw(text: str, dtype: DType, shape: Shape) -> TensorValue:
    """A resource or variant constant: the bytes of its message."""
    raw = base64.b64decode(text, validate=True)
    empty = np.empty(shape.as_ints() if shape.is_fully_defined() else (0,), object)
    return TensorValue(empty, dtype, raw)


def _splat(array: Array) -> Any:
    flat = array.ravel()
    if array.dtype == object:
        return flat[0] if all(each == flat[0] for each in flat) else None
    width = array.dtype.itemsize
    data = np.ascontiguousarray(flat).view(np.uint8).reshape(-1, width)
    return flat[0] if bool((data == data[0]).all()) else None


def _reads_back(dtype: np.dtype[Any], elements: Any) -> bool:
    """Whether the spelled elements read back bit for bit (some NaNs do not)."""
    if dtype.kind in "iubO":
        return True
    known = np.array(elements, dtype)
    read = np.array([_reread(_python(each)) for each in known], dtype)
    return read.tobytes() == known.tobytes()


def _reread(number: Any) -> Any:
    """The number that its text gives: a NaN loses its payload there."""
    if isinstance(number, complex):
        return complex(_reread(number.real), _reread(number.imag))
    return float("nan") if number != number else number


def _nested(array: Array) -> str:
    if array.ndim == 0:
        return _spelled(array[()])
    # `i, ...` keeps an array where iterating gives a bare element
    return "[" + ", ".join(_nested(array[i, ...]) for i in range(len(array))) + "]"


def _spelled(element: Any) -> str:
    if isinstance(element, (bytes, str)):
        return quote_bytes(
            element if isinstance(element, bytes) else element.encode("utf-8")
        )
    value = _python(element)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, complex):
        return f"({value.real!r}, {value.imag!r})"
    return repr(value)


def _python(element: Any) -> Any:
    """The Python number that is written for an element; as few digits as do."""
    kind = element.dtype.kind
    if kind == "b":
        return bool(element)
    if kind in "iu" or np.dtype(element.dtype).name in (
        "int4",
        "uint4",
        "int2",
        "uint2",
    ):
        return int(element)
    if kind == "c":
        return complex(element)
    short = float(str(element))
    # through float64 the shortest digits may round to a neighbour
    return short if element.dtype.type(short) == element else float(element)


def short_values(array: Array) -> Any:
    """What ``array.tolist()`` gives, with no more digits than the dtype has.

    >>> short_values(np.array([0.1, 2.5], np.float32))
    [0.1, 2.5]
    """
    if array.dtype == object or array.dtype.kind in "SU":
        return array.tolist()
    if array.ndim == 0:
        return _python(array[()])
    return [short_values(array[i, ...]) for i in range(len(array))]


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _wire_bytes(array: Array) -> bytes:
    little: Array = array.astype(_little_endian(array.dtype), copy=False)
    return little.tobytes()


def _little_endian(dtype: np.dtype[Any]) -> np.dtype[Any]:
    # ml_dtypes' types have no byte order to change
    return dtype.newbyteorder("<") if dtype.kind in "iufc" else dtype
