"""The graph verifier: every invariant of a graph, one function per invariant."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from graphir.analysis.call_types import misfits
from graphir.analysis.order import topological_order
from graphir.analysis.reachability import function_names
from graphir.attributes import (
    Attr,
    FunctionRef,
    Placeheld,
    TensorValue,
    attr_key,
)
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError, OpError
from graphir.function import Function
from graphir.graph import Graph
from graphir.node import Node, Use
from graphir.ops.contract.inference import complete_attrs, output_dtypes
from graphir.ops.contract.registry import find, signature_of
from graphir.ops.contract.signature import Signature
from graphir.shapes import Shape

Problems = Iterator[str]


def verify(graph: Graph, *, allow_unknown_ops: bool = True) -> None:
    """Checks a graph and the functions in its library.

    >>> from graphir.text.parser import parse_graph
    >>> verify(parse_graph("graph @g(%x: f32[]) -> (%x) {}"))

    Raises:
      InvalidGraphError: naming the first problem: node, op and user line.
    """
    problem = next(find_problems(graph, allow_unknown_ops=allow_unknown_ops), None)
    if problem is not None:
        raise InvalidGraphError(problem)


def find_problems(graph: Graph, *, allow_unknown_ops: bool = True) -> Problems:
    """The problems of a graph and its functions, as sentences."""
    yield from _body_problems(graph, allow_unknown_ops)
    for name in graph.functions:
        function = graph.functions[name]
        for problem in _function_problems(graph, name, function):
            yield f"Function {name!r}: {problem}"
        for problem in _body_problems(function.body, allow_unknown_ops):
            yield f"Function {name!r}: {problem}"


def _body_problems(graph: Graph, allow_unknown_ops: bool) -> Problems:
    for invariant in INVARIANTS:
        broken = False
        for problem in invariant(graph):
            broken = True
            yield problem
        if broken:
            # what follows stands on it
            return
    if not allow_unknown_ops:
        yield from ops_are_known(graph)


def _at(node: Node) -> str:
    origin = node.origin
    place = f", made at {origin}" if origin is not None and origin.frames else ""
    return f"node {node.name!r} ({node.op}{place})"


def names_agree(graph: Graph) -> Problems:
    """Each node is filed under its name and knows its graph."""
    for name, node in graph._nodes.items():
        if node.name != name:
            yield f"{_at(node)} is filed as {name!r}."
        if node.graph is not graph:
            yield f"{_at(node)} does not know its graph."


def edges_agree(graph: Graph) -> Problems:
    """Inputs come from nodes of this graph, and each value knows its readers."""
    for node in graph:
        for index, value in enumerate(node.inputs):
            if value.node.graph is not graph:
                yield (
                    f"{_at(node)} reads %{value.name} at input {index}, "
                    "which is not in the graph."
                )
            elif Use(node, index) not in value._uses:
                yield f"%{value.name} does not know its reader, {_at(node)}."
        for value in node.outputs:
            if value.node is not node:
                yield f"{_at(node)} has an output that belongs to {_at(value.node)}."
            for use in value.uses:
                if use.node.inputs[use.input_index] is not value:
                    yield f"%{value.name} is not read by {_at(use.node)}."


def control_edges_agree(graph: Graph) -> Problems:
    """Control edges stay in the graph and are known at both ends."""
    for node in graph:
        for before in node.control_inputs:
            if before.graph is not graph:
                yield f"{_at(node)} waits for {_at(before)}, not in the graph."
            elif node not in before._control_outputs:
                yield f"{_at(before)} does not know that {_at(node)} waits for it."
        for after in node.control_outputs:
            if node not in after._control_inputs:
                yield f"{_at(after)} does not know that it waits for {_at(node)}."


def results_belong(graph: Graph) -> Problems:
    """Inputs, outputs and control outputs are of this graph; inputs are distinct."""
    for kind, values in (("input", graph.inputs), ("output", graph.outputs)):
        for value in values:
            if value.node.graph is not graph:
                yield f"The {kind} %{value.name} is not in the graph {graph.name!r}."
    for node in graph.control_outputs:
        if node.graph is not graph:
            yield f"The control output {_at(node)} is not in {graph.name!r}."
    if len(set(graph.inputs)) < len(graph.inputs):
        yield f"The graph {graph.name!r} has an input twice."
    for value in graph.inputs:
        if value.node.inputs:
            yield f"The input %{value.name} reads other values."


def has_no_cycle(graph: Graph) -> Problems:
    """Nodes can be ordered; only NextIteration leads back."""
    try:
        topological_order(graph)
    except InvalidGraphError as error:
        yield str(error)


def signatures_hold(graph: Graph) -> Problems:
    """Number and dtypes of inputs and results, and attributes, are as declared."""
    for node in graph:
        signature = signature_of(node.op)
        if signature is None or _is_template(node):
            continue
        try:
            completed = complete_attrs(signature, node.inputs, node.attrs)
            declared = output_dtypes(signature, completed)
        except (TypeError, ValueError) as error:
            yield f"{_at(node)}: {error}"
            continue
        expected = [dtype.base_dtype for dtype in declared]
        found = [value.dtype.base_dtype for value in node.outputs]
        if found != expected:
            yield (
                f"{_at(node)} has results of dtypes {_names(found)}, "
                f"not {_names(expected)}."
            )
        yield from _wrong_attrs(node, signature, completed)


def _wrong_attrs(
    node: Node, signature: Signature, completed: dict[str, Attr]
) -> Problems:
    for name in signature.inferred_attrs:
        given = node.attrs.get(name)
        if given is not None and attr_key(given) != attr_key(completed.get(name)):
            yield (
                f"{_at(node)} has the attribute {name} = {given!r}; its inputs say "
                f"{completed.get(name)!r}."
            )
    for name, spec in signature.attrs.items():
        value = completed[name]
        for each in value if spec.is_list and isinstance(value, list) else (value,):
            if not isinstance(each, _KINDS[spec.kind]):
                yield (
                    f"{_at(node)}: attribute {name!r} is {each!r}, which is no "
                    f"{spec.kind}."
                )


def _names(dtypes: list[Any]) -> str:
    return "(" + ", ".join(each.name for each in dtypes) + ")"


def _is_template(node: Node) -> bool:
    return any(isinstance(value, Placeheld) for value in node.attrs.values())


def shapes_hold(graph: Graph) -> Problems:
    """The shapes noted do not contradict the shape rules."""
    for node in graph:
        declaration = find(node.op)
        if declaration is None or _is_template(node):
            continue
        try:
            _, types = declaration.infer(node.inputs, node.attrs)
        except (OpError, TypeError, ValueError) as error:
            yield f"{_at(node)}: {error}"
            continue
        for value, (_, shape) in zip(node.outputs, types, strict=True):
            if not value.shape.is_compatible_with(shape):
                yield (
                    f"{_at(node)}: %{value.name} has shape {value.shape}, but the "
                    f"shape rule gives {shape}."
                )


def functions_exist(graph: Graph) -> Problems:
    """Every function that an attribute names is in the library and fits."""
    for node in graph:
        for attr in node.attrs.values():
            for name in function_names(attr):
                if name not in graph.functions:
                    yield f"{_at(node)} calls {name!r}, not in the library."
        yield from calls_fit(graph, node)


def calls_fit(graph: Graph, node: Node) -> Problems:
    """Checks that a call's types agree with the signature of the called function."""
    for problem in misfits(node.op, node.attrs, graph.functions):
        yield f"{_at(node)} {problem}"


