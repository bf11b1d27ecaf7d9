"""`autograph check`: exit status and what it prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """
def same(n):
    while n > 3:
        n = n - 1
    return n

def prints(n):
    while n > 3:
        print("at", n)
        n = n - 1
    return n
"""

RELU = """
import runtime as tf

def a(x):
    return tf.nn.relu(x * 2.0) + 1.0
"""


@pytest.fixture
def target(tmp_path: Path) -> str:
    path = tmp_path / "checked.py"
    path.write_text(SOURCE)
    return str(path)


def test_no_divergence_is_success(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"{target}:same", "--arg", "i32=9"]) == 0
    assert capsys.readouterr().out == "no divergence\n"


def test_divergence_is_shown_with_its_line(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", f"{target}:prints", "--arg", "i32=9", "--json"]) == 1
    (found,) = json.loads(capsys.readouterr().out)
    assert found["line"].endswith("checked.py:9")
    assert found["differs"] == "printed"


def test_a_spec_has_no_value(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", f"{target}:same", "--arg", "i32[]"]) == 2
    assert "has no value" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["[1.0]", "f32=1.0"])
def test_ops_do_not_diverge_by_what_they_call_inside(
    argument: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "two.py"
    path.write_text(RELU)
    main(["check", f"{path}:a", "--arg", argument])
    assert "called" not in capsys.readouterr().out
