"""Tensor shapes with unknown dimensions: merging, broadcasting, comparison."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Iterator
from typing import Any, Final, SupportsIndex, overload

from graphir.attachments import Attached
from graphir.errors import NoSuchAxisError

_AS_MESSAGE: Final[Attached[Any]] = Attached("message of a shape")

Dimension = int | None
"""The size of one axis; None where it is not known."""
Known = int | Any
"""The same for programs that know the size: type checkers ask for no proof."""


class Size(int):
    """A dimension that is known, also as an object that has it as its ``value``."""

    __slots__ = ()

    @property
    def value(self) -> int:
        """The number."""
        return int(self)


class Shape:
    """The shape of a tensor; any dimension, or the rank, may be unknown.

    Immutable. ``Shape(None)`` has unknown rank, ``Shape([2, None])`` an unknown
    second dimension. Users see it as ``tf.TensorShape``.

    >>> Shape([2, None]).merge_with([None, 3])
    TensorShape([2, 3])

    Raises:
      ValueError: for a negative dimension.
      TypeError: for a dimension that is no integer.
    """

    __slots__ = ("__weakref__", "_dims")

    def __init__(self, dims: Any = None) -> None:
        self._dims: tuple[Dimension, ...] | None = _dimensions(dims)

    @classmethod
    def of_ints(cls, dims: tuple[int, ...]) -> Shape:
        """A shape from sizes that need no check, for example an array's shape."""
        shape = object.__new__(cls)
        shape._dims = dims
        return shape

    @property
    def sizes(self) -> tuple[Dimension, ...] | None:
        """The dimensions as integers and None; None if the rank is unknown.

        >>> Shape([2, None]).sizes
        (2, None)
        """
        return self._dims

    @property
    def dims(self) -> list[Size | Any] | Any:
        """The dimensions, objects with a ``value``, or None if the rank is unknown.

        >>> Shape([2, None]).dims[0].value
        2
        """
        if self._dims is None:
            return None
        return [None if each is None else Size(each) for each in self._dims]

    @property
    def rank(self) -> Known:
        """The number of axes, or None."""
        return None if self._dims is None else len(self._dims)

    @property
    def ndims(self) -> Known:
        """The number of axes, or None (an older name of ``rank``)."""
        return self.rank

    def as_list(self) -> list[Known]:
        """The dimensions as a list.

        Raises:
          ValueError: if the rank is unknown.
        """
        return list(self._known())

    def is_fully_defined(self) -> bool:
        """Whether rank and every dimension are known."""
        return self._dims is not None and None not in self._dims

    def assert_is_fully_defined(self) -> None:
        """Does nothing for a fully defined shape.

        Raises:
          ValueError: otherwise.
        """
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def as_ints(self) -> tuple[int, ...]:
        """The dimensions as integers.

        Raises:
          ValueError: if the shape is not fully defined.
        """
        self.assert_is_fully_defined()
        return tuple(size for size in self._known() if size is not None)

    def num_elements(self) -> Known:
        """The number of elements, or None if not fully defined."""
        return math.prod(self.as_ints()) if self.is_fully_defined() else None

    def with_rank(self, rank: int | None) -> Shape:
        """This shape, known to have that rank.

        Raises:
          ValueError: if the rank is another.
        """
        if rank is None:
            return self
        if self._dims is None:
            return Shape([None] * rank)
        if len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return self

    def with_rank_at_least(self, rank: int) -> Shape:
        """This shape if its rank is that or more, or unknown.

        Raises:
          ValueError: if the rank is less.
        """
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> Shape:
        """This shape if its rank is that or less, or unknown.

        Raises:
          ValueError: if the rank is more.
        """
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank: int) -> None:
        """Does nothing if the rank is that or unknown.

        Raises:
          ValueError: otherwise.
        """
        self.with_rank(rank)

    def assert_is_compatible_with(self, other: Any) -> None:
        """Does nothing if one shape could be the other.

        Raises:
          ValueError: otherwise.
        """
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {as_shape(other)} are incompatible")

    def assert_same_rank(self, other: Any) -> None:
        """Does nothing if the ranks are equal or one is unknown.

        Raises:
          ValueError: otherwise.
        """
        other = as_shape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both could be the shape of one tensor."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return True
        return len(self._dims) == len(other._dims) and all(
            a is None or b is None or a == b
            for a, b in zip(self._dims, other._dims, strict=True)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every shape that this allows, the other allows too."""
        other = as_shape(other)
        if other._dims is None:
            return True
        if self._dims is None or len(self._dims) != len(other._dims):
            return False
        return all(
            b is None or a == b for a, b in zip(self._dims, other._dims, strict=True)
        )

    def most_specific_common_supertype(self, others: Iterable[Any]) -> Shape:
        """The narrowest shape that allows this one and all the others."""
        result: Shape = self
        for other in map(as_shape, others):
            result = result.relaxed_with(other)
        return result

    def relaxed_with(self, other: Shape) -> Shape:
        """The narrowest shape that allows both."""
        if self._dims is None or other._dims is None or self.rank != other.rank:
            return UNKNOWN
        return Shape(
            [
                a if a == b else None
                for a, b in zip(self._dims, other._dims, strict=True)
            ]
        )

    def most_specific_compatible_shape(self, other: Any) -> Shape:
        """The narrowest shape that allows this one and the other.

        >>> Shape([2, 3]).most_specific_compatible_shape([2, 4])
        TensorShape([2, None])
        """
        return self.relaxed_with(as_shape(other))

    def merge_with(self, other: Any) -> Shape:
        """The shape with the information of both.

        Raises:
          ValueError: if they disagree.
        """
        given: Shape = as_shape(other)
        if self._dims is None:
            return given
        if given._dims is None:
            return self
        if not self.is_compatible_with(given):
            raise ValueError(f"Shapes {self} and {given} are not compatible")
        return Shape(
            [
                b if a is None else a
                for a, b in zip(self._dims, given._dims, strict=True)
            ]
        )

    def concatenate(self, other: Any) -> Shape:
        """The dimensions of this shape followed by the dimensions of another."""
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return UNKNOWN
        return Shape(self._dims + other._dims)

    def _known(self) -> tuple[Dimension, ...]:
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return self._dims

    @overload
    def __getitem__(self, key: slice) -> Shape: ...

    @overload
    def __getitem__(self, key: SupportsIndex) -> Known: ...

    def __getitem__(self, key: Any) -> Any:
        if self._dims is None:
            return UNKNOWN if isinstance(key, slice) else None
        if isinstance(key, slice):
            return Shape(self._dims[key])
        try:
            return self._dims[key]
        except IndexError:
            text = f"Axis {key} does not exist in shape {self}."
            raise NoSuchAxisError(text) from None

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __iter__(self) -> Iterator[Known]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    # --- a shape as an argument of a traced function

    def placeholder_value(self, placeholder_context: Any) -> Shape:
        """The argument of the traced function: the shape itself."""
        return self

    def flatten(self) -> list[Any]:
        """The specs of the tensors in it: none."""
        return []

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors in it: none."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Shape:
        """The shape itself, which takes no tensors."""
        return self

    def cast(self, value: Any, cast_context: Any) -> Any:
        """The value, if it is a shape that this one allows.

        Raises:
          ValueError: if it is another.
        """
        if not isinstance(value, Shape) or not value.is_subtype_of(self):
            raise ValueError(f"Can not cast {value!r} to {self!r}")
        return value

    def as_proto(self) -> Any:
        """The shape as a ``TensorShapeProto`` message."""
        return _AS_MESSAGE(self)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __add__(self, other: Any) -> Shape:
        return self.concatenate(other)

    def __radd__(self, other: Any) -> Shape:
        return as_shape(other).concatenate(self)

    def __eq__(self, other: object) -> bool:
        try:
            return self._dims == as_shape(other)._dims
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self) -> int:
        return hash(self._dims)

    def __str__(self) -> str:
        if self._dims is None:
            return "<unknown>"
        if len(self._dims) == 1:
            return f"({self._dims[0]},)"
        return "(" + ", ".join(map(str, self._dims)) + ")"

    def __repr__(self) -> str:
        dims = None if self._dims is None else list(self._dims)
        return f"TensorShape({dims})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Shape, (self._dims,)


def _dimensions(dims: Any) -> tuple[Dimension, ...] | None:
    if dims is None:
        return None
    if isinstance(dims, Shape):
        return dims._dims
    if hasattr(dims, "__index__") and getattr(dims, "ndim", 0) == 0:
        return (_dimension(dims),)
    if isinstance(dims, (str, bytes)):
        raise TypeError(f"{dims!r} is not a shape: give a list of integers.")
    return tuple(_dimension(each) for each in dims)


def _dimension(value: Any) -> Dimension:
    if value is None:
        return None
    try:
        size = operator.index(value)
    except TypeError:
        if getattr(value, "value", value) is None:
            return None  # a size of TensorFlow 1 that is not known
        raise TypeError(
            f"Dimension value must be integer or None or have an __index__ method, "
            f"got value '{value!r}' with type '{type(value)!r}'"
        ) from None
    if size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


# the name that users meet, in messages and pickles too
TensorShape = Shape
Shape.__name__ = Shape.__qualname__ = "TensorShape"

UNKNOWN: Final = Shape(None)
"""Nothing is known, not even the rank."""

SCALAR: Final = Shape(())
"""The shape of a scalar."""


def as_shape(value: Any) -> Shape:
    """The Shape for a Shape or for a sequence of dimensions."""
    # shapes of programs of TensorFlow 1 have other items
    return value if type(value) is Shape else Shape(value)


def broadcast_shapes(x: Shape, y: Shape) -> Shape:
    """The shape of an element-wise result, by NumPy's broadcasting rules.

    >>> broadcast_shapes(Shape([3, 1]), Shape([None, 4]))
    TensorShape([3, 4])
    >>> broadcast_shapes(Shape([2]), Shape([None]))
    TensorShape([2])

    Raises:
      ValueError: if the shapes can never be broadcast together.
    """
    if x.sizes is None or y.sizes is None:
        return UNKNOWN
    if x.sizes == y.sizes and None not in x.sizes:
        return x
    rank = max(len(x.sizes), len(y.sizes))
    padded_x = (1,) * (rank - len(x.sizes)) + x.sizes
    padded_y = (1,) * (rank - len(y.sizes)) + y.sizes
    try:
        return Shape(list(map(_broadcast_dimension, padded_x, padded_y)))
    except ValueError:
        raise ValueError(
            f"Incompatible shapes: {_brackets(x)} vs. {_brackets(y)}"
        ) from None


def _broadcast_dimension(a: Dimension, b: Dimension) -> Dimension:
    if a == 1:
        return b
    if b == 1 or a == b:
        return a
    if a is None:
        return b
    if b is None:
        return a
    raise ValueError


def _brackets(shape: Shape) -> str:
    return "[" + ",".join("?" if d is None else str(d) for d in shape) + "]"
