"""Branches, loops and calls: subgraphs that read values of the graph around them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.function import Function
from graphir.node import Node, Value
from graphir.onnx.contract.elements import element_type_of
from graphir.onnx.contract.emission import Emitter, Model, Out, writes
from graphir.onnx.contract.package import onnx_package


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


def _info(model: Model, name: str, value: Value, same: str) -> Any:
    """What a subgraph says of an argument or result: its element type.

    The elements of a list have the type of ``same``, which it is, if that is known.
    """
    helper = onnx_package().helper
    dtype = value.dtype.base_dtype
    if dtype is dtypes.variant:
        dtype = model.kinds.of(same) or _element_type(value)
        model.kinds.note(name, dtype)
    return helper.make_tensor_value_info(name, element_type_of(dtype), None)


def _element_type(value: Value) -> dtypes.DType:
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
        infos.append(_info(emitter.model, own, value, result))
    return helper.make_graph(emitter.nodes, name, inputs, infos)


@writes("While", "StatelessWhile")
def _while(out: Out) -> Any:
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
            _info(model, name, value, same)
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


# --- lists of tensors: one tensor, an element a row


@writes("TensorListReserve", "EmptyTensorList")
def _reserve(out: Out) -> Any:
    dtype = out.attr("element_dtype")
    count = out.const([0])
    if out.node.op == "TensorListReserve":
        # a number that is not said is none
        asked = out.emit("Max", [out.wide(1), out.const(0)])
        count = out.emit("Reshape", [asked, out.const([1])])
    sizes = _element_sizes(out)
    return out.emitter.filled(out.emit("Concat", [count, sizes], axis=0), 0, dtype)


def _element_sizes(out: Out) -> str:
    """The sizes of an element; 1 for those that the first element tells."""
    known = out.static(0)
    if known is None:
        asked = out.wide(0)
        return str(out.emit("Max", [asked, out.const(1)]))
    if known.ndim == 0:
        rank = _element_rank(out, out.node.output, set())
        if rank is None:
            raise out.refuse("the rank of the elements is not known.")
        return out.const(np.ones(rank, np.int64))
    return out.const(np.where(known < 0, 1, known))


def _element_rank(out: Out, value: Value, seen: set[Value]) -> int | None:
    """The rank of the elements of a list, by what becomes of it."""
    if value in seen:
        return None
    seen.add(value)
    if value.handle_data and value.handle_data[0][1].rank is not None:
        return int(value.handle_data[0][1].rank)
    for use in value.uses:
        found = _rank_in_use(out, use.node, use.input_index, seen)
        if found is not None:
            return found
    return None


def _rank_in_use(out: Out, node: Node, index: int, seen: set[Value]) -> int | None:
    if node.op in ("TensorListSetItem", "TensorListPushBack"):
        rank = node.inputs[-1].shape.rank
        if rank is not None:
            return int(rank)
    elif node.outputs and node.output.dtype is not dtypes.variant and index == 0:
        # a result that is a row, or all rows
        rank = node.output.shape.rank
        if rank is not None:
            return int(rank) - (node.op == "TensorListStack")
    follow = [each for each in node.outputs if each.dtype is dtypes.variant]
    if node.has_trait("looping"):
        body = out.emitter.model.functions[node.attrs["body"].name].body
        follow = [body.inputs[index], node.outputs[index]]
    for each in follow:
        found = _element_rank(out, each, seen)
        if found is not None:
            return found
    return None


def _as_wide_as(out: Out, rows: str, element: str) -> str:
    """Rows in the shape of an element, which an empty list did not know."""
    count = out.emit(
        "Slice", [out.emit("Shape", [rows]), out.const([0]), out.const([1])]
    )
    sizes = out.emit("Concat", [count, out.emit("Shape", [element])], axis=0)
    made: str = out.emit("Expand", [rows, sizes])
    return made


@writes("TensorListSetItem")
def _set_item(out: Out) -> Any:
    rows, element = out[0], out[2]
    if out.value(2).shape.rank != 0:
        rows = _as_wide_as(out, rows, element)
    place = out.emit("Reshape", [out.wide(1), out.const([1, 1])])
    if out.attr("resize_if_index_out_of_bounds", False):
        rows = _grown(out, rows, place)
    row = out.emit("Unsqueeze", [element, out.const([0])])
    return out.emit("ScatterND", [rows, place, row])


def _grown(out: Out, rows: str, place: str) -> str:
    """Rows up to a place."""
    sizes = out.emit("Shape", [rows])
    count = out.emit("Slice", [sizes, out.const([0]), out.const([1])])
    after = out.emit(
        "Add", [out.emit("Reshape", [place, out.const([1])]), out.const([1])]
    )
    missing = out.emit("Max", [out.emit("Sub", [after, count]), out.const([0])])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    more = out.emit("Concat", [missing, rest], axis=0)
    zeros = out.emitter.filled(more, 0, out.value(2).dtype.base_dtype)
    made: str = out.emit("Concat", [rows, zeros], axis=0)
    return made


@writes("TensorListPushBack")
def _push_back(out: Out) -> Any:
    row = out.emit("Unsqueeze", [out[1], out.const([0])])
    rows = _as_wide_as(out, out[0], out[1])
    return out.emit("Concat", [rows, row], axis=0)


@writes("TensorListPopBack")
def _pop_back(out: Out) -> Any:
    rows = out[0]
    last = out.emit("Gather", [rows, out.const(-1)], axis=0)
    rest = out.emit("Slice", [rows, out.const([0]), out.const([-1]), out.const([0])])
    return [rest, last]


@writes("TensorListResize")
def _resize(out: Out) -> Any:
    wanted = out.emit("Reshape", [out.wide(1), out.const([1])])
    cut = out.emit("Slice", [out[0], out.const([0]), wanted, out.const([0])])
    sizes = out.emit("Shape", [cut])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    count = out.emit("Slice", [sizes, out.const([0]), out.const([1])])
    more = out.emit("Concat", [out.emit("Sub", [wanted, count]), rest], axis=0)
    zeros = out.emitter.filled(more, 0, _element_type(out.value(0)))
    return out.emit("Concat", [cut, zeros], axis=0)


@writes("TensorListGetItem")
def _get_item(out: Out) -> Any:
    return out.emit("Gather", [out[0], out[1]], axis=0)


@writes("TensorListStack", "TensorListFromTensor")
def _rows(out: Out) -> Any:
    return out.emit("Identity", [out[0]])


@writes("TensorListLength")
def _length(out: Out) -> Any:
    sizes = out.emit("Shape", [out[0]])
    count = out.emit("Gather", [sizes, out.const(0)], axis=0)
    return out.emitter.narrowed(count, out.dtype)


@writes("TensorListGather")
def _gathered(out: Out) -> Any:
    return out.emit("Gather", [out[0], out[1]], axis=0)


@writes("TensorListElementShape")
def _element_shape(out: Out) -> Any:
    sizes = out.emit("Shape", [out[0]])
    rest = out.emit("Slice", [sizes, out.const([1]), out.const([2**62])])
    return out.emitter.narrowed(rest, out.dtype)
