"""Elements as bytes: the components as TensorProtos, one after the other."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType
from graphir.ops.strings.serialized_tensors import ParseTensor, message_bytes
from runtime.data.stages.stage import Element
from runtime.errors import DataLossError, UnimplementedError

_LENGTH: Final = struct.Struct("<Q")


def packed(elements: Sequence[Element], types: Sequence[DType]) -> bytes:
    """Elements as bytes.

    >>> import numpy as np
    >>> from graphir import dtypes
    >>> unpacked(packed([(np.int32(3),)], [dtypes.int32]), [dtypes.int32])
    [(array(3, dtype=int32),)]

    Raises:
      UnimplementedError: for ragged and sparse tensors, and datasets.
    """
    for dtype in types:
        if not dtype.has_numpy:
            raise UnimplementedError(
                f"The data service hands over no components of dtype {dtype.name} "
                "(ragged and sparse tensors, datasets)."
            )
    parts: list[bytes] = []
    for element in elements:
        for part, dtype in zip(element, types):
            message = message_bytes(part, dtype)
            parts += [_LENGTH.pack(len(message)), message]
    return b"".join(parts)


def unpacked(data: bytes, types: Sequence[DType]) -> list[Element]:
    """The elements that `packed` wrote into bytes, of these component dtypes.

    Raises:
      DataLossError: if components of the last element are missing.
    """
    parsers = [ParseTensor.bind({"out_type": dtype}) for dtype in types]
    parts: list[Any] = []
    place = 0
    while place < len(data):
        (length,) = _LENGTH.unpack_from(data, place)
        place += _LENGTH.size
        text = np.empty((), object)
        text[()] = data[place : place + length]
        place += length
        parts.append(parsers[len(parts) % len(types)](text))
    if not types or len(parts) % len(types):
        raise DataLossError("A worker sent incomplete elements.")
    count = len(types)
    return [tuple(parts[at : at + count]) for at in range(0, len(parts), count)]
