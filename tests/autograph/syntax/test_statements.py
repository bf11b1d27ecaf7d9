"""The walk over statements alone."""

from __future__ import annotations

import gast
import pytest

from autograph.syntax.statements import walk_statements

TEXT = """
if a:
    def f():
        x = [i for i in b]
else:
    c = 1
d()
"""


@pytest.mark.parametrize(
    ("into_scopes", "kinds"),
    [
        (True, "Module If FunctionDef Assign Assign Expr"),
        (False, "Module If FunctionDef Assign Expr"),
    ],
)
def test_order_is_that_of_the_text(into_scopes: bool, kinds: str) -> None:
    found = walk_statements(gast.parse(TEXT), into_scopes)
    assert " ".join(type(each).__name__ for each in found) == kinds


def test_scope_that_is_asked_for_is_entered() -> None:
    function = gast.parse("def f():\n    return 1").body[0]
    assert len(list(walk_statements(function, into_scopes=False))) == 2
