"""Bodies of branches and loops, written with terms."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.errors import InvalidGraphError
from graphir.onnx.contract.bodies import body_of, branches, while_loop
from graphir.onnx.contract.terms import Term, Terms, Writer


def run(build: Writer, terms: Any, **feeds: Any) -> list[Any]:
    names = [f"result_{i}" for i in range(len(terms))]
    for name, each in zip(names, terms, strict=True):
        build.output(build.op.Identity(each.value, name=name))
    given = {f"{name}:0": value for name, value in feeds.items()}
    return [x.tolist() for x in tf.run_graph(build.graph, given, names)]


def test_the_branch_of_the_condition() -> None:
    for truth in (True, False):
        build = Writer("g")
        c, x = build.input("c", "bool", []), build.input("x", "float32", [2])
        found = branches(
            build,
            Term(build, c),
            [Term(build, x)],
            [lambda t, a: [a[0] + 1, a[0]], lambda t, a: [-a[0], a[0] * 2]],
        )
        assert found[0].value.node.op == "StatelessIf"
        expected = [[2, 3], [1, 2]] if truth else [[-1, -2], [2, 4]]
        assert run(build, found, c=truth, x=np.float32([1, 2])) == expected


def test_branches_of_other_dtypes_are_refused() -> None:
    build = Writer("g")
    c = Term(build, build.input("c", "bool", []))
    with pytest.raises(InvalidGraphError, match="differ in the dtypes"):
        branches(build, c, [], [lambda t, a: [t.const(1)], lambda t, a: [t.const(1.5)]])


def test_a_loop_runs_as_long_as_its_condition_holds() -> None:
    build = Writer("g")
    terms = Terms(build)
    n = Term(build, build.input("n", "int64", []))
    found = while_loop(
        build,
        [terms.const(0), terms.const(1)],
        lambda t, a: [a[0] < 5],
        lambda t, a: [a[0] + 1, a[1] * 2],
    )
    assert run(build, [*found, n], n=np.int64(7)) == [5, 32, 7]


def test_shapes_are_widened_until_the_step_keeps_them() -> None:
    build = Writer("g")
    terms = Terms(build)
    found = while_loop(
        build,
        [terms.const(0), terms.const([1, 2])],
        lambda t, a: [a[0] < 2],
        lambda t, a: [a[0] + 1, t.concat([a[1], a[1]], 0)],
    )
    assert found[1].dims == [None]
    assert run(build, found) == [2, [1, 2] * 4]
    assert len(build.graph.functions) == 2


def test_a_body_is_named_apart_and_not_added() -> None:
    build = Writer("g")
    types = [(Terms(build).const(1).dtype, Terms(build).const(1).shape)]
    made = body_of(build, "body", types, lambda t, a: [a[0] + 1])
    assert made.name not in build.graph.functions
    build.graph.functions.add(made)
    other = body_of(build, "body", types, lambda t, a: [a[0]])
    assert other.name != made.name
    assert other.output_names == ["result_0"]
