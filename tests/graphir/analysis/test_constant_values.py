"""What is known of a value before the graph runs."""

from __future__ import annotations

import numpy as np
import pytest

from graphir.graph import Graph
from graphir.shapes import Shape
from graphir.text.parser import parse_graph

GRAPH = parse_graph(
    """graph @g(%x: f32[2,?,5], %n: i32[], %v: i32[3]) -> () {
      %shape = Shape(%x)
      %none = Const() {value = [0] : i32[1]} : i32[1]
      %one = Const() {value = [1] : i32[1]} : i32[1]
      %zero = Const() {value = 0 : i32[]} : i32[]
      %minus = Const() {value = [4, -1] : i32[2]} : i32[2]
      %large = Const() {value = [5000] : i32[1]} : i32[1]
      %rank = Rank(%x)
      %first = StridedSlice(%shape, %none, %one, %one) {shrink_axis_mask = 1}
      %rest = StridedSlice(%shape, %one, %one, %one) {end_mask = 1}
      %second = StridedSlice(%shape, %one, %large, %one) {shrink_axis_mask = 1}
      %pack = Pack(%first, %n, %first)
      %joined = ConcatV2(%pack, %rest, %zero)
      %wide = Cast(%joined) : i64[5]
      %copies = IdentityN(%v, %pack) : i32[3], i32[3]
      %product = Mul(%first, %rank)
      %filled = Fill(%large, %zero)
      %division = FloorDiv(%rank, %zero)
    }"""
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("zero", 0),
        ("rank", 3),
        ("first", 2),
        ("product", 6),
        ("shape", None),
        ("second", None),
        ("n", None),
        ("filled", None),
        ("division", None),
    ],
)
def test_value(name: str, expected: int | None) -> None:
    assert GRAPH.value(name).constant_value() == expected


def test_known_value_has_the_dtype_of_the_node() -> None:
    found = GRAPH.value("first").constant_value()
    assert found is not None
    assert found.dtype == np.int32


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("shape", [2, None, 5]),
        ("minus", [4, None]),
        ("rest", [None, 5]),
        ("pack", [2, None, 2]),
        ("joined", [2, None, 2, None, 5]),
        ("wide", [2, None, 2, None, 5]),
        ("copies", [None, None, None]),
        ("copies:1", [2, None, 2]),
        ("v", [None, None, None]),
        ("n", None),
    ],
)
def test_partial_shape(name: str, expected: list[int | None] | None) -> None:
    assert GRAPH.value(name).constant_as_shape() == Shape(expected)


def chain(op: str, length: int) -> Graph:
    inputs = "%n{0}, %n{0}" if op == "AddV2" else "%n{0}"
    lines = [f"%n{i + 1} = {op}({inputs.format(i)}) : i32[]" for i in range(length)]
    constant = "%n0 = Const() {value = 1 : i32[]} : i32[]"
    return parse_graph("\n".join(["graph @g() -> () {", constant, *lines, "}"]))


def test_diamonds_are_asked_once() -> None:
    found = chain("AddV2", 40).value("n40").constant_value()
    assert found is not None
    assert found == 2**40 % 2**32


def test_question_ends_at_a_depth() -> None:
    assert chain("Identity", 5000).value("n5000").constant_value() is None


def test_loop_ends() -> None:
    graph = parse_graph(
        """graph @g(%x: i32[]) -> () {
          %enter = Enter(%x) {frame_name = "f"} : i32[]
          %merge = Merge(%enter, %next) : i32[], i32[]
          %same = Identity(%merge) : i32[]
          %next = NextIteration(%same) : i32[]
        }"""
    )
    assert graph.value("same").constant_value() is None


def test_slice_of_numbers_is_no_shape() -> None:
    graph = parse_graph("""
      graph @g() -> (%part) {
        %numbers = Const() {value = [1.0, -2.0, 0.5] : f64[3]} : f64[3]
        %at = Const() {value = [1] : i32[1]} : i32[1]
        %end = Const() {value = [2] : i32[1]} : i32[1]
        %part = StridedSlice(%numbers, %at, %end, %at) {shrink_axis_mask = 1} : f64[]
      }""")
    assert graph.value("part").constant_value() == -2.0
