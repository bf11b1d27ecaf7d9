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
