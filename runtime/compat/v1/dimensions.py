"""`tf.compat.v1.Dimension`: the size of one axis, which may be unknown."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

from graphir.shapes import Shape
from runtime.tensors.shown_shapes import show_shapes_as
from runtime.tracing.origins import is_ours


class Dimension:
    """The size of an axis; `value` is None where it is not known.

    Sums, products, quotients and comparisons with unknown sizes are unknown.

    >>> tf.compat.v1.Dimension(3) + 4, tf.compat.v1.Dimension(None).value
    (Dimension(7), None)
    >>> tf.compat.v1.Dimension(3).is_compatible_with(None)
    True

    Raises:
      TypeError: for a value that is not an integer.
      ValueError: for a negative size.
    """

    __slots__ = ("_value",)

    def __init__(self, value: int | str | Dimension | None) -> None:
        self._value = _size(value)
        if self._value is not None and self._value < 0:
            raise ValueError(f"Dimension {self._value} must be >= 0")

    @property
    def value(self) -> int | None:
        """The size, or None."""
        return self._value

    def is_compatible_with(self, other: object) -> bool:
        """Whether both are the same size, as far as they are known."""
        size = _size(other)
        return self._value is None or size is None or self._value == size

    def assert_is_compatible_with(self, other: object) -> None:
        """Raises an error unless the sizes may be the same.

        Raises:
          ValueError: for a size that differs.
        """
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: int | Dimension | None) -> Dimension:
        """The size that is known of the two.

        Raises:
          ValueError: for sizes that differ.
        """
        self.assert_is_compatible_with(other)
        return Dimension(other if self._value is None else self)

    def __eq__(self, other: object) -> Any:
        size = other.value if isinstance(other, Dimension) else other
        if self._value is None or size is None:
            return None
        return self._value == size

    def __ne__(self, other: object) -> Any:
        is_equal = self == other
        return None if is_equal is None else not is_equal

    def __hash__(self) -> int:
        return hash(self._value)

    def __bool__(self) -> bool:
        return bool(self._value)

    def __index__(self) -> Any:
        return self._value

    def __int__(self) -> Any:
        return self._value

    def __repr__(self) -> str:
        return f"Dimension({self._value})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __truediv__(self, other: Any) -> Any:
        raise TypeError(_no_quotient("Dimension", type(other).__name__))

    def __rtruediv__(self, other: Any) -> Any:
        raise TypeError(_no_quotient(type(other).__name__, "Dimension"))


def _size(value: Any) -> int | None:
    """The size that a value stands for.

    Raises:
      TypeError: for a value that is not an integer.
    """
    inner = value.value if isinstance(value, Dimension) else value
    if inner is None or isinstance(inner, int):
        return inner
    try:
        return operator.index(inner)
    except TypeError:
        raise TypeError(
            "Dimension value must be integer or None or have an __index__ method, got "
            f"value '{inner!r}' with type '{type(inner)!r}'"
        ) from None


def _no_quotient(left: str, right: str) -> str:
    return (
        f"unsupported operand type(s) for /: '{left}' and '{right}', please use // "
        "instead"
    )


def _combined(combine: Callable[[int, int], int], swapped: bool) -> Any:
    """A method that gives the size of two sizes."""

    def method(self: Dimension, other: Any) -> Any:
        try:
            size = _size(other)
        except TypeError:
            return NotImplemented
        if self.value is None or size is None:
            return Dimension(None)
        pair = (size, self.value) if swapped else (self.value, size)
        return Dimension(combine(*pair))

    return method


def _compared(compare: Callable[[int, int], bool]) -> Any:
    """A method that compares two sizes; None where one is unknown."""

    def method(self: Dimension, other: Any) -> Any:
        size = _size(other)
        if self.value is None or size is None:
            return None
        return compare(self.value, size)

    return method


for _name in ("add", "sub", "mul", "floordiv", "mod"):
    _combine = getattr(operator, _name)
    setattr(Dimension, f"__{_name}__", _combined(_combine, swapped=False))
    setattr(Dimension, f"__r{_name}__", _combined(_combine, swapped=True))
for _name in ("lt", "le", "gt", "ge"):
    setattr(Dimension, f"__{_name}__", _compared(getattr(operator, _name)))


class DimensionedShape(Shape):
    """A shape of TensorFlow 1: its items are `Dimension`, known or not."""

    __slots__ = ()

    @property
    def dims(self) -> Any:
        """The sizes as `Dimension`; None if the rank is unknown."""
        return None if self.sizes is None else list(map(Dimension, self.sizes))

    def __getitem__(self, key: Any) -> Any:
        found = super().__getitem__(key)
        return DimensionedShape(found) if isinstance(key, slice) else Dimension(found)

    def __iter__(self) -> Iterator[Any]:
        return map(Dimension, super().__iter__())

    def __str__(self) -> str:
        return super().__str__().replace("None", "?")

    def __repr__(self) -> str:
        sizes = None if self.sizes is None else list(map(Dimension, self.sizes))
        return f"TensorShape({sizes})"

    def __reduce__(self) -> tuple[Any, ...]:
        return DimensionedShape, (self.sizes,)


def disable_v2_tensorshape() -> None:
    """Makes the items of the shapes that programs get for tensors `Dimension`.

    So they have a ``value``, known or not; code of this library gets integers and None.
    """
    show_shapes_as(DimensionedShape, is_ours)


def enable_v2_tensorshape() -> None:
    """Makes the items of shapes integers and None, as they are by default.

    >>> tf.compat.v1.enable_v2_tensorshape()
    """
    show_shapes_as(None, is_ours)


__all__ = [
    "Dimension",
    "DimensionedShape",
    "disable_v2_tensorshape",
    "enable_v2_tensorshape",
]
