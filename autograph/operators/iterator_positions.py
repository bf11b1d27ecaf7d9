"""Positions of Python's iterators: detects whether an item has been consumed."""

from __future__ import annotations

import gc
import itertools
import operator
from collections.abc import Iterator
from types import CellType, FrameType, FunctionType, GeneratorType
from typing import Any, Final

__all__ = ["Position", "is_iterator", "note_consumed", "parts_of", "position_of"]

_EMPTY: list[Any] = []
_LISTS = (type(iter(_EMPTY)), type(reversed(_EMPTY)))
_MADE: tuple[Any, ...] = (
    iter(()),
    iter(""),
    iter("é"),
    iter(b""),
    iter(bytearray()),
    iter(range(0)),
    iter(range(1 << 70)),
    iter({}),
    iter({}.values()),
    iter({}.items()),
    reversed({}),
    iter(set()),
    reversed(()),
    itertools.repeat(None, 1),
)
_SIZED = tuple(map(type, _MADE))
_SHOWN = (itertools.count,)
_WRAPPERS = (
    enumerate,
    zip,
    map,
    filter,
    itertools.accumulate,
    itertools.chain,
    itertools.compress,
    itertools.dropwhile,
    itertools.filterfalse,
    itertools.islice,
    itertools.pairwise,
    itertools.starmap,
    itertools.takewhile,
    itertools.zip_longest,
)

_TELLING = (*_LISTS, *_SIZED, *_SHOWN, *_WRAPPERS, GeneratorType)
_times_taken: dict[int, int] = {}
"""By identity; who compares two positions holds the iterator."""
MOST_REMEMBERED: Final = 1024
"""Older iterators are forgotten: nothing says when they are gone."""


def is_iterator(value: Any) -> bool:
    """Whether taking items from `value` consumes them.

    >>> is_iterator(iter([1])), is_iterator([1])
    (True, False)
    """
    kind = type(value)
    return hasattr(kind, "__next__") and hasattr(kind, "__iter__")


def position_of(iterator: Any) -> Position | None:
    """The position of one of Python's iterators; None for a running generator.

    For iterators without a visible position, the number of `note_consumed` calls.

    It equals an earlier position as long as the iterator has not advanced.

    >>> numbers = enumerate([4, 5])
    >>> before = position_of(numbers)
    >>> before == position_of(numbers)
    True
    >>> next(numbers)
    (0, 4)
    >>> before == position_of(numbers)
    False
    """
    found: list[Any] = []
    return Position(found) if _describe(iterator, found) else None


class Position:
    """The position of an iterator: equal if it consists of the very same objects."""

    def __init__(self, marks: list[Any]) -> None:
        self._marks = marks

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position) or len(other._marks) != len(self._marks):
            return False
        return all(
            a is b or (type(a) is type(b) and isinstance(a, (int, str)) and a == b)
            for a, b in zip(self._marks, other._marks, strict=True)
        )

    __hash__ = None  # type: ignore[assignment]


def _describe(iterator: Any, found: list[Any]) -> bool:
    if type(iterator) is GeneratorType:
        return _describe_generator(iterator, found)
    if isinstance(iterator, _LISTS):
        # not only how many are left: the list may grow
        is_at_end = not operator.length_hint(iterator)
        found.append("end" if is_at_end else iterator.__reduce__()[2])
    elif isinstance(iterator, _SIZED):
        found.append(operator.length_hint(iterator))
    elif isinstance(iterator, _SHOWN):
        found.append(repr(iterator))
    elif isinstance(iterator, _WRAPPERS):
        return _describe_parts(iterator, found)
    else:
        found.append(_times_taken.get(id(iterator), 0))
    return True


def note_consumed(iterator: Any) -> None:
    """Remember that an item of an iterator was consumed, if it cannot be seen later."""
    if not isinstance(iterator, _TELLING):
        key = id(iterator)
        _times_taken[key] = _times_taken.get(key, 0) + 1
        if len(_times_taken) > MOST_REMEMBERED:
            del _times_taken[next(iter(_times_taken))]


def _describe_generator(
    generator: GeneratorType[Any, Any, Any], found: list[Any]
) -> bool:
    if generator.gi_running:
        return False
    frame = generator.gi_frame
    found.append(-1 if frame is None else frame.f_lasti)
    found += [each for each in parts_of(generator) if not isinstance(each, CellType)]
    return _describe_parts(generator, found)


def _describe_parts(iterator: Any, found: list[Any]) -> bool:
    for part in parts_of(iterator):
        if is_iterator(part):
            found.append(part)
            _describe(part, found)
    return True


def parts_of(value: Any) -> Iterator[Any]:
    """The objects that an iterator, a function or a cell refers to, tuples included."""
    if hasattr(value, "__dict__") and not isinstance(value, FunctionType):
        yield from vars(value).values()
        return
    for part in gc.get_referents(value):
        yield part
        if isinstance(part, tuple):
            yield from gc.get_referents(part)
        elif isinstance(part, FrameType):
            # one of Python 3.10 holds the module's names too
            around = (part.f_globals, part.f_builtins)
            held = gc.get_referents(part)
            yield from (each for each in held if not _is_any_of(each, around))
        elif isinstance(part, FunctionType):
            yield from part.__closure__ or ()


def _is_any_of(value: Any, others: tuple[Any, ...]) -> bool:
    return any(value is each for each in others)
