"""`autograph stats`: text, and data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main
from tests.tools.verbs.nets import SOURCE, UNKNOWN


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "unknown.pbtxt").write_text(UNKNOWN)
    monkeypatch.chdir(tmp_path)
    return "nets.py:dense"


def test_stats_are_text_and_data(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["stats", target, "--arg", "f32[5,2]"]
    assert main(command) == 0
    assert "operations     60 floating-point" in capsys.readouterr().out
    assert main([*command, "--json", "--top", "1"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["dearest"][0]["op"] == "MatMul"
    assert data["flops"] == 60
