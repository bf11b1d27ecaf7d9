"""Elements of tensors in ``TensorProto``: typed lists, raw bytes, strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError

Array = np.ndarray[Any, Any]
Message = Any

LIST_FIELDS: Final = {
    "float32": "float_val",
    "float64": "double_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "string": "string_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "float16": "half_val",
    "bfloat16": "half_val",
    "int32": "int_val",
    "int16": "int_val",
    "int8": "int_val",
    "uint16": "int_val",
    "uint8": "int_val",
    "qint32": "int_val",
    "qint16": "int_val",
    "qint8": "int_val",
    "quint16": "int_val",
    "quint8": "int_val",
    "int4": "int_val",
    "uint4": "int_val",
    "int2": "int_val",
    "uint2": "int_val",
}
"""Where the elements of a type stand; those missing here are bytes: ``float8_val``."""


def read_list(message: Message, dtype: DType) -> Array:
    """The elements listed in a message, flat; may be fewer than its shape has."""
    if dtype is dtypes.string:
        return string_array(list(message.string_val))
    return _LIST_READERS.get(dtype.name, _read_integers)(message, dtype)


def read_content(content: bytes, count: int, dtype: DType) -> Array:
    """The elements that raw bytes hold, flat.

    Raises:
      InvalidGraphError: if they are not as many as needed.
    """
    if dtype is dtypes.string:
        return string_array(_split_strings(content, count))
    wire_type = _wire_type(dtype)
    if len(content) != count * wire_type.itemsize:
        raise InvalidGraphError(
            f"A constant of {count} {dtype.name} needs {count * wire_type.itemsize} "
            f"bytes, its message has {len(content)}: the file is damaged."
        )
    flat = np.frombuffer(content, wire_type)
    if dtype is dtypes.bool_:
        if (flat > 1).any():
            raise InvalidGraphError("A bool constant has bytes other than 0 and 1.")
        flat = flat.view(np.bool_)
    return flat.astype(dtype.numpy_dtype, copy=False)


def string_array(strings: list[bytes]) -> Array:
    """Byte strings as an array of objects, which keeps their trailing NULs."""
    array = np.empty(len(strings), object)
    array[:] = strings
    return array


def _wire_type(dtype: DType) -> np.dtype[Any]:
    if dtype is dtypes.bool_:
        return np.dtype(np.uint8)
    if dtype.itemsize_bits < 8 and dtype.is_integer:
        # one byte an element; the conversion drops the upper bits
        return np.dtype(np.uint8 if dtype.is_unsigned else np.int8)
    wire_type: np.dtype[Any] = dtype.numpy_dtype.newbyteorder("<")
    return wire_type


def _split_strings(content: bytes, count: int) -> list[bytes]:
    """Strings as TensorFlow packs them: all lengths as varints, then all bytes."""
    lengths, position = [], 0
    for _ in range(min(count, len(content) + 1)):
        length, position = _varint(content, position)
        lengths.append(length)
    if position + sum(lengths) != len(content):
        raise InvalidGraphError(
            f"A constant of {count} strings has {len(content)} bytes that do not "
            "hold them: the file is damaged."
        )
    strings = []
    for length in lengths:
        strings.append(content[position : position + length])
        position += length
    return strings


def _varint(content: bytes, position: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 35, 7):
        byte = content[position] if position < len(content) else 0x80
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, position
    raise InvalidGraphError("The lengths in a string constant are damaged.")


def _read_numbers(message: Message, dtype: DType) -> Array:
    # sliced: NumPy reads a Python list three times as fast as protobuf's
    return np.array(getattr(message, LIST_FIELDS[dtype.name])[:], dtype.numpy_dtype)


def _read_integers(message: Message, dtype: DType) -> Array:
    # wraps as C does: a uint8 of 300 is 44
    return np.array(message.int_val[:], np.int32).astype(dtype.numpy_dtype)


def _read_halves(message: Message, dtype: DType) -> Array:
    bits = np.array(message.half_val[:], np.int32).astype(np.uint16)
    return bits.view(dtype.numpy_dtype)


def _read_complex(message: Message, dtype: DType) -> Array:
    parts = list(getattr(message, LIST_FIELDS[dtype.name]))
    pairs = np.array(parts[: len(parts) // 2 * 2], dtype.real_dtype.numpy_dtype)
    return pairs.view(dtype.numpy_dtype)


def _read_float8(message: Message, dtype: DType) -> Array:
    return np.frombuffer(message.float8_val, dtype.numpy_dtype)


_LIST_READERS: Final[dict[str, Callable[[Message, DType], Array]]] = {
    **dict.fromkeys(
        ("float32", "float64", "int64", "uint32", "uint64", "bool"), _read_numbers
    ),
    **dict.fromkeys(("float16", "bfloat16"), _read_halves),
    **dict.fromkeys(("complex64", "complex128"), _read_complex),
    **{
        dtype.name: _read_float8
        for dtype in dtypes.ALL
        if dtype.name.startswith(("float8", "float4"))
    },
}
