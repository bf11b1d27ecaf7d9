"""Function libraries of loaded models: renamed, and reduced to called functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphir.attributes import FunctionRef, with_function_names
from graphir.function import Function, FunctionLibrary
from graphir.graph import Graph
from runtime.tracing.graph_trace import next_number


def with_fresh_names(
    library: FunctionLibrary,
) -> tuple[FunctionLibrary, dict[str, str]]:
    """The functions under names that no other has in this process.

    So functions of two models may be called in one graph. Also returns a dictionary
    from names in the model to names in this process.
    """
    called_as_ops = {node.op for each in library.values() for node in each.body}
    names = {
        name: name if name in called_as_ops else fresh_name(name) for name in library
    }
    found = FunctionLibrary()
    for function in library.values():
        body = function.body
        for node in body:
            for key, value in list(node.attrs.items()):
                if isinstance(value, (FunctionRef, list)):
                    node.attrs[key] = with_function_names(value, names)
        body.functions = found
        found.add(
            Function(
                names[function.name],
                body,
                function.output_names,
                function.attrs,
                function.control_output_names,
            )
        )
    return found, names


def fresh_name(name: str) -> str:
    """The name with another number, which no function of this process has."""
    start, _, number = name.rpartition("_")
    base = start if start and number.isdecimal() else name
    return f"{base}_{next_number()}"


def called_by(graph: Graph, library: FunctionLibrary) -> FunctionLibrary:
    """The functions that a graph calls, directly or indirectly."""
    found = FunctionLibrary()
    waiting = [graph]
    for each in waiting:
        for name in _names_in(each):
            if name in library and name not in found:
                found.add(library[name])
                waiting.append(library[name].body)
    return found


def _names_in(graph: Graph) -> Iterator[str]:
    for node in graph:
        yield node.op
        for value in node.attrs.values():
            yield from _references(value)


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, FunctionRef):
        yield value.name
    elif isinstance(value, list):
        for each in value:
            yield from _references(each)


__all__ = ["called_by", "fresh_name", "with_fresh_names"]
