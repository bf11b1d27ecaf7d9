"""Kernels of protocol buffers: fields of messages to arrays, and back."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from graphir.attributes import Attr
from graphir.errors import DataLossError, InvalidArgumentError
from graphir.ops.strings import encoded_messages
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.message_types import (
    field_of,
    message_class,
    message_type,
)


class _Kind(NamedTuple):
    """How values of a type of fields stand in messages."""

    name: str
    dtypes: tuple[str, ...]
    wire: int
    form: str = ""
    """`struct`'s code for values of fixed size; "zigzag" for such integers."""


_VARINT: Final = 0
_SIZED: Final = 2
_FIXED: Final = {1: 8, 5: 4}
"""Wire type -> bytes of a value."""

_SIGNED: Final = ("int32", "int64")
_UNSIGNED: Final = ("uint32", "uint64")
_KINDS: Final = {
    1: _Kind("double", ("float64",), 1, "<d"),
    2: _Kind("float", ("float32", "float64"), 5, "<f"),
    3: _Kind("int64", ("int64",), _VARINT),
    4: _Kind("uint64", ("uint64",), _VARINT),
    5: _Kind("int32", _SIGNED, _VARINT),
    6: _Kind("fixed64", ("uint64",), 1, "<Q"),
    7: _Kind("fixed32", _UNSIGNED, 5, "<I"),
    8: _Kind("bool", ("bool",), _VARINT),
    9: _Kind("string", ("string",), _SIZED),
    11: _Kind("message", ("string",), _SIZED),
    12: _Kind("bytes", ("string",), _SIZED),
    13: _Kind("uint32", _UNSIGNED, _VARINT),
    14: _Kind("enum", ("int32",), _VARINT),
    15: _Kind("sfixed32", _SIGNED, 5, "<i"),
    16: _Kind("sfixed64", ("int64",), 1, "<q"),
    17: _Kind("sint32", _SIGNED, _VARINT, "zigzag"),
    18: _Kind("sint64", ("int64",), _VARINT, "zigzag"),
}
"""Type of a field, by protobuf's number."""


def _kind_of(field: Any) -> _Kind:
    found = _KINDS.get(field.type)
    if found is None:
        raise InvalidArgumentError(
            None, None, f"Fields of groups are not supported: {field.full_name}"
        )
    return found


# --- reading


@kernel_factory(encoded_messages.DecodeProtoV2)
def _decode(attrs: Mapping[str, Attr]) -> Any:
    names = [_text(each) for each in attrs["field_names"]]
    types = list(attrs["output_types"])
    if len(names) != len(types):
        raise InvalidArgumentError(
            None,
            None,
            "field_names and output_types attributes must have the same length",
        )
    descriptor = message_type(_text(attrs["message_type"]), attrs["descriptor_source"])
    fields = [field_of(descriptor, name) for name in names]
    for field, dtype in zip(fields, types, strict=True):
        if dtype.name not in _kind_of(field).dtypes:
            raise InvalidArgumentError(
                None,
                None,
                f"Unexpected output type for {field.full_name}: "
                f"{_kind_of(field).name} to DT_{dtype.name.upper()}",
            )
    read = _reader_of(_text(attrs["message_format"]), descriptor, attrs["sanitize"])

    def decode(messages: Any) -> tuple[Any, ...]:
        if not np.size(messages):
            raise InvalidArgumentError(
                None, None, "Bufs argument must contain at least one value"
            )
        flat = [read(each) for each in np.asarray(messages, object).ravel()]
        found = [_found(data, fields) for data in flat]
        batch = np.shape(messages)
        sizes = np.array([[len(each) for each in row] for row in found], np.int32)
        columns = [
            _padded([row[index] for row in found], field, dtype).reshape(*batch, -1)
            for index, (field, dtype) in enumerate(zip(fields, types, strict=True))
        ]
        return (sizes.reshape(*batch, len(fields)), *columns)

    return decode


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _reader_of(message_format: str, descriptor: Any, is_sanitized: Any) -> Any:
    """What makes binary messages of what is given."""
    if message_format not in ("binary", "text"):
        raise InvalidArgumentError(None, None, "format must be one of binary or text")
    if message_format == "binary" and not is_sanitized:
        return lambda data: data
    kind = message_class(descriptor)

    def read(data: bytes) -> bytes:
        from google.protobuf import text_format
        from google.protobuf.message import DecodeError

        try:
            made = (
                kind.FromString(data)
                if message_format == "binary"
                else text_format.Parse(data, kind())
            )
        except text_format.ParseError:
            raise DataLossError(None, None, "Unable to parse text protobuf") from None
        except DecodeError:
            raise DataLossError(None, None, "Unable to parse binary protobuf") from None
        encoded: bytes = made.SerializeToString()
        return encoded

    return read


def _found(data: bytes, fields: Sequence[Any]) -> list[list[Any]]:
    """The values of each field in a message; of a singular one the last counts.

    Raises:
      DataLossError: for bytes that are no message.
    """
    wanted: dict[int, list[Any]] = {field.number: [] for field in fields}
    kinds = {field.number: _kind_of(field) for field in fields}
    try:
        for number, wire, value in _parts(data):
            if number in wanted:
                wanted[number] += _values(kinds[number], wire, value)
    except (IndexError, struct.error, ValueError):
        raise DataLossError(
            None, None, "CountFields: Failed to consume entire buffer"
        ) from None
    return [
        wanted[field.number] if _is_repeated(field) else wanted[field.number][-1:]
        for field in fields
    ]


def _is_repeated(field: Any) -> bool:
    if hasattr(field, "is_repeated"):
        return bool(field.is_repeated)
    return bool(field.label == field.LABEL_REPEATED)


