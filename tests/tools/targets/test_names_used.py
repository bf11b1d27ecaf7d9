"""`autograph doctor program.py`: each name of tf that a program uses, and its state."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main
from autograph_tools.targets.names_used import names_used
from graphir.wire import messages

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


def test_a_folder_is_read_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.py").write_text("import tensorflow as tf\ndef f(:\n")
    (tmp_path / "b.py").write_bytes(b"import tensorflow\x00")
    (tmp_path / "c.py").write_text("x = " + "(" * 500 + ")" * 500)
    (tmp_path / "d.ipynb").write_text("[1]")
    (tmp_path / "e.py").write_text("import tensorflow as tf\ntf.add(1, 2)\n")
    assert main(["doctor", str(tmp_path)]) == 1
    lines = capsys.readouterr().out.splitlines()[1:]
    assert ["unreadable" in each for each in lines] == [True] * 4 + [False]
    assert lines[-1].split() == [f"{tmp_path / 'e.py'}:2", "tf.add", "present"]


def test_deep_expressions_are_walked(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text("import tensorflow as tf\nx = 1" + " + tf.add(1, 2)" * 900)
    assert [each.name for each in names_used(path)] == ["tf.add"]


def test_notebooks_have_cells(tmp_path: Path) -> None:
    path = tmp_path / "n.ipynb"
    cells = [
        {"cell_type": "markdown", "source": "tf.no_such"},
        {"cell_type": "code", "source": ["import tensorflow as tf\n", "%time x\n"]},
        {"cell_type": "code", "source": "if 1:\n  !ls\n  tf.add(1, tf.no_such)"},
        {"cell_type": "code", "source": "%%bash\ntf.other"},
    ]
    path.write_text(json.dumps({"cells": cells}))
    found = [(each.path.name, each.line, each.name) for each in names_used(path)]
    assert sorted(found) == [
        ("n.ipynb[3]", 3, "tf.add"),
        ("n.ipynb[3]", 3, "tf.no_such"),
    ]


def test_graphs_have_ops(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = messages.get("GraphDef")()
    for op in ("Placeholder", "Abort", "NoSuchOp"):
        graph.node.add(name=op, op=op)
    path = tmp_path / "g.pb"
    path.write_bytes(graph.SerializeToString())
    states = {each.name: each.state for each in names_used(path)}
    assert states == {
        "Placeholder": "present",
        "Abort": "missing: TensorFlow's executor makes and consumes it",
        "NoSuchOp": "missing: unknown op",
    }
    path.write_bytes(b"\x9b\x01\xff")
    assert main(["doctor", str(path)]) == 2
    assert "it is no graph" in capsys.readouterr().err


OWN_NAME = """\
import runtime
import runtime as tf
from runtime import data, no_such
from runtime.linalg import inv as inverse
from runtime.context import executing_eagerly

def f(x):
    data.experimental.no_such_either
    return tf.raw_ops.MatMul(a=inverse(x), b=runtime.constant(x))
"""


def test_names_under_the_runtimes_own_name(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(OWN_NAME)
    assert [(each.line, each.name, each.state) for each in names_used(path)] == [
        (3, "tf.data", "present"),
        (3, "tf.no_such", "missing"),
        (4, "tf.linalg.inv", "present"),
        (8, "tf.data.experimental.no_such_either", "missing"),
        (9, "tf.raw_ops.MatMul", "present"),
        (9, "tf.constant", "present"),
    ]


def test_a_module_of_the_programs_own_is_not_the_runtime(tmp_path: Path) -> None:
    (tmp_path / "runtime.py").write_text("value = 1\n")
    path = tmp_path / "program.py"
    path.write_text("import runtime\nimport tensorflow as tf\nruntime.value, tf.nn\n")
    assert [each.name for each in names_used(path)] == ["tf.nn"]
