"""Tracked wrappers of lists, dicts and tuples that are assigned to attributes.

A list that is only appended to, and a dict with names as keys, can be restored when
an object is made again; what was changed otherwise refuses to be saved.
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar, Final

from runtime.trackable.base import CHECKPOINT, Trackable

_ADVICE: Final = (
    "\n\nIf you don't need this {kind} checkpointed, wrap it in a {wrapper} object; it "
    "will be subsequently ignored."
)


class NoDependency:
    """A value that is not to be tracked when it is assigned to an attribute."""

    def __init__(self, value: Any) -> None:
        self.value = value


class TrackableDataStructure(Trackable):
    """The base class of tracked lists, dicts and tuples."""

    plain_type: ClassVar[Any]
    """The class of what it stands for."""

    @property
    def trainable(self) -> bool:
        """Whether its variables are trained, unless they say otherwise."""
        return True

    @property
    def _values(self) -> Iterable[Any]:
        raise NotImplementedError

    def _track_value(self, value: Any, name: str) -> Any:
        """The value, wrapped where it is a container, and tracked where it can be."""
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            self._track_trackable(value, name, overwrite=True)
        return value


class ListWrapper(TrackableDataStructure, list):  # type: ignore[type-arg]
    """A list in an attribute; appending keeps it restorable.

    >>> module = tf.Module()
    >>> module.parts = [tf.Variable(1)]
    >>> module.parts
    ListWrapper([<tf.Variable 'Variable:0' shape=() dtype=int32, numpy=1>])
    """

    plain_type = list

    def __init__(self, wrapped_list: Iterable[Any] = ()) -> None:
        super().__init__()
        self._original: Any = wrapped_list if type(wrapped_list) is list else None
        self._changed_otherwise = False
        self._changed_outside = False
        self._adopt(wrapped_list)

    def _looked_at(self) -> Any:
        """The list; it follows the user's own, where that was changed."""
        other = self._original
        if other is not None and len(other) != list.__len__(self):
            self._changed_outside = True
            list.__setitem__(self, slice(None), other)
        return self

    def _adopt(self, values: Iterable[Any]) -> None:
        """Takes up further values, at the end."""
        for value in values:
            list.append(self, self._track_value(value, str(list.__len__(self))))
        self._write_back()

    def _write_back(self) -> None:
        """Lets the user's own list have the same contents, as it is the same list."""
        if self._original is not None:
            self._original[:] = list.copy(self)

    @property
    def _values(self) -> Iterable[Any]:
        return self

    def _was_changed_outside(self) -> bool:
        other = self._original
        if self._changed_outside or other is None:
            return self._changed_outside
        return len(other) != len(self) or not all(map(_is, other, self))

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        if self._changed_otherwise:
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to "
                "track trackable TensorFlow objects). A list element was replaced "
                "(__setitem__, __setslice__), deleted (__delitem__, __delslice__), or "
                "moved (sort). In order to support restoration on object creation, "
                "tracking is exclusively for append-only data structures."
                + _ADVICE.format(kind="list", wrapper="non-trackable")
            )
        if self._was_changed_outside():
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to "
                "track trackable TensorFlow objects). The wrapped list was modified "
                f"outside the wrapper (its final value was {self._original}, its value "
                "when a checkpoint dependency was added was None), which breaks "
                "restoration on object creation."
                + _ADVICE.format(kind="list", wrapper="NoDependency")
            )
        return super()._trackable_children(save_type, **kwargs)

    # --- reading

    def __len__(self) -> int:
        return list.__len__(self._looked_at())

    def __iter__(self) -> Iterator[Any]:
        return list.__iter__(self._looked_at())

    def __getitem__(self, key: Any) -> Any:
        found = list.__getitem__(self._looked_at(), key)
        return ListWrapper(found) if type(found) is list else found

    def __eq__(self, other: object) -> bool:
        return list.__eq__(self._looked_at(), other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    # --- appending

    def append(self, value: Any) -> None:
        """Adds a value, which is tracked."""
        self._looked_at()._adopt([value])

    def extend(self, values: Iterable[Any]) -> None:
        """Adds values, which are tracked."""
        self._looked_at()._adopt(list(values))

    def __iadd__(self, values: Any) -> ListWrapper:  # type: ignore[misc]
        self.extend(values)
        return self

    # --- other changes, after which it cannot be restored

    def _change(self, act: Callable[..., Any], *args: Any) -> Any:
        tracked = any(isinstance(each, Trackable) for each in self)
        try:
            return act(self._looked_at(), *args)
        finally:
            # what was never tracked may change as it likes
            now = any(isinstance(each, Trackable) for each in list.__iter__(self))
            self._changed_otherwise |= tracked or now
            self._write_back()

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            value = [wrap_or_unwrap(each) for each in value]
            self._change(list.__setitem__, key, value)
            return
        place = range(len(self))[key]
        old = self[place]
        value = self._track_value(value, str(place))
        if isinstance(old, Trackable) or isinstance(value, Trackable):
            self._change(list.__setitem__, place, value)
        else:
            list.__setitem__(self, place, value)
            self._write_back()

    def __delitem__(self, key: Any) -> None:
        self._change(list.__delitem__, key)

    def insert(self, index: Any, value: Any) -> None:
        """Puts a value in front of another."""
        self._change(list.insert, index, wrap_or_unwrap(value))

    def pop(self, index: Any = -1) -> Any:
        """Takes out the value at a place."""
        return self._change(list.pop, index)

    def remove(self, value: Any) -> None:
        """Takes out the first equal value."""
        self._change(list.remove, value)

    def clear(self) -> None:
        """Takes out all values."""
        self._change(list.clear)

    def reverse(self) -> None:
        """Turns the order around."""
        self._change(list.reverse)

    def sort(self, **options: Any) -> None:
        """Sorts the values."""
        self._change(lambda values: list.sort(values, **options))

    def __imul__(self, count: Any) -> ListWrapper:  # type: ignore[misc]
        self._change(list.__imul__, count)
        return self

    # --- as a Python object

    def copy(self) -> ListWrapper:
        """The same values in another list."""
        return copy.copy(self)

    def __copy__(self) -> ListWrapper:
        twin = ListWrapper(list(self))
        twin._changed_otherwise = self._changed_otherwise
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> ListWrapper:
        twin = ListWrapper([copy.deepcopy(each, memo) for each in self])
        twin._changed_otherwise = self._changed_otherwise
        memo[id(self)] = twin
        return twin

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return ListWrapper, (list(self),)

    def __hash__(self) -> int:  # type: ignore[override]
        # as containers of the same contents may be different objects with state
        return id(self)

    def __repr__(self) -> str:
        return f"ListWrapper({list.__repr__(self._looked_at())})"


class _DictWrapper(TrackableDataStructure, dict):  # type: ignore[type-arg]
    """A dict in an attribute: values under names are tracked."""

    plain_type: ClassVar[Any] = dict

    def __init__(self, wrapped_dict: Any = ()) -> None:
        super().__init__()
        self._original: Any = wrapped_dict if isinstance(wrapped_dict, dict) else None
        self._has_other_key = False
        self._changed_outside = False
        for key, value in dict(wrapped_dict).items():
            self._put(key, value)
        self._write_back()

    def _put(self, key: Any, value: Any) -> None:
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            if isinstance(key, str):
                self._track_trackable(value, key, overwrite=True)
            else:
                self._has_other_key = True
        elif isinstance(key, str):
            self._untrack_trackable(key)
        self.plain_type.__setitem__(self, key, value)

    def _write_back(self) -> None:
        if self._original is not None:
            pairs = list(self.plain_type.items(self))
            self._original.clear()
            self._original.update(pairs)

    @property
    def _values(self) -> Iterable[Any]:
        return [self[key] for key in _sorted(self)]

    def _was_changed_outside(self) -> bool:
        other = self._original
        if self._changed_outside or other is None:
            return self._changed_outside
        same = list(other) == list(self)
        return not same or not all(map(_is, other.values(), self.values()))

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        start = (
            f"Unable to save the object {dict(self)} (a dictionary wrapper constructed "
            "automatically on attribute assignment). "
        )
        end = _ADVICE.format(kind="dictionary", wrapper="non-trackable")
        if self._has_other_key:
            raise ValueError(
                f"{start}The wrapped dictionary contains a non-string key which maps "
                f"to a trackable object or mutable data structure.{end}"
            )
        if self._was_changed_outside():
            raise ValueError(
                f"{start}The wrapped dictionary was modified outside the wrapper (its "
                f"final value was {self._original}, its value when a checkpoint "
                "dependency was added was None), which breaks restoration on object "
                f"creation.{end}"
            )
        return super()._trackable_children(save_type, **kwargs)

    def _looked_at(self) -> Any:
        """The dict; it follows the user's own, where that was changed."""
        other = self._original
        if other is not None and len(other) != self.plain_type.__len__(self):
            self._changed_outside = True
            self.plain_type.clear(self)
            self.plain_type.update(self, other)
        return self

    # --- reading

    def __len__(self) -> int:
        count: int = self.plain_type.__len__(self._looked_at())
        return count

    def __iter__(self) -> Iterator[Any]:
        keys: Iterator[Any] = self.plain_type.__iter__(self._looked_at())
        return keys

    def __getitem__(self, key: Any) -> Any:
        return self.plain_type.__getitem__(self._looked_at(), key)

    def __contains__(self, key: object) -> bool:
        return bool(self.plain_type.__contains__(self._looked_at(), key))

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self.plain_type.get(self._looked_at(), key, default)

    def keys(self) -> Any:
        """The keys."""
        return self.plain_type.keys(self._looked_at())

    def values(self) -> Any:
        """The values."""
        return self.plain_type.values(self._looked_at())

    def items(self) -> Any:
        """The keys with their values."""
        return self.plain_type.items(self._looked_at())

    # --- changes

    def __setitem__(self, key: Any, value: Any) -> None:
        self._put(key, value)
        self._write_back()

    def __delitem__(self, key: Any) -> None:
        self.plain_type.__delitem__(self, key)
        if isinstance(key, str):
            self._untrack_trackable(key)
        self._write_back()

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Adds keys and values."""
        for key, value in dict(*args, **kwargs).items():
            self._put(key, value)
        self._write_back()

    def __ior__(self, other: Any) -> _DictWrapper:  # type: ignore[misc]
        self.update(other)
        return self

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, which is set where there is none."""
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: Any, *default: Any) -> Any:
        """Takes out a key."""
        if key not in self and default:
            return default[0]
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[Any, Any]:
        """Takes out the last key."""
        key, value = self.plain_type.popitem(self)
        self.plain_type.__setitem__(self, key, value)
        del self[key]
        return key, value

    def clear(self) -> None:
        """Takes out all keys."""
        for key in list(self):
            del self[key]

    # --- as a Python object

    def copy(self) -> _DictWrapper:
        """The same keys and values in another dict."""
        return copy.copy(self)

    def __copy__(self) -> _DictWrapper:
        return type(self)(self.plain_type(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> _DictWrapper:
        pairs = [(key, copy.deepcopy(value, memo)) for key, value in self.items()]
        twin = type(self)(self.plain_type(pairs))
        memo[id(self)] = twin
        return twin

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return type(self), (self.plain_type(self),)

    def __repr__(self) -> str:
        return f"DictWrapper({self.plain_type.__repr__(self._looked_at())})"

    def __str__(self) -> str:
        return repr(self).removeprefix("DictWrapper(").removesuffix(")")


class _OrderedDictWrapper(_DictWrapper, OrderedDict):  # type: ignore[type-arg, misc]
    """An `OrderedDict` in an attribute."""

    plain_type = OrderedDict

    def __repr__(self) -> str:
        return f"DictWrapper({OrderedDict(self)!r})"


class _TupleWrapper(TrackableDataStructure, tuple):  # type: ignore[type-arg]
    """A tuple in an attribute that holds something to be tracked."""

    plain_type = tuple

    def __new__(cls, *args: Any, **kwargs: Any) -> _TupleWrapper:
        """One of the parts that the constructor of the plain type gives."""
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


def wrap_or_unwrap(value: Any) -> Any:
    """The value to store in an attribute: containers wrapped, markers removed."""
    if isinstance(value, NoDependency):
        return value.value
    if isinstance(value, Trackable):
        return value
    kind = type(value)
    if kind is list:
        return ListWrapper(value)
    if kind is dict:
        return _DictWrapper(value)
    if kind is OrderedDict:
        return _OrderedDictWrapper(value)
    return _wrapped_tuple(value) if isinstance(value, tuple) else value


def sticky_attribute_assignment(trackable: Any, name: str, value: Any) -> Any:
    """The value to store in an attribute, tracked under its name."""
    is_tracked = not isinstance(value, NoDependency)
    value = wrap_or_unwrap(value)
    if is_tracked and isinstance(value, Trackable):
        trackable._track_trackable(value, name, overwrite=True)
    return value


def tracked_children(
    owner: Any, save_type: str, containers: dict[Any, Any] | None = None, **kwargs: Any
) -> dict[str, Any]:
    """The objects that one holds, containers that it makes up tracked.

    With ``containers``, a made-up container is the same object each time.
    """
    found: dict[str, Any] = owner._trackable_children(save_type, **kwargs)
    kept = {}
    if containers is not None:
        kept = containers.setdefault(id(owner), (owner, {}))[1]
    for name, each in found.items():
        if not isinstance(each, Trackable):
            found[name] = kept.setdefault(name, wrap_or_unwrap(each))
    return found


def _is(one: Any, other: Any) -> bool:
    return one is other


def _sorted(mapping: Any) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


__all__ = [
    "ListWrapper",
    "NoDependency",
    "TrackableDataStructure",
    "sticky_attribute_assignment",
    "tracked_children",
    "wrap_or_unwrap",
]
