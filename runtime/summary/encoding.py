"""Fast wire encoding of the most frequent event messages.

A scalar is written in a few microseconds; a protobuf message object alone would take
longer. Fields are in the order of their numbers, so the bytes equal protobuf's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np

from graphir.dtypes import DType, string
from runtime.bundles.varints import varint

Array = Any

_DOUBLE: Final = struct.Struct("<d")
_WRITER: Final = b"tensorflow.core.util.events_writer"
"""Who TensorFlow's own files say wrote them; readers of files look for it."""


def field(number: int, content: bytes) -> bytes:
    """A field of bytes, text or a message.

    >>> field(1, b"loss")
    b'\\n\\x04loss'
    """
    return varint(number << 3 | 2) + varint(len(content)) + content


def double_field(number: int, value: float) -> bytes:
    """A field of a double; none for zero, which is the default."""
    content = _DOUBLE.pack(value)
    return varint(number << 3 | 1) + content if any(content) else b""


def integer_field(number: int, value: int) -> bytes:
    """A field of an integer; none for zero. Negative ones take ten bytes."""
    if not value:
        return b""
    return varint(number << 3) + varint(value & 0xFFFFFFFFFFFFFFFF)


def doubles_field(number: int, values: Iterable[float]) -> bytes:
    """A packed field of doubles; none if there are none."""
    content = np.fromiter(values, "<f8").tobytes()
    return field(number, content) if content else b""


def version_event(wall_time: float) -> bytes:
    """The event that every file begins with."""
    version = field(3, b"brain.Event:2")
    return event_head(wall_time, 0) + version + field(10, field(1, _WRITER))


def event_head(wall_time: float, step: int) -> bytes:
    """The wall time and step of an event."""
    head = b"\x09" + _DOUBLE.pack(wall_time)
    return head + b"\x10" + _step(step) if step else head


def _step(step: int) -> bytes:
    if 0 < step < 0x80:
        return _BYTES[step]
    if 0 < step < 0x4000:
        return _BYTES[step & 0x7F | 0x80] + _BYTES[step >> 7]
    return varint(step & 0xFFFFFFFFFFFFFFFF)


_BYTES: Final = [bytes([each]) for each in range(256)]


@lru_cache(maxsize=4096)
def scalar_frame(tag: bytes, metadata: bytes) -> tuple[bytes, bytes]:
    """The bytes of an event before and after the 4 bytes of a float32 scalar."""
    tensor = b"\x08\x01\x12\x00\x22\x04"
    tail = field(9, metadata) if metadata else b""
    head = field(1, tag) + b"\x42" + varint(len(tensor) + 4) + tensor
    value = b"\x0a" + varint(len(head) + 4 + len(tail))
    size = len(value) + len(head) + 4 + len(tail)
    return b"\x2a" + varint(size) + value + head, tail


def tensor_summary(tag: bytes, tensor: bytes, metadata: bytes) -> bytes:
    """The Summary of one tensor, which is a TensorProto; without metadata if empty."""
    value = field(1, tag) + field(8, tensor)
    return field(1, value + field(9, metadata) if metadata else value)


def summary_value(tag: bytes, content: bytes) -> bytes:
    """One value of a Summary, from an encoded field."""
    return field(1, field(1, tag) + content)


def tensor_proto(array: Array, dtype: DType) -> bytes:
    """The TensorProto of an array, numbers as they stand in memory."""
    sizes = b"".join(field(2, integer_field(1, size)) for size in np.shape(array))
    head = integer_field(1, dtype.number) + field(2, sizes)
    if dtype is string:
        elements: Sequence[Any] = np.asarray(array, object).ravel().tolist()
        return head + b"".join(field(8, _as_bytes(each)) for each in elements)
    numbers = np.asarray(array)
    little = numbers.astype(numbers.dtype.newbyteorder("<"), copy=False)
    content = little.tobytes()
    return head + field(4, content) if content else head


def _as_bytes(element: Any) -> bytes:
    return element if isinstance(element, bytes) else str(element).encode()


def plugin_metadata(
    plugin: bytes, content: bytes = b"", description: bytes = b""
) -> bytes:
    """The SummaryMetadata that selects a plugin of TensorBoard."""
    data = field(1, plugin) + (field(2, content) if content else b"")
    about = field(3, description) if description else b""
    return field(1, data) + about
