"""`autograph freeze`: functions and files without variables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autograph_tools.main import main
from graphir.files import load_graph_def
from tests.tools.verbs.nets import SOURCE, UNKNOWN


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "unknown.pbtxt").write_text(UNKNOWN)
    monkeypatch.chdir(tmp_path)
    return "nets.py:dense"


def traced(target: str, *words: str) -> int:
    return main(["graph", target, "--arg", "f32[?,2]", *words])


def test_a_frozen_function_stands_by_itself(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["freeze", target, "--arg", "f32[?,2]", "-o", "frozen.pb"]
    assert main(command) == 0
    assert "1 value frozen, results Identity" in capsys.readouterr().out
    assert main(["run", "frozen.pb", "--arg", "x=[[1.0, 1.0]]"]) == 0
    assert capsys.readouterr().out == "[[14. 26.]]\n"


def test_a_file_is_frozen_with_given_values(
    target: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert traced(target, "-o", "net.pb") == 0
    message = load_graph_def("net.pb")
    placeholders = [node.name for node in message.node if node.op == "Placeholder"]
    handle = next(name for name in placeholders if "resource" in name)
    np.savez(tmp_path / "values.npz", w=np.eye(2, dtype=np.float32))
    command = ["freeze", "net.pb", "-o", "frozen.pb", "--fetch", "Identity"]
    assert main([*command, "--value", f"{handle}=values.npz[w]"]) == 0
    capsys.readouterr()
    assert main(["run", "frozen.pb", "--arg", "x=[[1.0, 1.0]]"]) == 0
    assert capsys.readouterr().out == "[[11. 21.]]\n"
