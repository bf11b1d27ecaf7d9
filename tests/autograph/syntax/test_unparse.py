"""One text on every Python."""

from __future__ import annotations

import ast

import gast
import pytest

from autograph.syntax.unparse import print_tree, to_text

FORMS = [
    "a, = b",
    "for i, j in (a, b):\n    pass",
    "f = lambda: 0",
    "x = [i for i, j in a if i]",
    "f\"{d['a']} it's {x!r:>{w}} {{}} \\n\"",
    "f'{ {1: 2}[1]}{(lambda: 1)}'",
    "x = a[1:2, ..., b]",
    "def f(a, /, b: int=1, *c, d=2, **e) -> int:\n    return (a, b)",
    "x = not (a == b) and (not c)",
]


@pytest.mark.parametrize("code", FORMS)
def test_form_is_a_fixed_point(code: str) -> None:
    """The text parses to its own tree, and prints as itself."""
    text = to_text(gast.parse(code))
    assert ast.dump(ast.parse(text)) == ast.dump(ast.parse(code))
    assert to_text(gast.parse(text)) == text


@pytest.mark.parametrize("code", FORMS[:3] + FORMS[6:8])
def test_form_is_kept(code: str) -> None:
    """The form is that of Python 3.11 and later."""
    assert to_text(gast.parse(code)) == code


def test_each_line_knows_the_line_it_came_from() -> None:
    """Multi-line strings included."""
    tree = ast.parse('def f():\n    """a\n    b"""\n\n    return 1\n')
    assert print_tree(tree).lines == (1, 2, 2, 5)
