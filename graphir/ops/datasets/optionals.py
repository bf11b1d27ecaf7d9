"""Ops on optionals: a dataset element, or no value."""

from __future__ import annotations

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
