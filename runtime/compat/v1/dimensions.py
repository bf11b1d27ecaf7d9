"""`tf.compat.v1.Dimension`: the size of one axis, which may be unknown."""

from __future__ import annotations

from typing import Any


class Dimension:
    """The size of an axis; `value` is None where it is not known.

    >>> tf.compat.v1.Dimension(3), tf.compat.v1.Dimension(None).value
    (Dimension(3), None)

    Raises:
      ValueError: for a negative size.
    """

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        inner = value.value if isinstance(value, Dimension) else value
        self._value = None if inner is None else int(inner)
        if self._value is not None and self._value < 0:
            raise ValueError(f"Dimension {self._value} must be >= 0")

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def __eq__(self, other: object) -> Any:
        size = other.value if isinstance(other, Dimension) else other
        if self._value is None or size is None:
            return None
        return self._value == size

    def __hash__(self) -> int:
        return hash(self._value)

    def __index__(self) -> Any:
        return self._value

    def __int__(self) -> Any:
        return self._value

    def __repr__(self) -> str:
        return f"Dimension({self._value})"


__all__ = ["Dimension"]
