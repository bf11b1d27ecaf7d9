"""`autograph convert`: a graph in another format of files."""

from __future__ import annotations

import json
from pathlib import Path

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


@pytest.mark.parametrize("order", [("pb", "pbtxt"), ("pbtxt", "json"), ("json", "pb")])
def test_convert_writes_what_it_read(
    target: str, order: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = (f"g.{suffix}" for suffix in order)
    assert traced(target, "-o", first) == 0
    assert main(["convert", first, "-o", second, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == second
    assert load_graph_def(first) == load_graph_def(second)
