"""Dataclasses as arguments of traced functions: flattened field by field.

Dataclasses with ``eq=False`` are compared by identity and not flattened. The traced
function gets a copy with placeholders for the tensors.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from runtime.tensors.structure import flatten


def is_record(value: Any) -> bool:
    """Whether the value is an instance of a dataclass that is compared by fields.

    >>> from dataclasses import dataclass
    >>> @dataclass
    ... class Point:
    ...     x: int
    >>> is_record(Point(1)), is_record(Point), is_record(1)
    (True, False, False)
    """
    kind: Any = type(value)
    return bool(
        hasattr(kind, "__dataclass_fields__")
        and kind.__hash__ is not object.__hash__
        and not hasattr(kind, "__tf_tracing_type__")
        and not hasattr(kind, "__tf_tensor__")
    )


def field_names(value: Any) -> tuple[str, ...]:
    """The names of the fields, in the order of their definition."""
    return tuple(type(value).__dataclass_fields__)


def field_values(value: Any) -> list[Any]:
    """The values of the fields."""
    return [getattr(value, name) for name in field_names(value)]


def with_fields(
    value: Any, parts: Sequence[Any], names: Sequence[str] | None = None
) -> Any:
    """A copy of a dataclass, frozen or not, with other field values."""
    result = copy.copy(value)
    for name, part in zip(names or field_names(value), parts):
        object.__setattr__(result, name, part)
    return result


def argument_leaves(value: Any) -> Iterator[Any]:
    """The leaves of an argument, including dataclass fields."""
    for leaf in flatten(value):
        if is_record(leaf):
            for part in field_values(leaf):
                yield from argument_leaves(part)
        else:
            yield leaf


__all__ = [
    "argument_leaves",
    "field_names",
    "field_values",
    "is_record",
    "with_fields",
]
