"""Many `Example` messages of one form, read as columns of one array of bytes.

Records of a file mostly have the same features at the same offsets. If messages have
the same length, and equal bytes except for the values, they are parsed by the offsets
of the values in the first one; other messages are left to the parser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

LEAST_MESSAGES: Final = 8
"""So many of a length on average, or the places would be looked for too often."""

MOST_KEPT: Final = 256
"""The most forms that a kernel keeps."""

_DELIMITED: Final = 2
_LONGEST_NUMBER: Final = 10
_PAYLOAD, _MORE = 0x7F, 0x80
_SHIFTS: Final = np.arange(0, 7 * _LONGEST_NUMBER, 7).astype(np.uint64)
_STRINGS, _FLOATS, _INTEGERS = 1, 2, 3
"""The fields of a `Feature`."""

Span = tuple[int, int]
"""First byte of a value, and the one after it."""


@dataclass(frozen=True)
class Values:
    """The offsets of a feature's values in each message."""

    kind: str
    count: int
    spans: tuple[Span, ...]


class _Unsuited(Exception):
    """The message has another form than those that are written most."""


class Templates:
    """The forms of the messages that one kernel has read, by their length.

    The next batch mostly has the same forms, whose places need not be looked for.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[int, _Template] = {}

    def columns_of(
        self, serialized: Sequence[bytes], wanted: Mapping[str, tuple[str, int]]
    ) -> dict[str, Any] | None:
        """The values of features by name: arrays of shape [messages, values].

        ``wanted`` has the kind and the number of values of each. None if the messages
        differ in more than their values, or lack a feature.

        >>> label = bytes.fromhex("0a0d0a0b0a0161120622040a0201")  # not an Example
        >>> Templates().columns_of([label] * 8, {"a": ("int64", 1)}) is None
        True
        """
        if len(serialized) < LEAST_MESSAGES:
            return None
        try:
            if len(set(map(len, serialized))) == 1:
                return self._columns(serialized, wanted)
            return self._of_groups(serialized, wanted)
        except _Unsuited:
            return None

    def _of_groups(
        self, serialized: Sequence[bytes], wanted: Mapping[str, tuple[str, int]]
    ) -> dict[str, Any]:
        """The columns of messages of several lengths."""
        groups: dict[int, list[int]] = {}
        for number, each in enumerate(serialized):
            groups.setdefault(len(each), []).append(number)
        if len(groups) * LEAST_MESSAGES > len(serialized):
            raise _Unsuited
        found: dict[str, Any] = {}
        for numbers in groups.values():
            group = [serialized[number] for number in numbers]
            for name, values in self._columns(group, wanted).items():
                shape = (len(serialized), values.shape[1])
                whole = found.setdefault(name, np.empty(shape, values.dtype))
                whole[numbers] = values
        return found

    def _columns(
        self, group: Sequence[bytes], wanted: Mapping[str, tuple[str, int]]
    ) -> dict[str, Any]:
        """The columns of messages of one length."""
        length = len(group[0])
        rows = np.frombuffer(b"".join(group), np.uint8).reshape(len(group), length)
        places, found = self._fitting(group[0], rows).places, {}
        for name, (kind, count) in wanted.items():
            place = places.get(name)
            if place is None or place.kind != kind or place.count != count:
                raise _Unsuited
            found[name] = _READERS[kind](rows, group, place.spans)
        return found

    def _fitting(self, message: bytes, rows: Any) -> _Template:
        """The form of a message, if all messages, a row each, have it."""
        template = self._kept.get(len(message))
        if template is not None and template.fits(rows):
            return template
        template = _Template(message)
        if not template.fits(rows):
            raise _Unsuited
        if len(self._kept) >= MOST_KEPT:
            self._kept.clear()
        self._kept[len(message)] = template
        return template


class _Template:
    """The form of a message: where its values are, and what else it consists of."""

    __slots__ = ("_data", "_mask", "places")

    def __init__(self, message: bytes) -> None:
        self.places = _features(message)
        self._data = np.frombuffer(message, np.uint8)
        self._mask = np.full(len(message), 0xFF, np.uint8)
        """The bits in which messages of the form are equal."""
        for values in self.places.values():
            # numbers that end at other bytes make another form
            kept = _MORE if values.kind == "int64" else 0
            for begin, end in values.spans:
                self._mask[begin:end] = kept

    def fits(self, rows: Any) -> bool:
        """Whether all messages, a row each, have this form."""
        return not ((rows ^ self._data) & self._mask).any()


# --- values


def _floats(rows: Any, group: Sequence[bytes], spans: Sequence[Span]) -> Any:
    ((begin, end),) = spans
    block = np.ascontiguousarray(rows[:, begin:end])
    return block.view("<f4").astype(np.float32, copy=False)


def _integers(rows: Any, group: Sequence[bytes], spans: Sequence[Span]) -> Any:
    found = np.zeros((len(rows), len(spans)), np.uint64)
    for number, (begin, end) in enumerate(spans):
        low = (rows[:, begin:end] & _PAYLOAD).astype(np.uint64)
        np.bitwise_or.reduce(low << _SHIFTS[: end - begin], 1, out=found[:, number])
        if end - begin == _LONGEST_NUMBER and (rows[:, end - 1] != 1).any():
            raise _Unsuited
    return found.view(np.int64)


def _strings(rows: Any, group: Sequence[bytes], spans: Sequence[Span]) -> Any:
    found = np.empty((len(group), len(spans)), object)
    for number, (begin, end) in enumerate(spans):
        found[:, number] = [each[begin:end] for each in group]
    return found


_READERS: Final[dict[str, Callable[..., Any]]] = {
    "float": _floats,
    "int64": _integers,
    "string": _strings,
}


# --- places


def _features(data: bytes) -> dict[str, Values]:
    """The places of the values of an `Example`, by the name of the feature."""
    outer = _only(data, 0, len(data), {1}).get(1)
    if outer is None:
        raise _Unsuited
    found = {}
    for field, begin, end in _fields(data, *outer):
        if field != 1:
            raise _Unsuited
        entry = _only(data, begin, end, {1, 2})
        if len(entry) != 2:
            raise _Unsuited
        name = data[slice(*entry[1])]
        if not name.isascii():
            raise _Unsuited
        found[name.decode()] = _values(data, entry[2])
    return found


def _values(data: bytes, span: Span) -> Values:
    lists = _only(data, *span, {_STRINGS, _FLOATS, _INTEGERS})
    if len(lists) != 1:
        raise _Unsuited
    ((kind, inside),) = lists.items()
    if kind == _STRINGS:
        spans = [(begin, end) for field, begin, end in _fields(data, *inside)]
        if any(field != 1 for field, _, _ in _fields(data, *inside)):
            raise _Unsuited
        return Values("string", len(spans), tuple(spans))
    packed = _only(data, *inside, {1}).get(1)
    if packed is None:
        raise _Unsuited
    begin, end = packed
    if kind == _FLOATS and (end - begin) % 4:
        raise _Unsuited
    if kind == _FLOATS:
        return Values("float", (end - begin) // 4, (packed,))
    numbers = _numbers(data, begin, end)
    return Values("int64", len(numbers), tuple(numbers))


def _numbers(data: bytes, begin: int, end: int) -> list[Span]:
    found = []
    while begin < end:
        _, after = _number(data, begin, end)
        found.append((begin, after))
        begin = after
    return found


def _only(data: bytes, begin: int, end: int, allowed: set[int]) -> dict[int, Span]:
    """The fields of a message, each of which may stand there once."""
    found: dict[int, Span] = {}
    for field, start, stop in _fields(data, begin, end):
        if field in found or field not in allowed:
            raise _Unsuited
        found[field] = start, stop
    return found


def _fields(data: bytes, begin: int, end: int) -> list[tuple[int, int, int]]:
    """Number and place of the fields of a message, all with a length before them."""
    found = []
    while begin < end:
        tag, begin = _number(data, begin, end)
        if tag & 7 != _DELIMITED:
            raise _Unsuited
        length, begin = _number(data, begin, end)
        if begin + length > end:
            raise _Unsuited
        found.append((tag >> 3, begin, begin + length))
        begin += length
    return found


def _number(data: bytes, begin: int, end: int) -> tuple[int, int]:
    """A number of variable length, and the place after it."""
    value = 0
    for place in range(begin, min(end, begin + _LONGEST_NUMBER)):
        byte = data[place]
        value |= (byte & _PAYLOAD) << 7 * (place - begin)
        if byte < _MORE:
            return value, place + 1
    raise _Unsuited
