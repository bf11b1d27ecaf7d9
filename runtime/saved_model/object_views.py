"""The objects that a SavedModel is made of, and the names of their children."""

from __future__ import annotations

from typing import Any

from runtime.functions.bound_function import BoundFunction
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.saved_model.loaded_functions import RestoredFunction
from runtime.saved_model.loaded_objects import SignatureMap
from runtime.saved_model.resource_functions import functions_of, is_resource
from runtime.saved_model.saved_specs import output_specs
from runtime.saved_model.structures import written_structure
from runtime.signatures.trace_types import VariableSpec, input_types
from runtime.trackable.base import SAVED_MODEL
from runtime.trackable.data_structures import tracked_children


class ObjectView:
    """The objects of a model, with functions and their traces."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self.signatures: SignatureMap | None = None
        """The signatures of the root; None until they are traced."""
        self._functions: dict[int, dict[str, Any]] = {}
        self._computed: dict[tuple[int, str], Any] = {}
        self._kept: list[Any] = []
        self._containers: dict[Any, Any] = {}
        self._shared: dict[Any, Any] = {}
        """A cache that objects share while their children are collected."""

    def children(self, owner: Any) -> dict[str, Any]:
        """The children of an object, by name, and the functions of its class."""
        return {name: _unbound(each) for name, each in self.held(owner).items()}

    def held(self, owner: Any) -> dict[str, Any]:
        """The children of an object, by name."""
        if isinstance(owner, (Function, RestoredFunction)):
            return {f"trace_{n}": each for n, each in enumerate(saved_traces(owner))}
        if isinstance(owner, ConcreteFunction):
            return {}
        found = tracked_children(
            owner, SAVED_MODEL, self._containers, cache=self._shared
        )
        if is_resource(owner):
            found = {**found, **self._functions_of(owner)}
        if owner is self.root and self.signatures is not None:
            found = {**found, "signatures": self.signatures}
        return {name: self._first(owner, name, each) for name, each in found.items()}

    def _first(self, owner: Any, name: str, value: Any) -> Any:
        """A function as it was seen first: a property may make another each time."""
        if not isinstance(value, Function):
            return value
        return self._computed.setdefault((id(owner), name), value)

    def _functions_of(self, table: Any) -> dict[str, Any]:
        if id(table) not in self._functions:
            self._kept.append(table)
            self._functions[id(table)] = functions_of(table)
        return self._functions[id(table)]


def _unbound(value: Any) -> Any:
    """A function without its object; traced if it says what it takes."""
    is_function = isinstance(value, (Function, BoundFunction))
    if is_function and value.input_signature is not None:
        value.get_concrete_function()
    return value.unbound if isinstance(value, BoundFunction) else value


def saved_traces(function: Any) -> list[ConcreteFunction]:
    """The traces that can be saved: their arguments are tensors and plain values."""
    every = function._list_all_concrete_functions()
    return [each for each in every if _can_be_saved(each)]


def _can_be_saved(concrete: ConcreteFunction) -> bool:
    kinds = [t for each in concrete.signature.arguments for t in input_types(each.type)]
    if len({each for each in kinds if isinstance(each, VariableSpec)}) > 1:
        return False  # what is written does not tell several variables apart
    try:
        written_structure(concrete.structured_input_signature)
        output_specs(concrete.structured_outputs)
    except NotImplementedError:
        return False
    return True


__all__ = ["ObjectView", "saved_traces"]
