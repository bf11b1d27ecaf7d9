"""From live functions to trees."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import gast
import pytest

from autograph.errors import (
    ConversionError,
    SourceUnavailableError,
    UnsupportedSyntaxError,
)
from autograph.options import ConversionOptions
from autograph.pipeline import convert_function
from autograph.syntax.source import parse_function
from autograph.syntax.unparse import to_text

OPTIONS = ConversionOptions()


def decorated(function: Callable[..., Any]) -> Callable[..., Any]:
    """Does nothing."""
    return function


@decorated
@decorated
def with_decorators(x: int) -> int:
    """Its source starts two lines above."""
    return x


# fmt: off
first, second = lambda x: x + 1, lambda x: x + 2
nested, = [lambda x: (lambda x: x * 2)]
spread = [
    lambda y:
        (y,
         1),
    lambda y: (y, 2),
]


class Odd:
    def method(self):
        text = """
not indented
"""
        return (text,
    1)
    def after(self): return 1
# fmt: on


@pytest.mark.parametrize(
    ("function", "text"),
    [
        (first, "lambda x: x + 1"),
        (second, "lambda x: x + 2"),
        (nested, "lambda x: lambda x: x * 2"),
        (nested(1), "lambda x: x * 2"),
        (spread[0], "lambda y: (y, 1)"),
        (spread[1], "lambda y: (y, 2)"),
    ],
)
def test_the_right_lambda_on_a_line_is_found(function: Any, text: str) -> None:
    """Neither order nor equal arguments mislead."""
    assert to_text(parse_function(function).tree) == text


def test_decorators_belong_to_the_text() -> None:
    """The tree starts where the interpreter says the code starts."""
    source = parse_function(with_decorators)  # type: ignore[arg-type]
    assert source.text.startswith("@decorated\n@decorated\ndef with_decorators")


def test_positions_are_those_of_the_file() -> None:
    """Also for an indented method with a string that is not."""
    tree = parse_function(Odd.method).tree
    assert tree.lineno == Odd.method.__code__.co_firstlineno
    assert tree.col_offset == 4
    assert tree.body[0].value.value == "\nnot indented\n"
    assert isinstance(tree.body[1], gast.Return)


def test_method_ends_where_the_next_starts() -> None:
    """Continuation lines with less indentation do not end it."""
    assert "after" not in parse_function(Odd.method).text
    assert parse_function(Odd.after).text.strip().startswith("def after")


def test_code_without_source_is_refused() -> None:
    """The message says what to do."""
    namespace: dict[str, Any] = {}
    exec("def f(): pass", namespace)
    with pytest.raises(SourceUnavailableError, match="put it in a file"):
        parse_function(namespace["f"])


def test_text_of_other_code_without_a_file_is_not_taken() -> None:
    """Python 3.13 keeps what `python -c` runs as the lines of "<string>"."""
    text = "def other(x, y):\n    return x\n"
    name = "<of test_source>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    namespace: dict[str, Any] = {}
    exec(compile("def f(): pass", name, "exec"), namespace)
    try:
        with pytest.raises(SourceUnavailableError, match="put it in a file"):
            parse_function(namespace["f"])
    finally:
        del linecache.cache[name]


def test_changed_file_is_refused(tmp_path: Path) -> None:
    """Another function's text must never be taken."""
    path = tmp_path / "module.py"
    path.write_text("def f(x):\n    return x\n")
    namespace: dict[str, Any] = {}
    exec(compile(path.read_text(), str(path), "exec"), namespace)
    path.write_text("def other(x, y):\n    return x\n")
    linecache.checkcache()
    with pytest.raises(SourceUnavailableError, match="has changed"):
        parse_function(namespace["f"])


def generator(n: int) -> Any:
    """Not supported."""
    yield n


async def coroutine(n: int) -> Any:
    """Not supported."""
    return n


@pytest.mark.parametrize("function", [generator, coroutine])
def test_refusal_names_the_place(function: Any) -> None:
    """The error leads to the user's line."""
    with pytest.raises(UnsupportedSyntaxError, match="not supported") as caught:
        convert_function(function, OPTIONS)
    assert caught.value.filename == __file__
    assert caught.value.line == function.__code__.co_firstlineno


def made_from(text: str) -> Any:
    """The function `f` in a text that only `linecache` has."""
    path = f"<{hash(text)}>"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    namespace: dict[str, Any] = {}
    exec(compile(text, path, "exec"), namespace)
    return namespace["f"]


def test_too_deep_nesting_is_refused() -> None:
    """The error says so; no RecursionError comes out."""
    function = made_from(f"def f(x):\n    return {' + '.join('x' * 600)}\n")
    with pytest.raises(ConversionError, match="nested too deeply"):
        convert_function(function, OPTIONS)


def test_deep_nesting_converts() -> None:
    """A normal function never meets the recursion limit."""
    function = made_from(f"def f(x):\n    return {'x + (' * 90}x{')' * 90}\n")
    assert convert_function(function, OPTIONS).text.count("ag__.ld(x)") == 91


def test_many_threads_convert_at_once() -> None:
    """Templates are shared; no conversion sees another one's names."""
    function = made_from(
        "def f(x):\n    for i in x:\n        if i: break\n    return i\n"
    )
    expected = convert_function(function, OPTIONS).text
    with ThreadPoolExecutor(16) as pool:
        texts = pool.map(lambda _: convert_function(function, OPTIONS).text, range(64))
        assert set(texts) == {expected}
