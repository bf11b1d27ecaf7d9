"""Statements of a module: each function and lambda has its own converted code."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograph.ahead_of_time.modules import convert_ahead_of_time

Both = Callable[..., tuple[Any, Any, Any]]


@pytest.fixture
def both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    """The module of a text, the converted module, and the notes."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def make(text: str) -> tuple[Any, Any, Any]:
        for name in ("statements_given", "statements_made"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        (tmp_path / "statements_given.py").write_text(text, encoding="utf-8")
        importlib.invalidate_caches()
        given = importlib.import_module("statements_given")
        made = convert_ahead_of_time(given, "entry")
        (tmp_path / "statements_made.py").write_text(made.text, encoding="utf-8")
        importlib.invalidate_caches()
        return given, importlib.import_module("statements_made"), made.notes

    yield make
    for name in ("statements_given", "statements_made"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("statement", "call"),
    [
        ("a, b = (lambda: (lambda: 1)), (lambda: 2)", "a()(), b()"),
        ("a = {(lambda: 1): (lambda: 2), (lambda: 3): (lambda: 4)}", None),
        ("a = [lambda i=i: i for i in (lambda: [5, 6])()], lambda: 7", None),
        ("b = [0]; b[(lambda: 0)()] = lambda: 8; a = b", "a[0]()"),
        ("a = (lambda x=(lambda: 1): x()), (lambda: 2)", "a[0](), a[1]()"),
        ("a = (lambda: 1), (lambda: 2), (lambda: 3)", "[each() for each in a]"),
        ("a = (lambda x: x if x else -1)", "a(0), a(2)"),
        ("class a: b = lambda s: 1; c = lambda s: 2", "a().b(), a().c()"),
    ],
)
def test_lambdas_of_a_line_keep_their_places(
    statement: str, call: str | None, both: Both
) -> None:
    """Some were once taken for others on their line, without a word."""
    called = call or (
        "[k() for k in a], [a[k]() for k in a]"
        if "{" in statement
        else "[each() for each in a[0]], a[1]()"
    )
    given, made, _ = both(f"{statement}\n\n\ndef entry():\n    return {called}\n")
    assert made.entry() == given.entry()


@pytest.mark.parametrize("test", ["False", "0", "''", "not __debug__"])
def test_functions_that_never_exist_are_left(test: str, both: Both) -> None:
    text = (
        "def f(x):\n    return x\n\n\n"
        f"if {test}:\n    def f(x):\n        return -x\n    g = lambda: 1\n\n\n"
        "def entry(x):\n    return f(x) + 1\n"
    )
    given, made, _ = both(text)
    assert made.entry(2) == given.entry(2) == 3


def test_a_coroutine_is_left_and_told(both: Both) -> None:
    text = "async def later():\n    return 1\n\n\ndef entry():\n    return later\n"
    _, made, notes = both(text)
    assert made.entry() is made.later
    assert any("later is left as it is: it is a coroutine" in each for each in notes)


def test_a_name_of_the_operators_is_kept_free(both: Both) -> None:
    given, made, _ = both("ag__ = 3\n\n\ndef entry(x):\n    return x if x else ag__\n")
    assert made.entry(0) == given.entry(0) == 3
