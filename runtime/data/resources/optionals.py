"""Optionals: elements, or nothing, as variants."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.handles import handle_class
from graphir.ops.datasets import optionals
from runtime.data.stages.stage import Element
from runtime.stateful_kernels.attaching import kernel


@handle_class("optional")
class OptionalValue:
    """An element, or nothing: a variant."""

    __slots__ = ("components",)

    shape = ()

    def __init__(self, components: Element | None) -> None:
        self.components = components

    def __add__(self, other: OptionalValue) -> OptionalValue:
        """The sum of both elements, part by part; gradients are added so.

        Raises:
          InvalidArgumentError: if one of the two has no value, or other parts.
        """
        if self.components is None or other.components is None:
            if self.components is other.components:
                return OptionalValue(None)
            raise InvalidArgumentError(
                None,
                None,
                "Cannot add optionals: one has a value and the other has none.",
            )
        pairs = zip(self.components, other.components, strict=True)
        return OptionalValue(tuple(one + two for one, two in pairs))

    def zeros_like(self) -> OptionalValue:
        """An optional of zeros; of no value, if there is none."""
        if self.components is None:
            return OptionalValue(None)
        return OptionalValue(tuple(map(_zeros, self.components)))


def _zeros(part: Any) -> Any:
    return part.zeros_like() if hasattr(part, "zeros_like") else np.zeros_like(part)


@kernel(optionals.OptionalFromValue)
def _optional(*components: Any) -> OptionalValue:
    return OptionalValue(components)


@kernel(optionals.OptionalNone)
def _nothing() -> OptionalValue:
    return OptionalValue(None)


@kernel(optionals.OptionalHasValue)
def _has_value(optional: OptionalValue) -> Any:
    return np.bool_(optional.components is not None)


@kernel(optionals.OptionalGetValue)
def _value(optional: OptionalValue) -> Element:
    if optional.components is None:
        raise InvalidArgumentError(
            None, None, "The given optional does not have a value."
        )
    return optional.components


__all__ = ["OptionalValue"]
