"""Intervals of a loop's integers, and which variables it needs."""

from __future__ import annotations

import pytest

from graphir import dtypes
from graphir.graph import Graph
from graphir.text.parser import parse_graph
from runtime.executor.planning import loop_bounds
from runtime.executor.planning.loop_bounds import (
    FAR,
    carries_number,
    constant_of,
    counter_step,
    head_number,
    needed_variables,
    source_of,
)
from runtime.executor.planning.python_numbers import any_number


def loop(step: str = "AddV2(%i, %s)", start: int = 3, test: str = "Less(%i, %n)"):
    return parse_graph(
        f"""
        graph @g(%n: i64[], %x: f32[2]) -> (%w:1) {{
          %start = Const() {{value = {start} : i64[]}} : i64[]
          %w = StatelessWhile(%start, %x, %n) {{cond = @c, body = @b}}
             : i64[], f32[2], i64[]
        }}
        func @c(%i: i64[], %x: f32[2], %n: i64[]) -> (r = %t) {{ %t = {test} }}
        func @b(%i: i64[], %x: f32[2], %n: i64[]) -> (i2 = %j, x2 = %y, n2 = %n) {{
          %s = Const() {{value = 2 : i64[]}} : i64[]
          %j = {step}
          %y = Neg(%x)
        }}
        """
    )


def parts(graph: Graph):
    functions = graph.functions
    return graph.node("w"), functions["b"].body, functions["c"].body


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("AddV2(%i, %s)", 2),
        ("AddV2(%s, %i)", 2),
        ("Sub(%i, %s)", -2),
        ("Sub(%s, %i)", None),
        ("Mul(%i, %s)", None),
        ("AddV2(%i, %n)", None),
        ("AddV2(%n, %s)", None),
    ],
)
def test_the_step_of_a_counter(step: str, expected) -> None:
    _, body, _ = parts(loop(step))
    assert counter_step(body, 0) == expected
    assert counter_step(body, 2) is None


@pytest.mark.parametrize(
    ("step", "start", "low", "high"),
    [
        ("AddV2(%i, %s)", 3, 3, FAR),
        ("Sub(%i, %s)", 3, -FAR, 3),
        (
            "AddV2(%i, %s)",
            1 << 60,
            *(lambda n: (n.low, n.high))(any_number(dtypes.int64)),
        ),
        ("Mul(%i, %s)", 3, *(lambda n: (n.low, n.high))(any_number(dtypes.int64))),
    ],
)
def test_the_interval_at_the_head(step: str, start: int, low: int, high: int) -> None:
    node, body, _ = parts(loop(step, start))
    found = head_number(node, body, 0)
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    ("test", "low", "high"),
    [
        ("Less(%i, %n)", 0, -1),
        ("Greater(%n, %i)", 0, -1),
        ("Greater(%i, %n)", 1, 0),
        ("Less(%n, %i)", 1, 0),
        ("LessEqual(%i, %n)", 0, 0),
        ("Less(%i, %i)", 0, 0),
    ],
)
def test_a_test_that_was_passed_narrows_the_interval(test, low: int, high: int) -> None:
    graph = loop(test=test)
    _, _, cond = parts(graph)
    whole = any_number(dtypes.int64)
    found = loop_bounds.tested_number(whole, cond, 0, graph.functions)
    assert (found.low - whole.low, found.high - whole.high) == (low, high)


def test_numbers_and_arrays() -> None:
    node, body, _ = parts(loop())
    assert carries_number(node, body, 0)
    assert not carries_number(node, body, 1)


def test_variables_that_nobody_needs() -> None:
    node, body, cond = parts(loop())
    assert needed_variables(node, body, cond, dead={0, 1, 2}) == {0, 2}
    assert needed_variables(node, body, cond, dead={0, 2}) == {0, 1, 2}


def test_constants_behind_copies() -> None:
    graph = parse_graph(
        "graph @g(%x: i32[]) -> (%b) { %c = Const() {value = 7 : i32[]} : i32[]\n"
        "%a = Identity(%c)\n%b = Identity(%a) }"
    )
    assert constant_of(graph.node("b").output) == 7
    assert source_of(graph.node("b").output) is graph.node("c").output
    assert constant_of(graph.node("x").output) is None


@pytest.mark.parametrize("value", ['"a" : string', "[1, 2] : i64[2]", "1.5 : f64[]"])
def test_a_constant_that_is_no_integer_is_none(value: str) -> None:
    """A loop whose file was changed may start at any."""
    text = value if value.endswith("]") else f"{value}[]"
    kind = text.rpartition(" : ")[2]
    graph = parse_graph(
        f"graph @g() -> (%c) {{ %c = Const() {{value = {text}}} : {kind} }}"
    )
    assert constant_of(graph.node("c").output) is None
