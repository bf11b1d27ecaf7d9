"""Errors in a few lines: the message, then the user's lines from the inside out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from autograph import to_graph
from autograph.tracebacks.user_lines import message_of, user_lines


def inner(x: Any) -> Any:
    return [1 // each for each in x]


def outer(x: Any) -> Any:
    return inner(x)


def down(count: int) -> int:
    return down(count - 1)


def error_of(function: Any, *args: Any) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011
        function(*args)
    return caught.value


@pytest.mark.parametrize("convert", [to_graph, lambda function: function])
def test_lines_from_the_inside_out_each_once(convert: Any) -> None:
    error = error_of(convert(outer), [0])
    assert message_of(error) == "ZeroDivisionError: integer division or modulo by zero"
    file, own = Path(__file__).name, str(Path(__file__).parent)
    lines = [line.replace(f"{own}/", "") for line in user_lines(error)]
    assert lines[:2] == [
        f"  at {file}:15 in inner: return [1 // each for each in x]",
        f"  from {file}:19 in outer: return inner(x)",
    ]


def test_a_recursion_is_short() -> None:
    lines = user_lines(error_of(down, 1))
    assert len(lines) <= 4
    assert "return down(count - 1)" in lines[0]


def test_files_in_our_folders_are_left_out() -> None:
    folder = str(Path(__file__).parent)
    assert user_lines(error_of(inner, [0]), (folder,)) == []


def test_many_places_are_cut_in_the_middle() -> None:
    functions: list[Any] = [lambda: 1 // 0]
    lines = [f"f{n} = lambda: f{n - 1}()" for n in range(1, 9)]
    scope: dict[str, Any] = {"f0": functions[0]}
    exec(compile("\n".join(lines), "many.py", "exec"), scope)
    shown = user_lines(error_of(scope["f8"]))
    assert shown[2].startswith("  ... ")
    assert shown[2].endswith(" more")
    assert len(shown) == 4
