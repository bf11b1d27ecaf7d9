"""tf.print writes what TensorFlow writes, eagerly and in graphs."""

from __future__ import annotations

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
