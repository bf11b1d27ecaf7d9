"""A tracked list, which can be restored if it was only appended to."""

from __future__ import annotations

import copy
import operator
from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import Any

from runtime.trackable.base import CHECKPOINT, Trackable
from runtime.trackable.containers import (
    ADVICE,
    WRAPPERS,
    TrackableDataStructure,
    wrap_or_unwrap,
)


class ListWrapper(TrackableDataStructure, list):  # type: ignore[type-arg]
    """A tracked list in an attribute; it stays restorable if only appended to.

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
        if other is not None and not self._is_like(other):
            self._changed_outside = True
            list.__setitem__(self, slice(None), other)
        return self

    def _is_like(self, other: list[Any]) -> bool:
        same = len(other) == list.__len__(self)
        return same and all(map(is_, other, list.__iter__(self)))

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
        return not self._is_like(other)

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        self._looked_at()
        if self._changed_otherwise:
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to "
                "track trackable TensorFlow objects). A list element was replaced "
                "(__setitem__, __setslice__), deleted (__delitem__, __delslice__), or "
                "moved (sort). In order to support restoration on object creation, "
                "tracking is exclusively for append-only data structures."
                + ADVICE.format(kind="list", wrapper="non-trackable")
            )
        if self._was_changed_outside():
            raise ValueError(
                f"Unable to save the object {self!r} (a list wrapper constructed to "
                "track trackable TensorFlow objects). The wrapped list was modified "
                f"outside the wrapper (its final value was {self._original}, its value "
                "when a checkpoint dependency was added was None), which breaks "
                "restoration on object creation."
                + ADVICE.format(kind="list", wrapper="NoDependency")
            )
        return super()._trackable_children(save_type, **kwargs)

    # --- reading

    # single values and the length are asked of the user's own list: no comparison

    def __len__(self) -> int:
        other = self._original
        return list.__len__(self) if other is None else len(other)

    def __iter__(self) -> Iterator[Any]:
        return list.__iter__(self._looked_at())

    def __getitem__(self, key: Any) -> Any:
        other = self._original
        return list.__getitem__(self if other is None else other, key)

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
        before = list.copy(self._looked_at())
        try:
            return act(self, *args)
        finally:
            self._note_change(before)
            self._write_back()

    def _note_change(self, before: list[Any]) -> None:
        if self._is_like(before):
            return
        # what was never tracked may change as it likes
        every = *before, *list.__iter__(self)
        self._changed_otherwise |= any(isinstance(each, Trackable) for each in every)

    def _rearrange(self, act: Callable[..., Any], *args: Any) -> None:
        """A change that counts as one, as in TensorFlow, if it changes nothing too."""
        self._changed_otherwise |= self._looked_at()._holds_tracked()
        self._change(act, *args)

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, slice):
            self._set_slice(key, list(value))
            return
        old = list.__getitem__(self._looked_at(), key)
        # the key is the name, as in TensorFlow: -1 is not the last place's number
        self._replace(operator.index(key), old, value)
        self._write_back()

    def _set_slice(self, key: slice, values: list[Any]) -> None:
        places = range(*key.indices(list.__len__(self._looked_at())))
        if self._holds_tracked() or len(places) != len(values):
            wrapped = [wrap_or_unwrap(each) for each in values]
            self._rearrange(list.__setitem__, key, wrapped)
            return
        for place, value in zip(places, values):
            self._replace(place, list.__getitem__(self, place), value)
        self._write_back()

    def _holds_tracked(self) -> bool:
        return any(isinstance(each, Trackable) for each in list.__iter__(self))

    def _replace(self, place: int, old: Any, value: Any) -> None:
        # what takes the place of an untracked value is restored where it is
        self._changed_otherwise |= isinstance(old, Trackable)
        list.__setitem__(self, place, self._track_value(value, str(place)))

    def __delitem__(self, key: Any) -> None:
        self._rearrange(list.__delitem__, key)

    def insert(self, index: Any, value: Any) -> None:
        """Puts a value in front of another."""
        self._change(list.insert, index, wrap_or_unwrap(value))

    def pop(self, index: Any = -1) -> Any:
        """Removes and returns the value at a position."""
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
        self._rearrange(lambda values: list.sort(values, **options))

    def __imul__(self, count: Any) -> ListWrapper:  # type: ignore[misc]
        if count < 1:
            self._change(list.__imul__, count)
        else:  # what was there keeps its place
            self.extend(list(self) * (count - 1))
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


WRAPPERS[list] = ListWrapper
