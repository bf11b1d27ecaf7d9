"""A tracked tuple or named tuple."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any, Final

from runtime.trackable.base import Trackable
from runtime.trackable.containers import (
    WRAPPERS,
    TrackableDataStructure,
    wrap_or_unwrap,
)


class _TupleWrapper(TrackableDataStructure, tuple):  # type: ignore[type-arg]
    """A tuple in an attribute that holds something to be tracked."""

    plain_type = tuple

    def __new__(cls, *args: Any, **kwargs: Any) -> _TupleWrapper:
        """A tracked tuple, from the arguments of the plain type's constructor."""
        return cls._make(cls.plain_type(*args, **kwargs))

    @classmethod
    def _make(cls, values: Iterable[Any]) -> _TupleWrapper:
        wrapped = [wrap_or_unwrap(each) for each in values]
        made = tuple.__new__(cls, wrapped)
        places = range(len(wrapped))
        # the parts of a named tuple are found by name, and by place
        for names in (getattr(cls, "_fields", ()), map(str, places)):
            for name, each in zip(names, wrapped):
                if isinstance(each, Trackable):
                    made._track_trackable(each, name)
        return made

    @property
    def _values(self) -> Iterable[Any]:
        return self

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return wrap_or_unwrap, (_plain(self),)

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return wrap_or_unwrap(copy.deepcopy(_plain(self), memo))

    def __repr__(self) -> str:
        return f"_TupleWrapper({_plain(self)!r})"

    def __str__(self) -> str:
        return str(_plain(self))


def _plain(value: _TupleWrapper) -> Any:
    kind: Any = value.plain_type
    return kind(*value) if hasattr(kind, "_fields") else kind(value)


_NAMED_WRAPPERS: Final[dict[type, type[_TupleWrapper]]] = {}


def _wrapped_tuple(value: Any) -> Any:
    """The tuple, tracked if there is something in it to be tracked."""
    if isinstance(value, _TupleWrapper) or not _holds_state(value):
        return value
    kind = type(value)
    if kind is tuple:
        return _TupleWrapper(value)
    if not hasattr(kind, "_fields"):
        return value
    if kind not in _NAMED_WRAPPERS:
        # the constructors are those of the wrapper, which tracks the parts
        members = {"plain_type": kind, "_make": _TupleWrapper.__dict__["_make"]}
        name = f"_{kind.__name__}Wrapper"
        _NAMED_WRAPPERS[kind] = type(name, (_TupleWrapper, kind), members)
    return _NAMED_WRAPPERS[kind]._make(value)


def _holds_state(value: Any) -> bool:
    return any(
        isinstance(each, (Trackable, list, dict))
        or (isinstance(each, tuple) and _holds_state(each))
        for each in value
    )


WRAPPERS[tuple] = _wrapped_tuple
