"""`autograph diff`: names are compared on request."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """\
import runtime as tf

w = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
c = tf.constant([10.0, 20.0])


def dense(x):
    with tf.name_scope("layer"):
        return tf.nn.relu(x @ w + c)


def dense_too(value):
    with tf.name_scope("layer"):
        return tf.nn.relu(value @ w + c)
"""


UNKNOWN = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "y" op: "MadeUp" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "z" op: "Neg" input: "y" attr { key: "T" value { type: DT_FLOAT } } }
"""


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "unknown.pbtxt").write_text(UNKNOWN)
    monkeypatch.chdir(tmp_path)
    return "nets.py:dense"


def test_diff_compares_names_on_request(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["diff", target, "nets.py:dense_too", "--arg", "f32[?,2]"]
    assert main(command) == 0
    assert main([*command, "--names"]) == 1
    assert "~ %x -> %value: another name" in capsys.readouterr().out
