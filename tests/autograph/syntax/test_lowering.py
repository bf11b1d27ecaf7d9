"""Lowered trees: the same program, and a line for every node."""

from __future__ import annotations

import ast

import gast
import pytest

from autograph.syntax.lowering import to_python_ast

PROGRAMS = [
    "def f(a, /, b=1, *c, d, e=2, **g):\n    return [x for x in c if x]",
    "class A(B, metaclass=C):\n    x: int = 1",
    "try:\n    pass\nexcept E as e:\n    raise\nelse:\n    f(*a, **b)",
    "with a as b, c:\n    d[1:2, ...] = lambda x: (yield)",
]


@pytest.mark.parametrize("text", PROGRAMS)
def test_program_is_the_same(text: str) -> None:
    lowered = to_python_ast(gast.parse(text))
    assert ast.dump(lowered) == ast.dump(ast.parse(text))


def test_node_without_a_line_takes_that_around_it() -> None:
    tree = gast.parse("\n\nx = 1")
    tree.body[0].value = gast.Constant(2, None)
    lowered = to_python_ast(tree)
    assert lowered.body[0].value.lineno == 3
    compile(lowered, "<lowered>", "exec")
