"""Terms: the computation of a region, as a graph of values of static shape.

A term is an array in memory, a constant, an operation on the elements of other terms,
or a reduction, view or product of one. Nothing is computed here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from runtime.native.llvm.element_types import Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported

Dims = tuple[int, ...]
MOST_INLINE: Final = 16
"""Products of matrices of no more rows and columns are written out."""


@dataclass(frozen=True, slots=True)
class Place:
    """An index along one axis of a term: a loop's index times a step plus an offset."""

    loop: int | None
    """The number of the loop; None if the place is fixed."""
    step: int
    offset: int
    outer: int | None = None
    """Another loop, which goes over the axis in longer steps."""
    outer_step: int = 0

    def moved(self, step: int, offset: int) -> Place:
        """This index in an axis of which the present axis is a slice with a step."""
        return Place(
            self.loop,
            self.step * step,
            self.offset * step + offset,
            self.outer,
            self.outer_step * step,
        )


FIXED = Place(None, 0, 0)
Places = tuple[Place, ...]
EmitElement = Callable[[Emitter, Sequence[Register]], Register]


@dataclass(eq=False, slots=True)
class Term:
    """A value of a region: its element type and its shape."""

    element: Element
    shape: Dims

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    def sources(self) -> Sequence[Term]:
        """The terms that this one is made of."""
        return ()


@dataclass(eq=False, slots=True)
class Held(Term):
    """An array or number that is computed already; dumps show its ``name``."""

    name: str = ""


@dataclass(eq=False, slots=True)
class Literal(Term):
    """One constant number, repeated over the shape."""

    number: float = 0


@dataclass(eq=False, slots=True)
class Table(Term):
    """An array known beforehand: a part of the code's data."""

    array: Any = None


@dataclass(eq=False, slots=True)
class Apply(Term):
    """An operation on elements; operands are broadcast."""

    emit: EmitElement = field(kw_only=True)
    operands: tuple[Term, ...] = field(kw_only=True)
    cost: int = field(kw_only=True)
    """About how many instructions."""
    operation: Callable[..., Register] | None = field(kw_only=True, default=None)
    """The function that ``emit`` applies to registers, if it has no other inputs."""

    def sources(self) -> Sequence[Term]:
        return self.operands


@dataclass(eq=False, slots=True)
class Reduced(Term):
    """A reduction over axes; ``shape`` has size 1 at these axes, or leaves them out."""

    word: str = field(kw_only=True)
    operand: Term = field(kw_only=True)
    axes: tuple[int, ...] = field(kw_only=True)

    def sources(self) -> Sequence[Term]:
        return (self.operand,)

    @property
    def kept(self) -> Dims:
        """The operand's sizes along the axes that stay."""
        shape = self.operand.shape
        return tuple(s for i, s in enumerate(shape) if i not in self.axes)


@dataclass(eq=False, slots=True)
class View(Term):
    """Elements of another term, rearranged."""

    source: Term = field(kw_only=True)
    find: Callable[[Places], Places] = field(kw_only=True)

    def sources(self) -> Sequence[Term]:
        return (self.source,)


@dataclass(eq=False, slots=True)
class Reshaped(Term):
    """The elements of an array in memory under another shape."""

    source: Term = field(kw_only=True)

    def sources(self) -> Sequence[Term]:
        return (self.source,)


