"""`autograph diff`: names are compared on request."""

from __future__ import annotations

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


def test_diff_compares_names_on_request(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["diff", target, "nets.py:dense_too", "--arg", "f32[?,2]"]
    assert main(command) == 0
    assert main([*command, "--names"]) == 1
    assert "~ %x -> %value: another name" in capsys.readouterr().out
