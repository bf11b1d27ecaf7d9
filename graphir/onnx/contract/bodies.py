"""Bodies of branches and loops, written with terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir.attributes import FunctionRef
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.function import Function
from graphir.graph import Graph
from graphir.onnx.contract.terms import Term, Terms, Writer, wrapped
from graphir.shapes import Shape

Make = Callable[[Terms, list[Term]], Sequence[Term]]
"""The results of a body, of the terms of its arguments."""

_MOST_ATTEMPTS = 8


def body_of(
    around: Writer, name: str, types: Sequence[tuple[DType, Shape]], make: Make
) -> Function:
    """A function of the arguments' types; it is not in the library yet."""
    library = around.graph.functions
    inner = Graph(name)
    inner.functions = library
    build = Writer(inner)
    build.origin = around.origin
    terms = [
        Term(build, build.input(f"argument_{i}", dtype, shape))
        for i, (dtype, shape) in enumerate(types)
    ]
    for term in make(Terms(build), terms):
        made = build.node("Identity", [term.value], {}, "result")
        inner.outputs.append(made.output)
    # bodies inside this one have taken names by now
    inner.name = library.unique_name(name)
    return Function(
        inner.name, inner, [f"result_{i}" for i in range(len(inner.outputs))]
    )


def branches(
    around: Writer, condition: Term, captured: Sequence[Term], makes: Sequence[Make]
) -> tuple[Term, ...]:
    """The results of the first body if the condition is true, else of the second."""
    types = [(each.dtype, each.shape) for each in captured]
    found = []
    for name, make in zip(("then", "else"), makes, strict=True):
        body = body_of(around, name, types, make)
        around.graph.functions.add(body)
        found.append(body)
    results = [list(each.body.outputs) for each in found]
    if [x.dtype for x in results[0]] != [x.dtype for x in results[1]]:
        raise InvalidGraphError("The branches differ in the dtypes of their results.")
    attrs: dict[str, Any] = {
        "then_branch": FunctionRef(found[0].name),
        "else_branch": FunctionRef(found[1].name),
        "Tout": [each.dtype for each in results[0]],
        "output_shapes": [
            x.shape.most_specific_compatible_shape(y.shape)
            for x, y in zip(*results, strict=True)
        ],
    }
    op = "If" if any(map(_has_effects, found)) else "StatelessIf"
    node = around.node(op, [condition.value, *(x.value for x in captured)], attrs)
    terms: tuple[Term, ...] = wrapped(around, node.outputs)
    return terms


def while_loop(
    around: Writer, states: Sequence[Term], condition: Make, step: Make
) -> tuple[Term, ...]:
    """Applies a step to the states as long as the condition, its one result, holds.

    Shapes that the step changes are widened until it keeps them.

    Raises:
      InvalidGraphError: if the step changes a dtype.
    """
    types = [(each.dtype, each.shape) for each in states]
    library = around.graph.functions
    for _ in range(_MOST_ATTEMPTS):
        known = set(library)
        body = body_of(around, "body", types, step)
        given = [value.shape for value in body.body.outputs]
        if all(s.is_subtype_of(t[1]) for s, t in zip(given, types, strict=True)):
            break
        types = [
            (t[0], t[1].most_specific_compatible_shape(s))
            for s, t in zip(given, types, strict=True)
        ]
        for name in [each for each in library if each not in known]:
            library.remove(name)
    else:
        raise InvalidGraphError("The shapes of a loop do not settle.")
    library.add(body)
    asked = body_of(around, "condition", types, condition)
    library.add(asked)
    attrs: dict[str, Any] = {
        "cond": FunctionRef(asked.name),
        "body": FunctionRef(body.name),
        "output_shapes": [shape for _, shape in types],
    }
    op = "While" if _has_effects(body) else "StatelessWhile"
    node = around.node(op, [each.value for each in states], attrs)
    terms: tuple[Term, ...] = wrapped(around, node.outputs)
    return terms


def _has_effects(function: Function) -> bool:
    return any(node.is_stateful for node in function.body if node.op != "Placeholder")
