"""Eager calls of ops that only graphs run: each is traced into a graph of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import lookup
from runtime.apply import apply_op
from runtime.context import current_trace
from runtime.executor.kernels.kernels import LinkedFunction
from runtime.functions.decorator import function
from runtime.functions.graph_import import bring


def wrapped_op(op: str, attrs: Mapping[str, Any]) -> Callable[..., Any]:
    """What calls an op that takes functions: a loop, a branch, a call.

    It takes the ambient and flat eager tensors, and is traced once for their shapes.
    Tapes see the call of a graph, of which they know the gradient.
    """
    signature = lookup(op).declared()

    def call(*flat: Any) -> Any:
        named = {name: _in_library(value) for name, value in attrs.items()}
        return apply_op(op, group_inputs(signature, attrs, flat), named)

    traced = function(call, autograph=False)
    return lambda _, *flat: traced.get_concrete_function(*flat)(*flat)


def _in_library(value: Attr) -> Attr:
    """The attribute with its functions in the library of the current trace."""
    if isinstance(value, list):
        return [_in_library(each) for each in value]
    if not isinstance(value, LinkedFunction):
        return value
    trace: Any = current_trace()
    bring(trace.graph.functions, value.functions, value.function)
    return value.reference


__all__ = ["wrapped_op"]
