"""The Python in programs and notebooks, and the lines of notebooks that are none."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.targets.programs_read import UnreadableError, read_program


def notebook(tmp_path: Path, *sources: Any) -> Path:
    path = tmp_path / "given.ipynb"
    cells = [{"cell_type": "code", "source": each} for each in sources]
    path.write_text(json.dumps({"cells": cells}))
    return path


@pytest.mark.parametrize(
    "line",
    [
        "%matplotlib inline",
        "%%time",
        "!pip list",
        "?tf.abs",
        "tf.abs?",
        "tf.nn.relu??  ",
        "files = !ls",
        "  r = %timeit -o f()",
        "a, b = !two",
    ],
)
def test_commands_of_notebooks_are_no_python(line: str, tmp_path: Path) -> None:
    indent = line[: len(line) - len(line.lstrip())]
    text = read_program(notebook(tmp_path, f"if 1:\n{indent or '  '}x = 1\n")).text
    ast.parse(text)
    found = read_program(notebook(tmp_path, f"x = 1\n{line}\ny = 2")).text
    assert found == f"x = 1\n{indent}pass\ny = 2"


@pytest.mark.parametrize(
    "source",
    [
        "m = (\n    '%s'\n    % name\n)",
        "ok = (a\n  != b)",
        "x == y",
        "text = '?'",
        "f(a)  # why?",
        "x = '%d' % 3",
        "x = y % 3",
        "x != 3",
    ],
)
def test_python_stays_as_it_is(source: str, tmp_path: Path) -> None:
    text = read_program(notebook(tmp_path, source)).text
    assert text == source
    ast.parse(text)


def test_lines_are_told_by_cell(tmp_path: Path) -> None:
    path = notebook(tmp_path, ["a = 1\n", "b = 2"], "", "%%bash\nls\nrm", "c = 3")
    source = read_program(path)
    lines = str(source.text).splitlines()
    place = source.place_of(lines.index("c = 3") + 1)
    assert place == (path.with_name("given.ipynb[4]"), 1)
    assert source.place_of(2) == (path.with_name("given.ipynb[1]"), 2)


@pytest.mark.parametrize(
    "cell", [3, None, {}, {"cell_type": "code"}, {"cell_type": "code", "source": [1]}]
)
def test_odd_cells_are_empty(cell: Any, tmp_path: Path) -> None:
    path = tmp_path / "odd.ipynb"
    path.write_text(json.dumps({"cells": [cell]}))
    assert str(read_program(path).text).strip() == ""


@pytest.mark.parametrize(
    "content", [b"", b"[]", b"{}", b'{"cells": {}}', b"\xff\xfe\x00", b"[" * 100_000]
)
def test_what_is_no_notebook_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "bad.ipynb"
    path.write_bytes(content)
    with pytest.raises(UnreadableError, match="no notebook"):
        read_program(path)


def test_a_program_is_its_bytes(tmp_path: Path) -> None:
    path = tmp_path / "given.py"
    path.write_bytes(b"# -*- coding: latin-1 -*-\nx = '\xe9'\n%a\n")
    source = read_program(path)
    assert source.text == path.read_bytes()
    assert source.place_of(2) == (path, 2)