def ops_are_known(graph: Graph) -> Problems:
    """Every op has a signature, or is the name of a function."""
    for node in graph:
        if signature_of(node.op) is None and node.op not in graph.functions:
            yield f"{_at(node)}: op {node.op!r} is unknown."


def _function_problems(graph: Graph, name: str, function: Function) -> Problems:
    if function.name != name:
        yield f"it is filed under the name of {function.name!r}."
    if function.body.functions is not graph.functions:
        yield "its body calls another library."
    if len(function.output_names) != len(function.body.outputs):
        yield (
            f"it names {len(function.output_names)} results for "
            f"{len(function.body.outputs)} outputs."
        )
    if len(function.control_output_names) != len(function.body.control_outputs):
        yield (
            f"it names {len(function.control_output_names)} control outputs for "
            f"{len(function.body.control_outputs)}."
        )


INVARIANTS: Final[tuple[Callable[[Graph], Problems], ...]] = (
    names_agree,
    edges_agree,
    control_edges_agree,
    results_belong,
    has_no_cycle,
    signatures_hold,
    shapes_hold,
    functions_exist,
)
"""In the order in which they are checked: later ones rely on earlier ones."""


_KINDS: Final[dict[str, Any]] = {
    "int": int,
    "float": (float, int),
    "bool": bool,
    "string": bytes,
    "type": DType,
    "shape": Shape,
    # defaults of kind tensor are kept as the text of the op list
    "tensor": (TensorValue, str),
    "func": FunctionRef,
}
