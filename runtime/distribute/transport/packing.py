"""Arrays as bytes: their dtypes and shapes in a JSON head, their elements after it."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.errors import DataLossError, UnimplementedError

_LENGTH: Final = struct.Struct("<I")

Signed = dict[str, Any]


def packed_arrays(values: Iterable[Any]) -> tuple[list[Signed], bytes]:
    """The signatures of arrays, for a JSON head, and their elements.

    >>> signed, data = packed_arrays([np.float32([1, 2]), b"text"])
    >>> signed[0]["dtype"], unpacked_arrays(signed, data)[1].item()
    ('float32', b'text')

    Raises:
      UnimplementedError: for what is no array of numbers, truth values or strings.
    """
    signed: list[Signed] = []
    parts: list[bytes] = []
    for value in values:
        array = _as_array(value)
        is_text = array.dtype.hasobject
        part = _texts(array) if is_text else np.ascontiguousarray(array).tobytes()
        name = "string" if is_text else dtypes.of_array(array).name
        signed.append({"dtype": name, "shape": list(array.shape), "size": len(part)})
        parts.append(part)
    return signed, b"".join(parts)


def unpacked_arrays(signed: Sequence[Mapping[str, Any]], data: Any) -> list[Any]:
    """The arrays that `packed_arrays` wrote; each has memory of its own.

    Raises:
      DataLossError: if bytes are missing or left over.
    """
    view, place, found = memoryview(data), 0, []
    for each in signed:
        size = int(each["size"])
        if size < 0:
            raise DataLossError(f"An array of {size} bytes is announced.")
        found.append(_array(each, view[place : place + size]))
        place += size
    if place != len(view):
        raise DataLossError(f"{len(view)} bytes came, and {place} were announced.")
    return found


def _as_array(value: Any) -> np.ndarray[Any, Any]:
    if isinstance(value, (bytes, str)):
        made = np.empty((), object)
        made[()] = value
        return made
    if isinstance(value, (np.ndarray, np.generic, bool, int, float, complex)):
        return np.asarray(value)
    raise UnimplementedError(
        f"A {type(value).__name__} belongs to the process that made it: other "
        "processes are sent numbers, truth values and strings."
    )


def _texts(array: np.ndarray[Any, Any]) -> bytes:
    parts: list[bytes] = []
    for each in array.ravel().tolist():
        if not isinstance(each, (bytes, str)):
            raise UnimplementedError(
                f"Arrays of {type(each).__name__} are not sent to other processes."
            )
        text = each.encode() if isinstance(each, str) else each
        parts += [_LENGTH.pack(len(text)), text]
    return b"".join(parts)


def _array(signed: Mapping[str, Any], part: memoryview) -> Any:
    shape = tuple(map(int, signed["shape"]))
    if signed["dtype"] == "string":
        return _read_texts(shape, part)
    dtype = np.dtype(dtypes.as_dtype(signed["dtype"]).numpy_dtype)
    # before room is made for what was announced
    if prod(shape) * dtype.itemsize != len(part):
        raise DataLossError(f"{len(part)} bytes are no {signed['dtype']}{list(shape)}.")
    made = np.empty(shape, dtype)
    made.reshape(-1).view(np.uint8)[:] = np.frombuffer(part, np.uint8)
    return made if shape else made[()]


def _read_texts(shape: tuple[int, ...], part: memoryview) -> Any:
    if prod(shape) * _LENGTH.size > len(part):
        raise DataLossError("Texts are missing.")
    made = np.empty(shape, object)
    flat, place = made.reshape(-1), 0
    for number in range(flat.size):
        if place + _LENGTH.size > len(part):
            raise DataLossError("Texts are missing.")
        (length,) = _LENGTH.unpack_from(part, place)
        place += _LENGTH.size
        flat[number] = bytes(part[place : place + length])
        place += length
    if place != len(part):
        raise DataLossError("The lengths of texts do not fit their bytes.")
    return made
