"""The wire format of arrays and texts: a head of fixed size, a text, raw bytes.

A head has a magic number, the kind of the frame, the number of the collective that it
belongs to, and the sizes of the text and of the bytes. Numbers are big-endian, elements
of arrays are in the byte order of the machine, which the handshake compares.
"""

from __future__ import annotations

import struct
from typing import Any, Final, NamedTuple

import numpy as np

from graphir import dtypes
from graphir.errors import DataLossError, UnimplementedError

HEAD: Final = struct.Struct("!4sBxHQQ")
MAGIC: Final = b"AGr1"

DATA: Final = 1
ABORT: Final = 2

LONGEST_TEXT: Final = 2**16 - 1


class Head(NamedTuple):
    """The header of a frame."""

    kind: int
    text_size: int
    number: int
    payload_size: int


def packed_head(kind: int, number: int, text: bytes, payload_size: int) -> bytes:
    """The head of a frame, and its text.

    >>> from runtime.distribute.transport.frames import DATA, HEAD, read_head
    >>> read_head(packed_head(DATA, 7, b"sum", 8)[: HEAD.size])
    Head(kind=1, text_size=3, number=7, payload_size=8)
    """
    text = text[:LONGEST_TEXT]
    return HEAD.pack(MAGIC, kind, len(text), number, payload_size) + text


def read_head(packed: bytes | bytearray) -> Head:
    """The head that bytes encode.

    Raises:
      DataLossError: if they are none.
    """
    magic, kind, text_size, number, payload_size = HEAD.unpack(packed)
    if magic != MAGIC or kind not in (DATA, ABORT):
        raise DataLossError(
            "The message from another process is no frame of ours: it begins with "
            f"{magic!r}."
        )
    return Head(kind, text_size, number, payload_size)


def raw_bytes(array: np.ndarray[Any, Any]) -> memoryview:
    """The elements of a contiguous array, without a copy.

    >>> import numpy as np
    >>> raw_bytes(np.ones(2, np.float32)).nbytes
    8
    """
    data: Any = array.reshape(-1).view(np.uint8)
    return memoryview(data)


def signature(array: np.ndarray[Any, Any]) -> str:
    """The dtype and shape of an array as text.

    >>> import numpy as np
    >>> signature(np.ones((2, 3), np.float32))
    'float32[2,3]'

    Raises:
      UnimplementedError: for elements that are no numbers or truth values.
    """
    if array.dtype.hasobject or array.dtype.kind in "SUM":
        raise UnimplementedError(
            f"Collectives hand over numbers and truth values, not {array.dtype}."
        )
    name = dtypes.of_array(array).name
    return f"{name}[{','.join(map(str, array.shape))}]"


def array_of(signed: str) -> np.ndarray[Any, Any]:
    """An uninitialized array of the dtype and shape in a text.

    >>> array_of("int32[2,3]").shape
    (2, 3)

    Raises:
      DataLossError: for a text that is not a signature.
    """
    name, bracket, sizes = signed.partition("[")
    try:
        dtype = dtypes.as_dtype(name).numpy_dtype
        shape = tuple(map(int, filter(None, sizes.removesuffix("]").split(","))))
    except (TypeError, ValueError) as error:
        raise DataLossError(f"{signed!r} describes no array.") from error
    if not bracket or np.dtype(dtype).hasobject:
        raise DataLossError(f"{signed!r} describes no array of numbers.")
    return np.empty(shape, dtype)
