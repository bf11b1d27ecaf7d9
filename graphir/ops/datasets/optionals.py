"""Ops on optionals: a dataset element, or no value."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import DType
from graphir.ops.datasets.families import OfComponents, OfScalars


class OptionalFromValue(
    OfScalars,
    signature="""
        OptionalFromValue(components: list(Toutput_types)) -> (optional:
            variant)
        | Toutput_types: list(type) >= 1
    """,
):
    """An element."""

    def input_gradients(self, d_optional: Any) -> Any:
        types = [each.dtype for each in self.components]
        shapes = [each.shape for each in self.components]
        found = self.op.OptionalGetValue(
            d_optional, output_types=types, output_shapes=shapes
        )
        parts = found if isinstance(found, list | tuple) else [found]
        return ([part if _has_gradient(part.dtype) else None for part in parts],)


class OptionalNone(
    OfScalars,
    signature="""
        OptionalNone() -> (optional: variant)
    """,
):
    """An optional without a value."""


class OptionalHasValue(
    OfScalars,
    signature="""
        OptionalHasValue(optional: variant) -> (has_value: bool)
    """,
    handles="optional",
):
    """Whether there is an element."""


class OptionalGetValue(
    OfComponents,
    signature="""
        OptionalGetValue(optional: variant) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    handles="optional",
):
    """The element."""

    def input_gradients(self, d_components: Any) -> Any:
        """An optional of the gradients; zeros where there is none."""
        parts = [
            self.op.ZerosLike(value) if d is None else d
            for value, d in zip(self.components, d_components, strict=True)
        ]
        return self.op.OptionalFromValue(parts)


def _has_gradient(dtype: DType) -> bool:
    return bool(dtype.is_floating or dtype.is_complex)
