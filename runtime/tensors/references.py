"""Reference: a hashable wrapper, so that a tensor or variable can be a dict key."""

from __future__ import annotations

from typing import Any


class Reference:
    """A tensor, or a variable, as a dictionary key: equal only to itself.

    >>> t = tf.constant(1)
    >>> t.ref() == t.ref(), t.ref().deref() is t
    (True, True)
    """

    __slots__ = ("__weakref__", "_target")

    def __init__(self, target: Any) -> None:
        self._target = target

    def deref(self) -> Any:
        """The referenced object."""
        return self._target

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and other._target is self._target

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Reference):
            return NotImplemented
        return id(self._target) < id(other._target)

    def __hash__(self) -> int:
        return id(self._target)

    def __repr__(self) -> str:
        return f"<Reference wrapping {self._target!r}>"
