"""Properties of the results of a function, nested as it returns them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.signatures.trace_types import Literal, TensorSpec, trace_type
from runtime.tensors.structure import components_of, is_composite, map_structure
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.type_spec import TypeSpec


def of_each(function: Callable[[Any], Any], structured: Any, of_none: Any) -> Any:
    """A property of each tensor; for a composite tensor a list, by component."""

    def of(value: Any) -> Any:
        if is_composite(value) and not isinstance(value, TypeSpec):
            return [function(each) for each in components_of(value)]
        return of_none if value is None else function(value)

    return map_structure(of, structured, composites=False)


def spec_of(structured: Any) -> Any:
    """The trace type of the results."""
    if structured is None:
        return Literal(None)
    if isinstance(structured, SymbolicTensor):
        return TensorSpec(structured.shape, structured.dtype)
    return trace_type(structured)


__all__ = ["of_each", "spec_of"]
