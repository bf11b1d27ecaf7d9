"""If, Loop and Scan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.onnx.contract.bodies import body_of, branches, while_loop
from graphir.onnx.contract.calls import Call, TermList, reads
from graphir.onnx.contract.terms import Term, Terms
from graphir.shapes import Shape

_FOREVER = np.iinfo(np.int64).max


def _captures(call: Call, graphs: Sequence[Any]) -> dict[str, Term]:
    """What subgraphs read from around them and is not constant."""
    found = {}
    for name in call.walk.captured(graphs):
        value = call.walk.lookup(name)
        if isinstance(value, TermList):
            raise call.refuse(f"{name!r}, a sequence, is read from around a body.")
        if value is not None and value.static is None:
            found[name] = value
    return found


@reads("If")
def _if(call: Call) -> Any:
    graphs = [call.attr("then_branch"), call.attr("else_branch")]
    known = call[0].static
    if known is not None:
        chosen = graphs[0] if known.item() else graphs[1]
        return tuple(call.walk.inside(call.build, chosen, {}))
    captured = _captures(call, graphs)

    def branch(graph: Any) -> Callable[[Terms, list[Term]], list[Term]]:
        def make(terms: Terms, arguments: list[Term]) -> list[Term]:
            names = dict(zip(captured, arguments, strict=True))
            return _tensors(call, call.walk.inside(terms.build, graph, names))

        return make

    condition = call.reshape(call[0], [])
    makes = [branch(each) for each in graphs]
    return branches(call.build, condition, list(captured.values()), makes)


def _tensors(call: Call, found: list[Any]) -> list[Term]:
    for each in found:
        if not isinstance(each, Term):
            raise call.refuse("a result of a body that is no tensor.")
    return found


@reads("Loop")
def _loop(call: Call) -> Any:
    graph = call.attr("body")
    most, asked = call.maybe(0), call.maybe(1)
    count = len(call) - 2
    states = [call[i] for i in range(2, len(call))]
    if any(isinstance(each, TermList) for each in states):
        raise call.refuse("a sequence that a loop carries.")
    captured = _captures(call, [graph])
    lists = len(graph.output) - 1 - count
    parameters = [each.name for each in graph.input]

    def step(terms: Terms, own: list[Term]) -> tuple[list[Term], list[Term]]:
        names: dict[str, Any] = dict(zip(captured, own[2 + count :], strict=True))
        names.update(zip(parameters, own[: 2 + count], strict=True))
        found = _tensors(call, call.walk.inside(terms.build, graph, names))
        again = terms.reshape(found[0], [])
        return [again, *found[1 : 1 + count]], found[1 + count :]

    limit = call.const(np.int64(_FOREVER)) if most is None else call.reshape(most, [])
    again = call.const(True) if asked is None else call.reshape(asked, [])
    first = [again, *states]
    return _counted(call, limit, first, list(captured.values()), step, lists)[1:]


Step = Callable[[Terms, list[Term]], tuple[list[Term], list[Term]]]


def _counted(
    call: Call,
    limit: Term,
    states: list[Term],
    captured: list[Term],
    step: Step,
    lists: int,
) -> list[Term]:
    """A loop with a counter; the first state says whether to go on.

    ``step`` takes the counter, the states and what is captured; it gives the states and
    the elements of the lists. Results are the states, and the lists as tensors.
    """
    number, elements = len(states), [Shape(None)] * lists

    def condition(terms: Terms, own: list[Term]) -> list[Term]:
        return [(own[0] < own[1]) & own[2]]

    def body(terms: Terms, own: list[Term]) -> list[Term]:
        before, made = own[2 : 2 + number], own[len(own) - lists :]
        kept = own[2 + number : len(own) - lists]
        after, rows = step(terms, [own[0], *before, *kept])
        elements[:] = [each.shape for each in rows]
        pushed = [
            terms.op.TensorListPushBack(each, row)
            for each, row in zip(made, rows, strict=True)
        ]
        return [own[0] + 1, own[1], *after, *kept, *pushed]

    kinds = _list_kinds(call, states, captured, step)
    empty = [
        call.op.EmptyTensorList(
            call.const(-1, dtypes.int32),
            call.const(-1, dtypes.int32),
            element_dtype=dtype,
        )
        for dtype in kinds
    ]
    given = [call.const(np.int64(0)), limit, *states, *captured, *empty]
    found = while_loop(call.build, given, condition, body)
    rows = [
        call.op.TensorListStack(
            handle, _element_shape(call, shape), element_dtype=dtype
        )
        for handle, shape, dtype in zip(
            found[len(found) - lists :], elements, kinds, strict=True
        )
    ]
    return [*found[2 : 2 + number], *rows]


def _list_kinds(
    call: Call, states: list[Term], captured: list[Term], step: Step
) -> list[dtypes.DType]:
    """The dtypes of the elements, found by writing the step once beside the graph."""
    found: list[dtypes.DType] = []
    library = call.build.graph.functions
    known = set(library)

    def make(terms: Terms, own: list[Term]) -> list[Term]:
        _, rows = step(terms, own)
        found.extend(each.dtype for each in rows)
        return []

    types = [(dtypes.int64, Shape([]))]
    types += [(each.dtype, each.shape) for each in (*states, *captured)]
    body_of(call.build, "kinds", types, make)
    for name in [each for each in library if each not in known]:
        library.remove(name)
    return found


def _element_shape(call: Call, shape: Shape) -> Term:
    if shape.rank is None:
        return call.const(-1, dtypes.int32)
    sizes = [-1 if each is None else each for each in shape.as_list()]
    return call.const(np.array(sizes, np.int32))


@reads("Scan")
def _scan(call: Call) -> Any:
    graph = call.attr("body")
    inputs = call.attr("num_scan_inputs")
    if call.version < 9:
        return _batched_scan(call, graph, inputs)
    states, rows = _split(call, inputs)
    axes = call.attr("scan_input_axes") or [0] * inputs
    backwards = call.attr("scan_input_directions") or [0] * inputs
    moved = [
        _leading(call, each, axis, back)
        for each, axis, back in zip(rows, axes, backwards, strict=True)
    ]
    found = _scanned(call, graph, states, moved)
    count = len(states)
    outputs = len(found) - count
    to = call.attr("scan_output_axes") or [0] * outputs
    turned = call.attr("scan_output_directions") or [0] * outputs
    made = [
        _placed(call, each, axis, back)
        for each, axis, back in zip(found[count:], to, turned, strict=True)
    ]
    return (*found[:count], *made)


def _split(call: Call, inputs: int) -> tuple[list[Term], list[Term]]:
    given = [call[i] for i in range(len(call))]
    count = len(given) - inputs
    return given[:count], given[count:]


def _batched_scan(call: Call, graph: Any, inputs: int) -> Any:
    """The first form of the op: a batch of sequences, each scanned by itself."""
    if call.maybe(0) is not None:
        raise call.refuse("lengths of sequences in its first version.")
    given = [call[i] for i in range(1, len(call))]
    batch = given[0].dims[0]
    if batch is None:
        raise call.refuse("a batch whose size is not known.")
    count = len(given) - inputs
    each = [
        _scanned(
            call,
            graph,
            [call.at(x, i) for x in given[:count]],
            [call.at(x, i) for x in given[count:]],
        )
        for i in range(batch)
    ]
    return tuple(call.op.Pack(list(parts)) for parts in zip(*each, strict=True))


def _leading(call: Call, x: Term, axis: int, back: int) -> Term:
    axis %= x.rank
    if back:
        x = call.op.ReverseV2(x, call.const(np.array([axis], np.int64)))
    others = [each for each in range(x.rank) if each != axis]
    return call.transpose(x, [axis, *others])


def _placed(call: Call, x: Term, axis: int, back: int) -> Term:
    axis %= x.rank
    order = list(range(1, x.rank))
    order.insert(axis, 0)
    moved = call.transpose(x, order)
    if back:
        moved = call.op.ReverseV2(moved, call.const(np.array([axis], np.int64)))
    return moved


def _scanned(
    call: Call, graph: Any, states: list[Term], rows: list[Term]
) -> list[Term]:
    captured = _captures(call, [graph])
    count = len(states)
    parameters = [each.name for each in graph.input]

    def step(terms: Terms, own: list[Term]) -> tuple[list[Term], list[Term]]:
        index, before, rest = own[0], own[2 : 2 + count], own[2 + count :]
        here = [terms.at(each, index) for each in rest[: len(rows)]]
        names: dict[str, Any] = dict(zip(captured, rest[len(rows) :], strict=True))
        names.update(zip(parameters, [*before, *here], strict=True))
        found = _tensors(call, call.walk.inside(terms.build, graph, names))
        return [own[1], *found[:count]], found[count:]

    limit = call.vector([call.size(rows[0], 0)])
    first = [call.const(True), *states]
    kept = [*rows, *captured.values()]
    lists = len(graph.output) - count
    return _counted(call, call.reshape(limit, []), first, kept, step, lists)[1:]