def _parts(data: bytes) -> Iterator[tuple[int, int, Any]]:
    """Number, wire type and value of each field as it stands in a message."""
    position = 0
    while position < len(data):
        tag, position = _varint(data, position)
        number, wire = tag >> 3, tag & 7
        if wire == _VARINT:
            value, position = _varint(data, position)
            yield number, wire, value
            continue
        size = _FIXED.get(wire)
        if wire == _SIZED:
            size, position = _varint(data, position)
        if size is None or not number or position + size > len(data):
            raise ValueError(f"wire type {wire}")
        yield number, wire, data[position : position + size]
        position += size


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """An integer of seven bits a byte, and the place behind it."""
    value = shift = 0
    while True:
        byte = data[position]
        value |= (byte & 127) << shift
        position += 1
        shift += 7
        if byte < 128:
            return value & (2**64 - 1), position
        if shift >= 70:
            raise ValueError("too long")


def _values(kind: _Kind, wire: int, value: Any) -> list[Any]:
    """The values that one part holds: several, where they are packed."""
    if wire == kind.wire:
        return [_plain(kind, value)]
    if wire != _SIZED:
        return []
    if kind.wire in _FIXED:
        width = _FIXED[kind.wire]
        return [
            _plain(kind, value[start : start + width])
            for start in range(0, len(value), width)
        ]
    found, position = [], 0
    while position < len(value):
        number, position = _varint(value, position)
        found.append(_plain(kind, number))
    return found


def _plain(kind: _Kind, value: Any) -> Any:
    if kind.form == "zigzag":
        return (value >> 1) ^ -(value & 1)
    if kind.form:
        return struct.unpack(kind.form, value)[0]
    if kind.wire == _SIZED:
        return bytes(value)
    if kind.name == "uint32":
        return value & (2**32 - 1)
    if kind.name in ("int32", "enum"):
        low = value & (2**32 - 1)
        return low - 2**32 if low >= 2**31 else low
    return value - 2**64 if kind.name == "int64" and value >= 2**63 else value


def _padded(rows: list[list[Any]], field: Any, dtype: Any) -> Any:
    """A row for each message, filled up with zeros or the field's default value."""
    width = max(1, *map(len, rows)) if rows else 1
    is_text = dtype.name == "string"
    filler: Any = b"" if is_text else 0
    if not _is_repeated(field) and field.type != 11:
        default = field.default_value
        filler = default.encode() if isinstance(default, str) else default
    table = [row + [filler] * (width - len(row)) for row in rows]
    return np.array(table, object if is_text else dtype.numpy_dtype)


# --- writing


@kernel_factory(encoded_messages.EncodeProto)
def _encode(attrs: Mapping[str, Attr]) -> Any:
    descriptor = message_type(_text(attrs["message_type"]), attrs["descriptor_source"])
    names = [_text(each) for each in attrs["field_names"]]
    fields = [field_of(descriptor, name) for name in names]
    if len(fields) != len(attrs["Tinput_types"]):
        raise InvalidArgumentError(
            None,
            None,
            "field_names and values attributes must have the same length",
        )
    for field, dtype in zip(fields, attrs["Tinput_types"], strict=True):
        if dtype.name not in _kind_of(field).dtypes:
            raise InvalidArgumentError(
                None,
                None,
                f"Incompatible type for field {field.name}.  Saw dtype: {dtype.name} "
                f"but field type is: {_kind_of(field).name}",
            )
    order = sorted(range(len(fields)), key=lambda index: fields[index].number)

    def encode(sizes: Any, *values: Any) -> Any:
        batch = np.shape(values[0])[:-1]
        _check_sizes(np.shape(sizes), (*batch, len(fields)))
        counts = np.reshape(sizes, (-1, len(fields)))
        rows = [np.reshape(each, (len(counts), -1)) for each in values]
        made = np.empty(len(counts), object)
        for row, numbers in enumerate(counts):
            made[row] = b"".join(
                _written(fields[index], rows[index][row], numbers[index], row, index)
                for index in order
            )
        return made.reshape(batch)

    return encode


def _check_sizes(found: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    if found != wanted:
        raise InvalidArgumentError(
            None,
            None,
            "sizes should be batch_size + [len(field_names)].  Saw: "
            f"{_shown(found)} but expected: {_shown(wanted)}",
        )


def _shown(sizes: tuple[int, ...]) -> str:
    return f"[{','.join(map(str, sizes))}]"


def _written(field: Any, values: Any, count: int, row: int, index: int) -> bytes:
    """The first values of a row as parts of a message."""
    if count > len(values):
        raise InvalidArgumentError(
            None,
            None,
            "Size to write must not be larger than value tensor; but saw: "
            f"{count} > {len(values)} at message {row} field {index}",
        )
    kind = _kind_of(field)
    encoded = [_encoded(kind, each) for each in values[:count].tolist()]
    if kind.wire != _SIZED and field.GetOptions().packed and count:
        joined = b"".join(encoded)
        return _as_varint(field.number << 3 | _SIZED) + _as_varint(len(joined)) + joined
    tag = _as_varint(field.number << 3 | kind.wire)
    return b"".join(tag + each for each in encoded)


def _encoded(kind: _Kind, value: Any) -> bytes:
    if kind.form == "zigzag":
        return _as_varint((value << 1) ^ (value >> 63))
    if kind.form:
        return struct.pack(kind.form, value)
    if kind.wire == _SIZED:
        return _as_varint(len(value)) + bytes(value)
    return _as_varint(int(value) & (2**64 - 1))


def _as_varint(value: int) -> bytes:
    made = bytearray()
    while value > 127:
        made.append(value & 127 | 128)
        value >>= 7
    return bytes([*made, value])
