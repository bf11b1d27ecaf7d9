"""Loops over the rows of lists, which ONNX has as Scan; any other loop is a Loop.

A loop counts from a constant to another, reads lists only at the counter, and writes
lists only there: then the lists are sequences that are known before it starts. A limit
that the run tells may leave no row, which ONNX Runtime's Scan does not take.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from graphir import dtypes
from graphir.analysis.order import topological_order
from graphir.editing.dataflow.guards import without_copies
from graphir.function import Function
from graphir.node import Node, Value
from graphir.onnx.contract.emission import Emitter, Out, writes
from graphir.onnx.writing.control_flow import (
    function_of,
    info,
    subgraph,
    write_loop,
)
from graphir.ops.contract.declaration import Op
from graphir.ops.math.arithmetic import Add, AddV2
from graphir.ops.math.comparison import Less
from graphir.ops.math.logic import LogicalAnd
from graphir.ops.state.tensor_lists import (
    TensorListFromTensor,
    TensorListGetItem,
    TensorListReserve,
    TensorListSetItem,
)


@writes("While", "StatelessWhile")
def _while(out: Out) -> Any:
    form = _form_of(out)
    return write_loop(out) if form is None else _write(out, form)


@dataclass
class _Form:
    """What each variable of a loop is, by its number."""

    starts: dict[int, int]
    """Counters, and what they begin with."""
    steps: int
    """How many iterations there are: until the first counter comes to its limit."""
    unchanged: set[int] = field(default_factory=set)
    read: dict[int, list[Node]] = field(default_factory=dict)
    """Lists, and the nodes that read them."""
    written: dict[int, Node] = field(default_factory=dict)
    """Lists, and the node that writes them."""
    counters: dict[int, int] = field(default_factory=dict)
    """List -> its counter."""

    def end(self, index: int) -> int:
        """Where the counter of a list stops."""
        return self.starts[self.counters[index]] + self.steps


def _form_of(out: Out) -> _Form | None:
    body, condition = function_of(out, "body").body, function_of(out, "cond").body
    found = [without_copies(value) for value in body.outputs]
    unchanged = {i for i, arg in enumerate(body.inputs) if found[i] is arg}
    starts: dict[int, int] = {}
    steps: list[int] = []
    places = {arg: i for i, arg in enumerate(condition.inputs)}
    for counter, limit in _comparisons(condition.outputs[0]):
        index = places.get(counter)
        start = None if index is None else _start(out, body, index)
        if index is None or start is None:
            return None
        at = places.get(limit)
        if at is not None and at not in unchanged:
            return None
        last = _number(limit if at is None else without_copies(out.value(at)))
        if last is None or last <= start:
            return None
        starts[index] = start
        steps.append(last - start)
    form = _Form(starts, min(steps), unchanged)
    used = {place for arg, place in places.items() if arg.is_used}
    for index, argument in enumerate(body.inputs):
        if argument.dtype.base_dtype is not dtypes.variant:
            continue
        if index in used or not _is_sequence(out, form, body.inputs, index, found):
            return None
    lists = {*form.read, *form.written}
    states = [x for i, x in enumerate(body.inputs) if i not in unchanged | lists]
    rows = [node.inputs[2] for node in form.written.values()]
    # a state keeps its shape, and all ranks are told
    is_known = all(x.shape.is_fully_defined() for x in states)
    is_known = is_known and all(x.shape.rank is not None for x in rows)
    return form if form.read and is_known else None


def _comparisons(asked: Value) -> Iterator[tuple[Value, Value]]:
    """What a condition compares: each pair must be less; an odd one asks no counter."""
    asked = without_copies(asked)
    if _is(asked.node, LogicalAnd):
        for each in asked.node.inputs:
            yield from _comparisons(each)
    elif _is(asked.node, Less):
        counter, limit = (without_copies(each) for each in asked.node.inputs)
        yield counter, limit
    else:
        yield asked, asked


def _is(node: Node, *ops: type[Op]) -> bool:
    """Whether a node is a call of one of these."""
    return node.declaration in ops


def _number(value: Value) -> int | None:
    """A constant, if it is one whole number."""
    known = value.constant_value()
    if known is None or known.ndim or known.dtype.kind not in "iu":
        return None
    return int(known)


def _start(out: Out, body: Any, index: int) -> int | None:
    """What a variable begins with, if it counts by ones."""
    added = without_copies(body.outputs[index])
    if not _is(added.node, Add, AddV2):
        return None
    a, b = (without_copies(each) for each in added.node.inputs)
    step = b if a is body.inputs[index] else a
    if body.inputs[index] not in (a, b) or _number(step) != 1:
        return None
    start = _number(without_copies(out.value(index)))
    return None if start is None or start < 0 else start


def _is_sequence(
    out: Out, form: _Form, arguments: Sequence[Value], index: int, found: list[Value]
) -> bool:
    """Whether a list is read or written at a counter only; notes it if so."""
    uses = list(_uses(arguments[index]))
    nodes = [node for node, place in uses if place == 0]
    if len(nodes) < len(uses) or not nodes:
        return False
    counters = {_counter(form, arguments, node) for node in nodes}
    if len(counters) != 1 or None in counters:
        return False
    (counter,) = counters
    assert counter is not None
    form.counters[index] = counter
    if index in form.unchanged:
        form.read[index] = nodes
        return all(_is(node, TensorListGetItem) for node in nodes)
    (node, *more) = nodes
    form.written[index] = node
    return (
        not more
        and _is(node, TensorListSetItem)
        and found[index] is node.output
        and not list(_uses(node.output))
        and _is_as_long(form.end(index), out.value(index))
    )


def _uses(value: Value) -> Iterator[tuple[Node, int]]:
    """The nodes that read a value or a copy of it, and which argument it is."""
    for use in value.uses:
        if use.node.has_trait("alias"):
            yield from _uses(use.node.output)
        else:
            yield use.node, use.input_index


def _counter(form: _Form, arguments: Sequence[Value], node: Node) -> int | None:
    if len(node.inputs) < 2:
        return None
    place = without_copies(node.inputs[1])
    return next((i for i in form.starts if arguments[i] is place), None)


def _is_as_long(end: int, given: Value) -> bool:
    """Whether a list that is written has an element for each place before the end."""
    value = without_copies(given)
    while _is(value.node, TensorListSetItem):
        value = without_copies(value.node.inputs[0])
    is_reserved = _is(value.node, TensorListReserve)
    return is_reserved and _number(value.node.inputs[1]) == end


# --- writing


def _write(out: Out, form: _Form) -> Any:
    body = function_of(out, "body")
    given = out.all
    inner = Emitter(out.emitter.model, out.emitter)
    lists = {*form.read, *form.written}
    states = [
        i for i in range(len(given)) if i not in form.unchanged and i not in lists
    ]
    for index in form.unchanged - lists:
        inner.names[body.body.inputs[index]] = given[index]
    inputs = [_state(inner, body, index, given[index]) for index in states]
    inputs += [
        _element(inner, nodes, given[index]) for index, nodes in form.read.items()
    ]
    skipped = {node for nodes in form.read.values() for node in nodes}
    skipped |= set(form.written.values())
    copies = {use for i in lists for use in _copies(body.body.inputs[i])}
    copies |= {x for node in form.written.values() for x in _copies(node.output)}
    nodes = topological_order(body.body)
    inner.write(body.body, [x for x in nodes if x not in skipped | copies])
    results = [body.body.outputs[i] for i in states]
    results += [node.inputs[2] for node in form.written.values()]
    names = [inner.name_of(value) for value in results]
    graph = subgraph(inner, body.name, inputs, names, results)
    shapes = [body.body.inputs[i].shape for i in states]
    shapes += [node.inputs[2].shape for node in form.written.values()]
    for each, shape in zip(graph.output, shapes, strict=True):
        told = each.type.tensor_type.shape
        told.SetInParent()
        for size in shape.as_list():
            dimension = told.dim.add()
            if size is not None:
                dimension.dim_value = size
    rows = [_rows(out, form, index, given[index]) for index in form.read]
    found = out.emit(
        "Scan",
        [*(given[i] for i in states), *rows],
        len(results),
        body=graph,
        num_scan_inputs=len(rows),
    )
    made = [found] if isinstance(found, str) else list(found)
    return _results(out, form, given, states, made)


def _copies(value: Value) -> Iterator[Node]:
    for use in value.uses:
        if use.node.has_trait("alias"):
            yield use.node
            yield from _copies(use.node.output)


def _state(inner: Emitter, body: Function, index: int, given: str) -> Any:
    value = body.body.inputs[index]
    name = inner.model.name(f"{value.node.name}_in")
    inner.names[value] = name
    inner.model.kinds.note(name, inner.model.kinds.of(given))
    return info(inner.model, name, value, given)


def _element(inner: Emitter, nodes: list[Node], given: str) -> Any:
    """The row that a list is read at."""
    name = inner.model.name(f"{nodes[0].name}_in")
    for node in nodes:
        inner.names[node.output] = name
    inner.model.kinds.note(name, nodes[0].output.dtype)
    return info(inner.model, name, nodes[0].output, given)


def _rows(out: Out, form: _Form, index: int, given: str) -> str:
    """The rows that a list is read at: those from its counter's start on."""
    start = form.starts[form.counters[index]]
    end = form.end(index)
    if start == 0 and _is(out.value(index).node, TensorListFromTensor):
        tensor = out.value(index).node.inputs[0]
        if tensor.shape.rank and tensor.shape.as_list()[0] == end:
            return given
    places = [out.const([each]) for each in (start, end, 0)]
    made: str = out.emit("Slice", [given, *places])
    return made


def _results(
    out: Out, form: _Form, given: list[str], states: list[int], made: list[str]
) -> list[str]:
    """The variables after the loop, by their numbers."""
    after = dict(enumerate(given))
    after.update(zip(states, made))
    for index, name in zip(form.written, made[len(states) :], strict=True):
        start = form.starts[form.counters[index]]
        if start:
            first = out.emit(
                "Slice",
                [given[index], *(out.const([each]) for each in (0, start, 0))],
            )
            name = out.emit("Concat", [first, name], axis=0)
        kind = form.written[index].inputs[2].dtype
        out.emitter.model.kinds.note(name, kind)
        after[index] = name
    return [after[i] for i in range(len(given))]