@dataclass(eq=False, slots=True)
class Called(Term):
    """The result of a call that writes into memory, from terms in memory."""

    @property
    def multiplications(self) -> int:
        """About how many there are."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define multiplications."
        )


@dataclass(eq=False, slots=True)
class Product(Called):
    """A product of two matrices."""

    a: Term = field(kw_only=True)
    b: Term = field(kw_only=True)
    transposed: tuple[bool, bool] = (False, False)
    factor: float = 1
    """A number that the product is multiplied with."""

    @property
    def is_called(self) -> bool:
        """Whether the product is a BLAS call; other products are generated loops."""
        return max(*self.a.shape, *self.b.shape) > MOST_INLINE

    @property
    def multiplications(self) -> int:
        """The number of multiplications."""
        return self.size * self.a.shape[0 if self.transposed[0] else 1]

    def sources(self) -> Sequence[Term]:
        return (self.a, self.b)


@dataclass(eq=False, slots=True)
class Products(Called):
    """Products of matrices that lie along further axes, which are broadcast."""

    a: Term = field(kw_only=True)
    b: Term = field(kw_only=True)
    one: Product = field(kw_only=True)
    """The operands and options of one product."""

    @property
    def count(self) -> int:
        """How many products there are."""
        return math.prod(self.shape[:-2])

    @property
    def multiplications(self) -> int:
        """The number of multiplications in all products."""
        return self.count * self.one.multiplications

    def sources(self) -> Sequence[Term]:
        return (self.a, self.b)


@dataclass(eq=False, slots=True)
class Running(Called):
    """Sums, or products, of the elements up to each along an axis."""

    source: Term = field(kw_only=True)
    axis: int = field(kw_only=True)
    word: str = field(kw_only=True)
    is_exclusive: bool = field(kw_only=True)
    """Whether an element's running total excludes the element itself."""
    is_reversed: bool = field(kw_only=True)

    @property
    def multiplications(self) -> int:
        """The number of multiplications that take as long as this serial recurrence."""
        return 32 * self.size

    def sources(self) -> Sequence[Term]:
        return (self.source,)


@dataclass(eq=False, slots=True)
class Joined(Term):
    """Terms concatenated along an axis."""

    parts: tuple[Term, ...] = field(kw_only=True)
    axis: int = field(kw_only=True)

    def sources(self) -> Sequence[Term]:
        return self.parts


@dataclass(eq=False, slots=True)
class Row(Term):
    """The slice at a computed index of the first axis of an array in memory."""

    source: Term = field(kw_only=True)
    index: Term = field(kw_only=True)
    from_end: bool = field(kw_only=True)
    """Whether a negative index counts from the end."""

    def sources(self) -> Sequence[Term]:
        return (self.source, self.index)


@dataclass(eq=False, slots=True)
class Picked(Term):
    """Parts of an array in memory, at computed indices along an axis."""

    source: Term = field(kw_only=True)
    indices: Term = field(kw_only=True)
    axis: int = field(kw_only=True)

    def sources(self) -> Sequence[Term]:
        return (self.source, self.indices)

    def places_of_indices(self, places: Places) -> Places:
        """Where the indices are read for a result at these places."""
        shape = self.indices.shape
        part = places[self.axis : self.axis + len(shape)]
        return tuple(
            FIXED if size == 1 else place
            for place, size in zip(part, shape, strict=True)
        )

    def places_of_source(self, places: Places) -> Places:
        """Where the source is read, at its first part."""
        after = places[self.axis + len(self.indices.shape) :]
        return (*places[: self.axis], FIXED, *after)


def broadcast(shapes: Sequence[Dims]) -> Dims:
    """The shape that the shapes have together.

    >>> broadcast([(4, 1), (3,)])
    (4, 3)

    Raises:
      Unsupported: if they do not fit.
    """
    first, *others = shapes
    if all(shape == first or not shape for shape in others):
        return first  # by far the most frequent
    rank = max(map(len, shapes))
    result = []
    for axis in range(-rank, 0):
        sizes = {shape[axis] for shape in shapes if len(shape) >= -axis} - {1}
        if len(sizes) > 1:
            raise Unsupported(f"shapes {list(shapes)} cannot be broadcast")
        result.append(sizes.pop() if sizes else 1)
    return tuple(result)


def places_of_operand(operand: Term, places: Places) -> Places:
    """Where an operand is read for a result at these places."""
    if len(places) == len(operand.shape) and 1 not in operand.shape:
        return places
    shift = len(places) - len(operand.shape)
    return tuple(
        FIXED if size == 1 else places[axis + shift]
        for axis, size in enumerate(operand.shape)
    )


def identity(shape: Dims) -> Places:
    """The places of one loop for each axis."""
    return tuple(
        FIXED if size == 1 else Place(axis, 1, 0) for axis, size in enumerate(shape)
    )
