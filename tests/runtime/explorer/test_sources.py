"""Source texts around the lines in use, and generated code."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import runtime as tf
from runtime.explorer.node_states import Files
from runtime.explorer.sources import AROUND, WHOLE_FILE, generated_code, source_texts


def absolute(x: Any) -> Any:
    if x < 0:
        return -x
    return x


def test_a_short_file_is_shown_whole_and_a_long_one_around_the_lines(
    tmp_path: Path,
) -> None:
    files = Files()
    numbers = []
    for name, count in (("short.py", 3), ("long.py", WHOLE_FILE + 100)):
        path = tmp_path / name
        path.write_text("".join(f"line {n}\n" for n in range(1, count + 1)))
        numbers.append(files.number(str(path)))
    short, long = source_texts(files, [(numbers[0], 1), (numbers[1], 200)])
    assert short["lines"] == [[1, "line 1"], [2, "line 2"], [3, "line 3"]]
    assert (short["name"], short["path"]) == ("short.py", str(tmp_path / "short.py"))
    assert [line for line, _ in long["lines"]] == list(
        range(200 - AROUND, 200 + AROUND + 1)
    )


def test_generated_code_names_the_line_that_it_is_made_of() -> None:
    files = Files()
    (part,) = generated_code(tf.function(absolute), files)
    assert part["name"] == "absolute"
    text = "\n".join(part["lines"])
    assert "ag__.if_stmt" in text
    first = absolute.__code__.co_firstlineno
    lines = {line for _, line in part["from"].values()}
    assert lines <= set(range(first, first + 4))
    assert first + 1 in lines


def test_a_function_that_is_called_as_it_is_has_none() -> None:
    assert generated_code(math.sqrt, Files()) == []
