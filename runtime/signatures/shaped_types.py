"""The trace type of values whose static shape is in no spec of their components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphir.shapes import Shape
from runtime.signatures.trace_types import Container


class ShapedContainer(Container):
    """A trace type of components and a shape, such as the shape of a sparse tensor.

    ``like`` is the spec of the values; its ``with_shape`` returns a spec of another
    shape.
    """

    __slots__ = ()

    @property
    def shape(self) -> Shape:
        """The static shape."""
        shape: Shape = self.like.shape
        return shape

    def without_values(self) -> Container:
        """This type itself, which refers to no value."""
        return self

    def is_subtype_of(self, other: object) -> bool:
        """Whether every part and the shape are subtypes of the other's."""
        if not super().is_subtype_of(other):
            return False
        wider = other.shape if isinstance(other, ShapedContainer) else Shape(None)
        return self.shape.is_subtype_of(wider)

    def most_specific_common_supertype(self, others: Iterable[Any]) -> Container | None:
        """The type of the common supertypes of the parts and of the shapes, or None."""
        others = list(others)
        if not all(isinstance(each, ShapedContainer) for each in others):
            return None
        common = super().most_specific_common_supertype(others)
        if common is None:
            return None
        shape = self.shape
        for each in others:
            shape = shape.most_specific_compatible_shape(each.shape)
        like = self.like.with_shape(shape)
        return ShapedContainer(common.kind, common.labels, common.parts, like)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ShapedContainer):
            return False
        return super().__eq__(other) and self.shape == other.shape

    __hash__ = Container.__hash__


__all__ = ["ShapedContainer"]
