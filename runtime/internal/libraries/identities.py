"""Sets and dictionaries by identity: keys are objects, not what they are equal to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, MutableSet
from typing import Any


class Reference:
    """An object as a key: equal to another reference of the same object alone.

    >>> one, other = [1], [1]
    >>> Reference(one) == Reference(one), Reference(one) == Reference(other)
    (True, False)
    """

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    @property
    def unwrapped(self) -> Any:
        """The object."""
        return self._wrapped

    def deref(self) -> Any:
        """The object."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} wrapping {self._wrapped!r}>"


class ObjectIdentityDictionary(MutableMapping[Any, Any]):
    """A dictionary by identity.

    >>> key = [1]
    >>> held = ObjectIdentityDictionary({})
    >>> held[key] = "a"
    >>> held[key], [1] in held
    ('a', False)
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._held: dict[Reference, Any] = {}
        self.update(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._held[Reference(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self._held[Reference(key)] = value

    def __delitem__(self, key: Any) -> None:
        del self._held[Reference(key)]

    def __contains__(self, key: object) -> bool:
        return Reference(key) in self._held

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Any]:
        return (each.deref() for each in self._held)


class ObjectIdentitySet(MutableSet[Any]):
    """A set by identity, in the order in which elements came.

    >>> key = [1]
    >>> key in ObjectIdentitySet([key]), [1] in ObjectIdentitySet([key])
    (True, False)
    """

    def __init__(self, elements: Iterable[Any] = ()) -> None:
        self._held = ObjectIdentityDictionary()
        self.update(elements)

    def update(self, elements: Iterable[Any]) -> None:
        """Adds elements."""
        for each in elements:
            self.add(each)

    def add(self, value: Any) -> None:
        """Adds an element."""
        self._held[value] = None

    def discard(self, value: Any) -> None:
        """Removes an element, if it is there."""
        self._held.pop(value, None)

    def clear(self) -> None:
        """Removes all elements."""
        self._held.clear()

    def __contains__(self, value: object) -> bool:
        return value in self._held

    def __len__(self) -> int:
        return len(self._held)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._held)


__all__ = ["ObjectIdentityDictionary", "ObjectIdentitySet", "Reference"]
