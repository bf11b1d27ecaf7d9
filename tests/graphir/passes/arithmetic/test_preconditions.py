"""Preconditions of rules: when they hold, and what they say where they do not."""

from __future__ import annotations

from typing import Any

import pytest

from graphir.passes.arithmetic.preconditions import (
    all_of,
    are_known,
    describe,
    is_real,
    keeps_shape,
    known,
    operand_has_one_reader,
)
from graphir.text.parser import parse_graph


class Found:
    """A match of a node, with its operands as x and y."""

    def __init__(self, text: str) -> None:
        self.graph = parse_graph(text)
        self.root = self.graph.outputs[0].node
        self.bindings = dict(zip("xy", self.root.inputs))


def binary(first: str, second: str, result: str = "") -> Any:
    shown = f" : {result}" if result else ""
    return Found(
        f"graph @g(%a: {first}, %b: {second}) -> (%c) {{ %c = Mul(%a, %b){shown} }}"
    )


@pytest.mark.parametrize(
    ("dtype", "expected"), [("f32", True), ("i8", True), ("c64", "x is complex")]
)
def test_complex_values_are_told(dtype: str, expected: object) -> None:
    assert is_real("x")(binary(f"{dtype}[2]", f"{dtype}[2]")) == expected


@pytest.mark.parametrize(
    ("first", "second", "holds"),
    [
        ("f32[2]", "f32[2]", True),
        ("f32[2]", "f32[]", True),
        ("f32[]", "f32[2]", False),
        ("f32[1]", "f32[2]", False),
        ("f32[?]", "f32[?]", False),
        ("f32[*]", "f32[]", False),
        ("f32[]", "f32[]", True),
        ("f32[0]", "f32[1]", True),
    ],
)
def test_a_shape_is_kept_only_if_it_is_known(
    first: str, second: str, holds: bool
) -> None:
    assert (keeps_shape("x")(binary(first, second)) is True) is holds


def test_constants_are_known() -> None:
    found = Found(
        "graph @g(%a: f32[]) -> (%c) {\n"
        "%k = Const() {value = 2.0 : f32[]}\n%c = Mul(%k, %a) }"
    )
    assert are_known("x")(found) is True
    assert are_known("x y")(found) == "y is no constant"
    assert known(found, "x") == 2.0
    assert known(found, "y") is None


@pytest.mark.parametrize(
    ("outputs", "more", "holds"),
    [("%b", "", True), ("%b, %a", "", False), ("%b", "%c = Exp(%a)", False)],
)
def test_an_operand_that_others_read_stays(
    outputs: str, more: str, holds: bool
) -> None:
    found = Found(
        f"graph @g(%x: f32[]) -> ({outputs}) {{\n%a = Neg(%x)\n%b = Neg(%a)\n{more} }}"
    )
    assert (operand_has_one_reader(found) is True) is holds


def test_the_first_condition_that_fails_is_told() -> None:
    both = all_of(is_real("x"), keeps_shape("x"))
    assert both(binary("f32[2]", "f32[2]")) is True
    assert both(binary("c64[?]", "c64[2]")) == "x is complex"
    assert describe(both) == "x is not complex and the shape is that of x"
    assert all_of()(binary("f32[]", "f32[]")) is True


def test_a_condition_is_described_by_its_docstring() -> None:
    assert describe(operand_has_one_reader).startswith("the operand is read here alone")
    assert describe(are_known("a b")) == "a, b are constants"
