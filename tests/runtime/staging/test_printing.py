"""tf.print writes what TensorFlow writes, eagerly and in graphs."""

from __future__ import annotations

import builtins
import contextlib
import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import runtime as tf

CASES = [
    ((tf.constant([0.682211161, 0.24, 1e-10, 1.0, 123456789.0]),), None),
    ((tf.range(10),), "[0 1 2 ... 7 8 9]\n"),
    ((tf.constant("x"),), "x\n"),
    ((tf.constant("y"), 1), '"y" 1\n'),
    (([tf.constant("y")],), '["y"]\n'),
    (("Executing with", tf.constant(3)), "Executing with 3\n"),
    (("n = ", 10), "n =  10\n"),
    (({"a": tf.constant(1)}, [tf.constant(2), "s"], None), "{'a': 1} [2, 's'] None\n"),
    (("{}", tf.constant(1)), "{} 1\n"),
    ((tf.constant([[1, 2], [3, 4]]),), "[[1 2]\n [3 4]]\n"),
    ((tf.constant(True), tf.constant(1.5)), "1 1.5\n"),
    ((), "\n"),
]


@pytest.mark.parametrize("mode", ["eager", "graph"])
@pytest.mark.parametrize(("values", "expected"), CASES)
def test_printed_text(
    values: tuple[Any, ...],
    expected: str | None,
    mode: str,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def show():
        tf.print(*values)

    (tf.function(show) if mode == "graph" else show)()
    if expected is None:
        expected = "[0.682211161 0.24 1e-10 1 123456792]\n"
    assert capfd.readouterr().err == expected


def test_separator_end_and_summary(capfd: pytest.CaptureFixture[str]) -> None:
    tf.print(tf.range(8), 1, sep="|", end="!", summarize=2)
    tf.print(tf.range(8), summarize=-1)
    assert capfd.readouterr().err == "[0 1 ... 6 7]|1![0 1 2 3 4 5 6 7]\n"


def test_streams(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    tf.print("one", output_stream=sys.stdout)
    tf.print("two", output_stream=f"file://{path}")
    assert capfd.readouterr().out == "one\n"
    assert path.read_text() == "two\n"
    with pytest.raises(ValueError, match="Unsupported output stream"):
        tf.print("three", output_stream="nowhere")


def test_goes_to_the_descriptor_whatever_stands_for_stderr(
    capfd: pytest.CaptureFixture[str],
) -> None:
    shown = io.StringIO()
    with contextlib.redirect_stderr(shown):
        tf.print("to the descriptor")
    assert (shown.getvalue(), capfd.readouterr().err) == ("", "to the descriptor\n")


def test_comes_after_what_was_written_before(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys\nimport runtime as tf\nsys.stderr.write('1 ')\ntf.print(2)\n"
        "tf.print(3, output_stream=sys.stderr)\nsys.stderr.write('4')\n"
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True)
    assert done.stderr == "1 2\n3\n4"


def test_a_notebook_shows_it_in_its_cell(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(builtins, "get_ipython", object, raising=False)
    tf.print("in the cell")
    assert capfd.readouterr() == ("in the cell\n", "")
