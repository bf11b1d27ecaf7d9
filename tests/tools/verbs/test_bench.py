"""`autograph bench`: rows for each way to call a function, kept and compared."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """
def double(x):
    return x * 2
"""


@pytest.fixture
def words(tmp_path: Path) -> list[str]:
    path = tmp_path / "doubling.py"
    path.write_text(SOURCE)
    return ["bench", f"{path}:double", "--arg", "i32=4", "--repeat", "2"]


def test_every_way_has_a_row(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "times.json"
    assert main([*words, "--json", "--save", str(file)]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {row["how"] for row in data["times"]} >= {"plain Python", "eager", "staged"}
    assert {row["calls"] for row in data["times"]} == {2}
    assert json.loads(file.read_text()) == data["times"]


def test_slower_than_saved_is_status_1(
    words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "times.json"
    rows = [{"how": "staged", "median µs": 1e-3}, {"how": "eager", "median µs": 1e12}]
    file.write_text(json.dumps(rows))
    assert main([*words, "--against", str(file)]) == 1
    printed = capsys.readouterr().out
    assert "times as long" in printed


@pytest.mark.parametrize("text", ["[1]", "{", '[{"how": "eager"}]'])
def test_what_holds_no_times_is_refused(
    text: str,
    words: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "times.json"
    file.write_text(text)
    assert main([*words, "--against", str(file)]) == 2
    assert "holds no times of --save" in capsys.readouterr().err


def test_without_llvmlite_nothing_is_called_native(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("autograph_tools.verbs.bench.find_spec", lambda name: None)
    (tmp_path / "f.py").write_text("def f(x):\n    return x + 1\n")
    assert main(["bench", f"{tmp_path}/f.py:f", "--arg", "i32=1", "--repeat", "1"]) == 0
    told = capsys.readouterr().out
    assert [line.split()[0] for line in told.splitlines()[1:4]] == [
        "plain",
        "eager",
        "staged",
    ]
    assert "left out, native: there is no llvmlite here" in told
