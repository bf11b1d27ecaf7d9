"""Lambdas of one line, told apart by their code."""

from __future__ import annotations

import ast
import sys
from types import CodeType

import gast
import pytest

from autograph.syntax import lambdas
from autograph.syntax.lambdas import lambdas_of_code

TEXT = "fs = [lambda x: x + 1, lambda x: x + 2, lambda y: y]"


def codes() -> list[CodeType]:
    """The code of each lambda, from left to right."""
    module = compile(TEXT, "<lambdas>", "exec")
    return [item for item in module.co_consts if isinstance(item, CodeType)]


@pytest.mark.parametrize("position", range(3))
def test_body_is_that_of_the_code(position: int) -> None:
    found = lambdas_of_code(TEXT, codes()[position])[0]
    wanted = ["x + 1", "x + 2", "y"][position]
    assert ast.unparse(gast.gast_to_ast(found.body)) == wanted
    if sys.version_info >= (3, 11):
        assert len(lambdas_of_code(TEXT, codes()[position])) == 1


def test_text_that_is_no_python_is_refused() -> None:
    with pytest.raises(SyntaxError):
        lambdas_of_code("lambda", codes()[0])


@pytest.mark.parametrize(
    "line",
    [
        "b = [0]; b[(lambda: 0)()] = lambda: 8",
        "b = {(lambda: 1): (lambda: 2)}",
        "b = [(lambda: 3) for b in (lambda: [4])()]",
    ],
)
def test_code_decides_where_there_are_no_columns(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Codes stand in the order of evaluation, which is not that of the text."""
    monkeypatch.setattr(lambdas.sys, "version_info", (3, 10))
    whole = compile(line, "line.py", "exec")
    codes = list(lambdas._lambda_codes(whole))
    assert len(codes) > 1
    for code in codes:
        found, *_ = lambdas.lambdas_of_code(line, code)  # or one with equal code
        again = compile(ast.Expression(found), "line.py", "eval")
        (same, *_) = lambdas._lambda_codes(again)
        assert (same.co_consts, same.co_code) == (code.co_consts, code.co_code)
