"""`autograph doctor program.py`: each name of tf that a program uses, and its state."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main
from autograph_tools.targets.names_used import names_used

PROGRAM = """\
import tensorflow as tf
from tensorflow.python.framework import ops
from tensorflow.python.ops import while_v2
import tensorflow.nn as nn

def f(x):
    y = nn.relu(tf.math.add(x, 1))
    tf.lite.TFLiteConverter
    tf.no_such.thing
    return tf.Variable(1).assign(2), tf.constant([1]).shape.rank
"""


def test_names_lines_and_states(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(PROGRAM)
    found = [(each.line, each.name, each.state) for each in names_used(path)]
    states = {name: state for _, name, state in found}
    assert [line for line, _, _ in found] == [2, 3, 4, 7, 7, 8, 9, 10, 10]
    assert [name for name, state in states.items() if state == "present"] == [
        "tf.python.framework.ops",
        "tf.nn",
        "tf.nn.relu",
        "tf.math.add",
        "tf.Variable",
        "tf.constant",
    ]
    assert states["tf.no_such"] == "missing"
    assert "internal to TensorFlow" in states["tf.python.ops.while_v2"]
    assert "TensorFlow Lite" in states["tf.lite.TFLiteConverter"]


def test_examples_use_what_is_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "examples/programs"]) == 0
    assert "missing" not in capsys.readouterr().out


def test_what_is_missing_is_an_exit_status(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "program.py"
    path.write_text("import tensorflow as tf\ntf.no_such_name()\n")
    assert main(["doctor", str(path)]) == 1
    assert "tf.no_such_name" in capsys.readouterr().out
    path.write_text("def (")
    assert main(["doctor", str(path)]) == 2
