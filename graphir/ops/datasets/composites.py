"""Composite tensors as variants: their components and what describes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.handles import handle_class
from graphir.shapes import SCALAR, UNKNOWN, Shape


@handle_class("composite")
class EncodedComposite:
    """The components of a composite tensor, with its serialized type."""

    shape = ()
    __slots__ = ("components", "metadata")

    def __init__(self, components: Sequence[Any], metadata: bytes) -> None:
        self.components = tuple(components)
        self.metadata = metadata


class CompositeTensorVariantFromComponents(
    Op,
    signature="""
        CompositeTensorVariantFromComponents(components: list(Tcomponents))
        -> (encoded: variant) | metadata: string; Tcomponents: list(type) >= 0
    """,
):
    """The components of a composite tensor as one variant."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, components: Any) -> EncodedComposite:
        return EncodedComposite(components, self.metadata)


class CompositeTensorVariantToComponents(
    Op,
    signature="""
        CompositeTensorVariantToComponents(encoded: variant)
        -> (components: list(Tcomponents))
        | metadata: string; Tcomponents: list(type) >= 0
    """,
    handles="composite",
):
    """The components that a variant holds."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        return [UNKNOWN] * len(self.Tcomponents)

    def compute(self, encoded: EncodedComposite) -> Any:
        found = encoded.components
        if len(found) != len(self.Tcomponents):
            raise self.invalid(
                f"Encoded value has {len(found)} tensor components; expected "
                f"{len(self.Tcomponents)} components based on type_spec"
            )
        return found
