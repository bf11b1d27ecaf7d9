"""Serialization of tensors as TensorProto, and decompression of bytes."""

from __future__ import annotations

import zlib
from typing import Any, Final

import numpy as np

from graphir.attachments import Attached
from graphir.attributes import TensorValue
from graphir.dtypes import DType
from graphir.errors import (
    DataLossError,
    InvalidGraphError,
    ParseError,
    ResourceExhaustedError,
)
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.ranks import text_of
from graphir.ops.strings.strings import Strings, StringUnary, for_each
from graphir.shapes import UNKNOWN, Shape

_BYTES: Final[Attached[bytes]] = Attached("bytes of the message of a tensor")
_MESSAGE: Final[Attached[Any]] = Attached("message from bytes")
_TENSOR: Final[Attached[TensorValue]] = Attached("tensor of a message")


def message_bytes(array: Any, dtype: DType) -> bytes:
    """The bytes of the message of a tensor."""
    return _BYTES(TensorValue(np.asarray(array), dtype))


def tensor_in(call: Op, data: bytes) -> TensorValue:
    """The tensor in the bytes of its message.

    Raises:
      InvalidArgumentError: for bytes that are none.
    """
    try:
        return _TENSOR(_MESSAGE("TensorProto", data))
    except (InvalidGraphError, ParseError) as error:
        shown = data[:80].decode("utf-8", "backslashreplace")
        raise call.invalid(
            f"Could not parse `serialized` as TensorProto: '{shown}' ({error})"
        ) from None


class SerializeTensor(
    Strings, signature="SerializeTensor(tensor: T) -> (serialized: string) | T: type"
):
    """The bytes of the message of a tensor."""

    def infer_shape(self) -> Shape:
        return Shape([])

    def compute(self, tensor: Any) -> Any:
        return message_bytes(tensor, self.T)


class ParseTensor(
    Strings,
    signature="ParseTensor(serialized: string) -> (output: out_type) | out_type: type",
):
    """The tensor in the bytes of its message."""

    def infer_shape(self) -> Shape:
        return UNKNOWN

    def compute(self, serialized: Any) -> Any:
        tensor = tensor_in(self, text_of(serialized, "serialized"))
        if tensor.dtype is not self.out_type:
            raise self.invalid(
                f"Type mismatch between parsed tensor ({tensor.dtype.signature_name}) "
                f"and dtype ({self.out_type.signature_name})"
            )
        return tensor.array


_WINDOWS: Final = {b"ZLIB": 15, b"GZIP": 31}
"""How ``zlib`` is told the format."""

LARGEST: Final = 1 << 31
"""More bytes than this are refused: a few can stand for very many."""


class DecodeCompressed(
    StringUnary,
    signature="""
        DecodeCompressed(bytes: string) -> (output: string)
        | compression_type: string = ''
    """,
):
    """Each string unpacked from ZLIB or GZIP; without a type, as it is."""

    def compute(self, bytes: Any) -> Any:
        kind = self.compression_type
        if kind not in (b"", *_WINDOWS):
            raise self.invalid(
                f"Only ZLIB, GZIP or NONE are supported compressions, got "
                f"{kind.decode('utf-8', 'replace')}"
            )
        return for_each(self._unpacked if kind else lambda each: each, bytes)

    def _unpacked(self, data: bytes) -> bytes:
        stream = zlib.decompressobj(_WINDOWS[self.compression_type])
        try:
            text = stream.decompress(data, LARGEST)
        except zlib.error as error:
            raise DataLossError(None, None, f"inflate() failed: {error}") from None
        if stream.unconsumed_tail:
            raise ResourceExhaustedError(
                None, None, f"The unpacked text is longer than {LARGEST} bytes."
            )
        return text
