"""`autograph trace-log`: what was traced, and why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """\
import runtime as tf


def double(x):
    return x + x


@tf.function
def busy(x):
    return x * 2


busy(1)
busy(2)
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def test_each_trace_stands_with_its_reason(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = ["i32=1", "i32=2", "f32=1", "f32[2]"]
    words = [word for call in calls for word in ("--call", call)]
    assert main(["trace-log", f"{source}:double", *words]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("3 traces in 4 calls\n")
    assert "2. argument 'x' has dtype float32, it had int32\n" in shown
    assert "3. argument 'x' has shape (2,), it had ()\n" in shown
    assert "To trace less: convert to one dtype" in shown


def test_one_is_not_spoken_of_as_several(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace-log", f"{source}:double", "--call", "1"]) == 0
    assert capsys.readouterr().out.startswith("1 trace in 1 call\n")
    main(["trace-log", f"{source}:double", "--call", "i32=1", "--call", "i32=2"])
    assert capsys.readouterr().out.startswith("1 trace in 2 calls\n")


def test_calls_in_the_file_are_told_with_their_lines(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace-log", f"{source}:busy", "--json"]) == 0

    first, second = json.loads(capsys.readouterr().out)
    assert (first["number"], first["reason"]) == (1, "the first call")
    assert second["reason"] == "argument 'x' is Literal[2], it was Literal[1]"
    assert second["place"] == f"{source}:14"
    assert second["signature"] == "x: Literal[2]"


def test_function_that_is_not_called_is_refused(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["trace-log", f"{source}:double"]) == 2
    assert "was not called: give calls with --call" in capsys.readouterr().err
    assert main(["trace-log", f"{source}:double", "--call", "'"]) == 2
    assert "No closing quotation" in capsys.readouterr().err
    assert main(["trace-log", "graph.pb"]) == 2
    assert "name a function" in capsys.readouterr().err


def test_arguments_that_no_space_parts_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "f.py").write_text("def f(x, y):\n    return x + y\n")
    assert main(["trace-log", f"{tmp_path}/f.py:f", "--call", "f32=2,i32=1"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("autograph trace-log: --call 'f32=2,i32=1': ")
    assert "Spaces stand between arguments" in told
