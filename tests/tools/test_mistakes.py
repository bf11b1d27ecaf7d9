"""Mistakes and accidents: one line, the right status, JSON where it is asked for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from autograph_tools.main import main
from tests.tools.test_main import ROOT

RELU = f"{ROOT}/examples/relu.py:simple_relu"
GRAPH = ["graph", RELU, "--arg", "i32[]"]
MISTAKES = [
    (["grpah", "x"], "autograph: there is no verb 'grpah'; did you mean 'graph'?"),
    ([*GRAPH, "--foucs", "x"], "there is no flag --foucs; did you mean --focus?"),
    ([*GRAPH, "--format", "pbtext"], "no 'pbtext'; did you mean 'pbtxt'?"),
    ([*GRAPH, "one", "two"], "'one' is one argument too many."),
    (["graph"], "the following arguments are required: TARGET."),
    (["optimize", RELU, "--arg", "i32[]", "--until", "csee"], "did you mean 'cse'?"),
    (["optimize", RELU, "--arg", "i32[]", "--passes", "csee"], "did you mean 'cse'?"),
    (["explain", RELU, "--arg", "i32[]", "--node", "Graeter"], "did you mean Greater"),
    (["run", RELU, "--arg", "i8=300"], "300 is out of range: -128 to 127 are int8"),
    (["run", RELU, "--arg", "i32=1", "--repeat", "-3"], "-3 is less than 1"),
    (["run", RELU, "--arg", "i32=1", "--seed", str(2**70)], "is more than"),
    (["stats", RELU, "--arg", "i32[]", "--top", "x"], "'x' is no whole number"),
    (["graph", RELU, "--arg", f"f32[{2**64}]"], "is no size"),
    (["graph", "--arg", "[f32[2], i32=x]", RELU], "not a Python literal"),
]


@pytest.mark.parametrize(("words", "told"), MISTAKES)
def test_a_mistake_is_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--json"]) == 2
    printed = capsys.readouterr()
    assert told in printed.err
    assert len(printed.err.splitlines()) == 1
    assert json.loads(printed.out) == {
        "error": printed.err.strip().partition(": ")[2],
        "status": 2,
    }


@pytest.mark.parametrize("form", ["listing", "tabular", "text", "python", "json"])
def test_json_is_json_in_every_format(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GRAPH, "--format", form, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("autograph-toolkit ")


def test_results_go_to_a_file_of_arrays(tmp_path: Path) -> None:
    source = tmp_path / "nested.py"
    source.write_text(
        "def f(d):\n    return {'sum': d['a'] + 1, 'in': {'b': d['b'][0] * 2}}\n"
    )
    given = '{"a": i32=5, "b": [f32=[1.5, -2.0], 3]}'
    output = tmp_path / "made.npz"
    assert main(["run", f"{source}:f", "--arg", given, "-o", str(output)]) == 0
    with np.load(output) as arrays:
        assert {name: arrays[name].tolist() for name in arrays} == {
            "sum": 6,
            "in.b": [3.0, -4.0],
        }


def test_specs_stand_at_any_depth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "nested.py"
    source.write_text("def f(d):\n    return d['a'] + d['b'][0]\n")
    given = '{"a": f32[?,2], "b": [f32[], "x=?[]"]}'
    assert main(["graph", f"{source}:f", "--arg", given]) == 0
    assert capsys.readouterr().out.startswith("f(d: f32[?,2], d_1: f32[]) -> f32[?,2]")


def test_arguments_of_a_comparison_go_to_the_function(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "relu.pb")
    assert main([*GRAPH, "-o", file]) == 0
    assert main(["diff", file, RELU, "--arg", "i32[]"]) == 0
    assert capsys.readouterr().out == "the same computation\n"
    assert main(["diff", file, file, "--arg", "i32[]"]) == 2


TARGET = f"graph {RELU} --arg 'i32[]'"
LINES = {
    "graph -": f"{{py}} {TARGET} --format pb | {{py}} stats - -q -o stats.txt",
    "full": f"{{py}} {TARGET} > /dev/full",
    "closed": "{py} doctor >&-",
}
ANSWERS = {
    "graph -": (0, ""),
    "full": (2, "autograph graph: cannot write the output: No space left on device.\n"),
    "closed": (
        2,
        "autograph doctor: standard output is closed: give a file with -o FILE.\n",
    ),
}


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("name", LINES)
def test_pipes_and_full_disks(name: str, tmp_path: Path) -> None:
    line = LINES[name].format(py=f"{sys.executable} -m autograph_tools")
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == ANSWERS[name]


WAITING = """\
import sys
print("begun", flush=True)
while True:
    pass
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="signals of Unix")
def test_an_interrupt_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "waiting.py").write_text(WAITING)
    command = [sys.executable, "-m", "autograph_tools", "graph", "waiting.py:f"]
    started = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
    )
    try:
        assert started.stdout is not None
        assert started.stdout.readline() == "begun\n"
        started.send_signal(signal.SIGINT)
        _, told = started.communicate(timeout=120)
    finally:
        started.kill()
    assert told == "autograph graph: interrupted\n"
    assert started.returncode == 130
