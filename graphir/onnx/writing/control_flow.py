"""Branches, loops and calls: subgraphs that read values of the graph around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.function import Function
from graphir.node import Value
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.emission import Emitter, Out, writes
from graphir.onnx.contract.package import onnx_package
from graphir.onnx.contract.written_model import Model


def function_of(out: Out, attr: str) -> Function:
    """The function that an attribute names."""
    found: Function = out.emitter.model.functions[out.node.attrs[attr].name]
    return found


def inlined(emitter: Emitter, function: Function, names: Sequence[str]) -> list[str]:
    """Writes the body of a function; the names of its results."""
    body = function.body
    emitter.names.update(zip(body.inputs, names, strict=True))
    emitter.write(body, topological_order(body))
    return [emitter.name_of(value) for value in body.outputs]


def info(model: Model, name: str, value: Value, same: str) -> Any:
    """What a subgraph says of an argument or result: its element type.

    The elements of a list have the type of ``same``, which it is, if that is known.
    """
    helper = onnx_package().helper
    dtype = value.dtype.base_dtype
    if dtype is dtypes.variant:
        dtype = model.kinds.of(same) or element_type(value)
        model.kinds.note(name, dtype)
    return helper.make_tensor_value_info(name, element_type_of(dtype), None)


def element_type(value: Value) -> dtypes.DType:
    """The dtype of the elements of a list."""
    found = _seen_element(value, set())
    return dtypes.float32 if found is None else found


def _seen_element(value: Value, seen: set[Value]) -> dtypes.DType | None:
    if value in seen:
        return None
    seen.add(value)
    if value.handle_data:
        return value.handle_data[0][0]
    node = value.node
    known = node.attrs.get("element_dtype")
    if isinstance(known, dtypes.DType):
        return known
    for use in value.uses:
        known = use.node.attrs.get("element_dtype")
        if isinstance(known, dtypes.DType):
            return known
    follow = [each for each in node.inputs if each.dtype is dtypes.variant]
    for each in follow:
        found = _seen_element(each, seen)
        if found is not None:
            return found
    for use in value.uses:
        for each in use.node.outputs:
            if each.dtype is dtypes.variant:
                found = _seen_element(each, seen)
                if found is not None:
                    return found
    return None


@writes("If", "StatelessIf")
def _if(out: Out) -> Any:
    condition = out[0]
    if not out.value(0).dtype.is_bool:
        condition = out.emitter.cast(condition, dtypes.as_dtype("bool"))
    condition = _scalar(out.emitter, condition, out.value(0))
    given = [out[i] for i in range(1, len(out.node.inputs))]
    branches = []
    for attr in ("then_branch", "else_branch"):
        function = function_of(out, attr)
        inner = Emitter(out.emitter.model, out.emitter)
        results = inlined(inner, function, given)
        branches.append(
            subgraph(inner, function.name, [], results, function.body.outputs)
        )
    count = len(out.node.outputs)
    if not count:
        return None
    both = {"then_branch": branches[0], "else_branch": branches[1]}
    found = out.emit("If", [condition], count, **both)
    _note_alike(
        out.emitter.model, [found] if isinstance(found, str) else found, results
    )
    return found


def _scalar(emitter: Emitter, name: str, value: Value) -> str:
    """A condition without axes, as If and Loop ask for."""
    if value.shape.rank == 0:
        return name
    made: str = emitter.emit("Reshape", [name, emitter.const(np.zeros(0))])
    return made


def subgraph(
    emitter: Emitter,
    name: str,
    inputs: list[Any],
    results: Sequence[str],
    values: Sequence[Value],
) -> Any:
    """A subgraph; results get names of its own."""
    helper = onnx_package().helper
    infos = []
    for result, value in zip(results, values, strict=True):
        own = emitter.model.name("result")
        emitter.emit_named("Identity", [result], [own])
        infos.append(info(emitter.model, own, value, result))
    return helper.make_graph(emitter.nodes, name, inputs, infos)


def write_loop(out: Out) -> Any:
    """A loop as a Loop, which asks its condition after each iteration."""
    model = out.emitter.model
    body, condition = function_of(out, "body"), function_of(out, "cond")
    given = out.all
    before = Emitter(model, out.emitter)
    first = inlined(before, condition, given)[0]
    out.emitter.nodes += before.nodes
    inner = Emitter(model, out.emitter)
    names = [model.name(f"{value.node.name}_in") for value in body.body.inputs]
    _note_alike(model, names, given)
    number, again = model.name("iteration"), model.name("condition")
    results = inlined(inner, body, names)
    asking = Emitter(model, inner)
    asked = inlined(asking, condition, results)[0]
    inner.nodes += asking.nodes
    helper = onnx_package().helper
    bool_ = element_type_of(dtypes.as_dtype("bool"))
    inputs = [
        helper.make_tensor_value_info(number, element_type_of(dtypes.int64), []),
        helper.make_tensor_value_info(again, bool_, []),
        *(
            info(model, name, value, same)
            for name, value, same in zip(names, body.body.inputs, given, strict=True)
        ),
    ]
    asks = condition.body.outputs[0]
    flat = _scalar(inner, asked, asks)
    values = [asks, *body.body.outputs]
    graph = subgraph(inner, body.name, inputs, [flat, *results], values)
    start = _scalar(out.emitter, first, asks)
    count = len(out.node.outputs)
    found = out.emit("Loop", ["", start, *given], count, body=graph)
    _note_alike(model, [found] if isinstance(found, str) else found, results)
    return found


def _note_alike(model: Model, names: Sequence[str], same: Sequence[str]) -> None:
    """Names of lists have the element types of others."""
    for name, other in zip(names, same, strict=True):
        model.kinds.note(name, model.kinds.of(other))


@writes("Case", "StatelessCase")
def _case(out: Out) -> Any:
    """The first branch that the index names; the last for every other index."""
    names = [each.name for each in out.attr("branches")]
    functions = [out.emitter.model.functions[name] for name in names]
    given = [out[i] for i in range(1, len(out.node.inputs))]
    index = out.wide(0)
    return _cases(out, out.emitter, index, list(enumerate(functions)), given)


def _cases(
    out: Out,
    emitter: Emitter,
    index: str,
    functions: list[tuple[int, Function]],
    given: list[str],
) -> list[str]:
    number, function = functions[0]
    if len(functions) == 1:
        return inlined(emitter, function, given)
    model = emitter.model
    chosen, others = Emitter(model, emitter), Emitter(model, emitter)
    results = inlined(chosen, function, given)
    values = function.body.outputs
    graphs = [subgraph(chosen, f"case_{number}", [], results, values)]
    rest = _cases(out, others, index, functions[1:], given)
    graphs.append(subgraph(others, f"after_{number}", [], rest, values))
    asked = emitter.emit("Equal", [index, emitter.const(number)])
    count = len(values)
    found = emitter.emit(
        "If", [asked], count, then_branch=graphs[0], else_branch=graphs[1]
    )
    return [found] if isinstance(found, str) else list(found)
