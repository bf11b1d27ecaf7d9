"""Patterns of `match`, taken apart."""

from __future__ import annotations

import ast

import gast
import pytest

from autograph.converters.patterns import Pattern
from autograph.syntax.lowering import to_python_ast
from autograph.syntax.names import NameGenerator


def pattern_of(text: str) -> Pattern:
    tree = gast.parse(f"match s:\n    case {text}: pass")
    return Pattern(tree.body[0].cases[0].pattern, NameGenerator({"s"}))


@pytest.mark.parametrize(
    ("text", "takes_apart", "has_values", "captures"),
    [
        ("x", False, False, ["x"]),
        ("1 | 2", False, True, []),
        ("(1, x)", True, True, ["x"]),
        ("{'a': x, **rest}", True, False, ["x", "rest"]),
        ("[*_]", True, False, []),
    ],
)
def test_parts(
    text: str, takes_apart: bool, has_values: bool, captures: list[str]
) -> None:
    found = pattern_of(text)
    assert found.takes_apart is takes_apart
    assert found.has_values is has_values
    assert list(found.captures) == captures


def test_structure_has_no_values() -> None:
    found = pattern_of("(1, Point(x=2))")
    structure = to_python_ast(found.structure)
    assert not any(isinstance(each, ast.MatchValue) for each in ast.walk(structure))
    test = to_python_ast(found.test("s"))
    assert isinstance(test, ast.BoolOp)
    assert len(test.values) == 2
