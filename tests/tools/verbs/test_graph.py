"""`graph`, `stats`, `convert`, `freeze` and `diff` on functions and files."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from autograph_tools.main import main
from tests.tools.verbs.nets import SOURCE, UNKNOWN


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "nets.py").write_text(SOURCE)
    (tmp_path / "unknown.pbtxt").write_text(UNKNOWN)
    monkeypatch.chdir(tmp_path)
    return "nets.py:dense"


def traced(target: str, *words: str) -> int:
    return main(["graph", target, "--arg", "f32[?,2]", *words])


def test_a_table_has_a_row_for_each_node(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(target, "--format", "tabular") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "graph",
        "node",
        "op",
        "inputs",
        "results",
        "line",
        "device",
    ]
    (relu,) = (line for line in lines if " Relu " in line)
    assert "nets.py:9" in relu


def test_captured_variables_have_the_names_of_the_users_code(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(target) == 0
    heading, note, *_ = capsys.readouterr().out.splitlines()
    name = "layer/matmul/ReadVariableOp/resource"
    assert f"{name}: resource[]" in heading
    assert note == f"  {name}: variable w, f32[2,2]"
    assert main(["optimize", target, "--arg", "f32[?,2]"]) == 0
    assert note in capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("suffix", ["svg", "html"])
def test_pictures_are_chosen_by_the_name_of_the_file(
    target: str, suffix: str, tmp_path: Path
) -> None:
    file = tmp_path / f"net.{suffix}"
    assert traced(target, "-o", str(file)) == 0
    text = file.read_text()
    assert text.count('data-box="') >= 7
    if suffix == "svg":
        ElementTree.fromstring(text)


def test_scopes_collapse_on_request(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(target, "--format", "svg", "--depth", "1") == 0
    assert ">layer/</text>" in capsys.readouterr().out
    assert traced(target, "--format", "dot", "--depth", "1") == 0
    printed = capsys.readouterr().out
    assert '"layer/" [shape=box3d];' in printed
    assert '"layer/Relu"' not in printed


def test_focus_shows_what_is_near(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(target, "--focus", "layer/Relu", "--depth", "1") == 0
    printed = capsys.readouterr().out
    assert "layer/Relu" in printed
    assert "ReadVariableOp(" not in printed


def test_unknown_ops_are_listed(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Shown, converted and optimized round; only running them is not possible."""
    assert main(["graph", "unknown.pbtxt"]) == 0
    printed = capsys.readouterr().out
    assert "MadeUp?(x)" in printed
    assert "not run here: MadeUp (1)" in printed
    assert main(["convert", "unknown.pbtxt", "-o", "unknown.pb"]) == 0
    assert main(["diff", "unknown.pbtxt", "unknown.pb"]) == 0
    assert main(["optimize", "unknown.pb"]) == 0
    assert main(["run", "unknown.pb", "--arg", "x=1.0"]) == 4
    assert "MadeUp" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("convert unknown.pbtxt", "-o FILE"),
        ("convert unknown.pbtxt -o x.txt", "end it in .pb"),
        ("convert nets.py:dense -o x.pb", "--arg"),
        ("convert nothing.pb -o x.pb", "no such file"),
        ("freeze unknown.pbtxt", "-o FILE"),
        ("freeze . -o x.pb", "is a folder"),
        ("freeze unknown.pbtxt -o x.pb --value q=1", "no variable 'q'"),
        ("freeze unknown.pbtxt -o x.pb --value 1", "NAME=VALUE"),
        ("stats nothing.pb", "no such file"),
        ("graph unknown.pbtxt --format python", "MadeUp"),
    ],
)
@pytest.mark.usefixtures("target")
def test_what_is_wrong_is_told(
    words: str, told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Status 2, one message, and no file."""
    before = sorted(tmp_path.iterdir())
    assert main(words.split()) == 2
    error = capsys.readouterr().err
    assert told in error
    assert "Traceback" not in error
    assert sorted(tmp_path.iterdir()) == before
