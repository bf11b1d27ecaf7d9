"""A tracked dict, which can be restored if its keys are names."""

from __future__ import annotations

import copy
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from runtime.trackable.base import CHECKPOINT, Trackable
from runtime.trackable.containers import (
    ADVICE,
    WRAPPERS,
    TrackableDataStructure,
    wrap_or_unwrap,
)

_NOTHING: Final = object()


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

    def _put(self, key: Any, value: Any) -> None:
        value = wrap_or_unwrap(value)
        if isinstance(value, Trackable):
            if isinstance(key, str):
                self._track_trackable(value, key, overwrite=True)
            else:
                self._has_other_key = True
        self.plain_type.__setitem__(self, key, value)
        if self._original is not None:
            self._original[key] = value  # the user's own dict is the same dict

    def _drop(self, key: Any) -> None:
        self.plain_type.__delitem__(self, key)
        if self._original is not None:
            self._original.pop(key, None)

    @property
    def _values(self) -> Iterable[Any]:
        return [self[key] for key in _sorted(self)]

    def _was_changed_outside(self) -> bool:
        other = self._original
        if self._changed_outside or other is None:
            return self._changed_outside
        return not self._is_like(other)

    def _is_like(self, other: Any) -> bool:
        """Whether a dict has the same values under the same keys, in any order."""
        mine = self.plain_type.items(self)
        if len(other) != len(mine):
            return False
        return all(other.get(key, _NOTHING) is value for key, value in mine)

    def _trackable_children(
        self, save_type: str = CHECKPOINT, **kwargs: Any
    ) -> dict[str, Any]:
        start = (
            f"Unable to save the object {self} (a dictionary wrapper constructed "
            "automatically on attribute assignment). "
        )
        end = ADVICE.format(kind="dictionary", wrapper="non-trackable")
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
        if other is not None and not self._is_like(other):
            self._changed_outside = True
            for key in list(self.plain_type.keys(self)):
                self.plain_type.__delitem__(self, key)
            for key, value in other.items():
                self.plain_type.__setitem__(self, key, value)
        return self

    @property
    def _source(self) -> Any:
        """What single keys are asked of: the user's own dict, without comparing all."""
        return super() if self._original is None else self._original

    # --- reading

    def __len__(self) -> int:
        count: int = self._source.__len__()
        return count

    def __iter__(self) -> Iterator[Any]:
        keys: Iterator[Any] = self.plain_type.__iter__(self._looked_at())
        return keys

    def __getitem__(self, key: Any) -> Any:
        return self._source.__getitem__(key)

    def __contains__(self, key: object) -> bool:
        return bool(self._source.__contains__(key))

    def get(self, key: Any, default: Any = None) -> Any:
        """The value of a key, or the default."""
        return self._source.get(key, default)

    def keys(self) -> Any:
        """The keys."""
        return self.plain_type.keys(self._looked_at())

    def values(self) -> Any:
        """The values."""
        return self.plain_type.values(self._looked_at())

    def items(self) -> Any:
        """The keys with their values."""
        return self.plain_type.items(self._looked_at())

    # --- changes that are tracked

    def __setitem__(self, key: Any, value: Any) -> None:
        self._put(key, value)

    def __delitem__(self, key: Any) -> None:
        # what it was stays tracked, and is saved: so TensorFlow's files have it
        if key not in self:
            raise KeyError(key)
        self._looked_at()._drop(key)

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Adds keys and values."""
        for key, value in dict(*args, **kwargs).items():
            self._put(key, value)

    # --- changes beside the tracking, after which it is not saved, as in TensorFlow

    def __ior__(self, other: Any) -> _DictWrapper:  # type: ignore[misc]
        given = dict(other)
        self.update(given)
        self._changed_outside |= bool(given)
        return self

    def setdefault(self, key: Any, default: Any = None, /) -> Any:
        """The value of a key, set to the default if missing."""
        if key not in self:
            self._put(key, default)
            self._changed_outside = True
        return self[key]

    def pop(self, key: Any, /, *default: Any) -> Any:
        """Takes out a key."""
        if key not in self and default:
            return default[0]
        value = self[key]
        self._looked_at()._drop(key)
        self._changed_outside = True
        return value

    def popitem(self) -> tuple[Any, Any]:
        """Takes out the last key."""
        return self._pop_at(-1)

    def _pop_at(self, place: int) -> tuple[Any, Any]:
        keys = list(self)
        if not keys:
            raise KeyError("popitem(): dictionary is empty")
        return keys[place], self.pop(keys[place])

    def clear(self) -> None:
        """Takes out all keys."""
        for key in list(self):
            self.pop(key)

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

    def popitem(self, last: bool = True) -> tuple[Any, Any]:
        """Takes out the last key, or the first."""
        return self._pop_at(-1 if last else 0)

    def move_to_end(self, key: Any, last: bool = True) -> None:
        """Moves a key to the end, or to the beginning."""
        OrderedDict.move_to_end(self._looked_at(), key, last)
        if isinstance(self._original, OrderedDict):
            self._original.move_to_end(key, last)

    def __or__(self, other: Any) -> Any:
        return OrderedDict(self) | other if isinstance(other, dict) else NotImplemented

    def __ror__(self, other: Any) -> Any:
        return other | OrderedDict(self) if isinstance(other, dict) else NotImplemented

    def __repr__(self) -> str:
        return f"DictWrapper({OrderedDict(self)!r})"


def _sorted(mapping: Any) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        return list(mapping)


WRAPPERS[dict] = _DictWrapper
WRAPPERS[OrderedDict] = _OrderedDictWrapper
