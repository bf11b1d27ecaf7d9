"""`autograph explore`: what it writes, what it refuses, and the page it serves."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.main import main

SOURCE = "def f(x):\n    return x * 2\n"


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("m.py").write_text(SOURCE)


def model_in(page: str) -> Any:
    start = page.index('id="model">') + len('id="model">')
    return json.loads(page[start : page.index("</script>", start)])


def test_a_function_with_a_value_has_a_result(capsys):
    assert main(["explore", "m.py:f", "--arg", "i32=21", "-o", "p.html"]) == 0
    assert capsys.readouterr().out.startswith("p.html: ")
    model = model_in(Path("p.html").read_text("utf-8"))
    assert model["result"]["values"] == ["42"]
    assert "traced for" in model["notes"]


def test_a_spec_has_none_unless_random_values_are_asked_for():
    assert main(["explore", "m.py:f", "--arg", "f32[2]", "-q"]) == 0
    assert model_in(Path("explorer.html").read_text("utf-8"))["result"] is None
    args = ["explore", "m.py:f", "--arg", "f32[2]", "--random", "-q", "-o", "r.html"]
    assert main(args) == 0
    model = model_in(Path("r.html").read_text("utf-8"))
    assert len(model["result"]["values"]) == 1
    assert "random" in model["notes"]["arguments"]


def test_json_is_the_data_of_the_page(capsys):
    assert main(["explore", "m.py:f", "--arg", "i32=1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["title"] == "m.py:f"


def test_a_graph_file_and_a_folder_of_dumps(capsys):
    assert main(["graph", "m.py:f", "--arg", "i32[]", "-o", "g.pb"]) == 0
    assert main(["explore", "g.pb", "-o", "g.html"]) == 0
    given = model_in(Path("g.html").read_text("utf-8"))
    assert given["steps"][0]["title"] == "given"
    assert main(["optimize", "g.pb", "--dump-dir", "dumps", "-q"]) == 0
    assert main(["explore", "dumps", "-o", "d.html", "-q"]) == 0
    dumped = model_in(Path("d.html").read_text("utf-8"))
    assert dumped["steps"][0]["title"] == "given"
    assert {each["title"] for each in dumped["steps"]} > {"dead_nodes", "cse"}


def test_only_the_passes_that_are_asked_for_run():
    args = ["explore", "m.py:f", "--arg", "i32[]", "--passes", "dead_nodes", "-q"]
    assert main(args) == 0
    model = model_in(Path("explorer.html").read_text("utf-8"))
    assert {each["title"] for each in model["steps"]} <= {"traced", "dead_nodes"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["explore", "."], "has no files such as 00_given.txt"),
        (["explore", "m.py:g"], "has no function 'g'"),
        (["explore", "m.py:f", "--serve", "-o", "p.html"], "leave out -o"),
        pytest.param(
            ["explore", "m.py:g", "--serve"],
            "has no function 'g'",
            marks=pytest.mark.slow,
        ),
        (["explore", "m.py:f", "--serve", "--port", "99999999"], "--port"),
    ],
)
def test_mistakes_are_told_in_a_line(arguments, told, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1


def test_damaged_dumps_are_named(capsys):
    Path("dumps").mkdir()
    Path("dumps/00_given.txt").write_text("graph @g( {")
    assert main(["explore", "dumps"]) == 2
    assert "00_given.txt" in capsys.readouterr().err


# --- the server


def test_passes_that_changed_nothing_are_not_counted(capsys):
    assert main(["graph", "m.py:f", "--arg", "i32[]", "-o", "g.pb"]) == 0
    assert main(["optimize", "g.pb", "--dump-dir", "dumps", "-q"]) == 0
    capsys.readouterr()
    texts = [path.read_text() for path in sorted(Path("dumps").glob("*.txt"))]
    changes = sum(a != b for a, b in pairwise(texts))
    assert 0 < changes < len(texts) - 1
    assert main(["explore", "dumps", "-o", "d.html"]) == 0
    told = capsys.readouterr().out
    runs = "1 run of a pass" if changes == 1 else f"{changes} runs of passes"
    assert f", {runs} changed the graph" in told
    assert main(["explore", "g.pb", "-o", "g.html"]) == 0
    assert "no result: give values" in capsys.readouterr().out
