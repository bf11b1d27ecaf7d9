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
    (
        [
            "explain",
            RELU,
            "--arg",
            "i32[]",
            "--node",
            "cond",
            "--function",
            "simplerelu",
        ],
        "there is no 'simplerelu'; did you mean 'simple_relu'?",
    ),
    ([*GRAPH, "-o", "relu.png"], "-o relu.png: pictures are svg, html or dot"),
    (["run", RELU, "--arg", "i8=300"], "300 is out of range: -128 to 127 are int8"),
    (["run", RELU, "--arg", "i32=1", "--repeat", "-3"], "-3 is less than 1"),
    (["run", RELU, "--arg", "i32=1", "--seed", str(2**70)], "is more than"),
    (["stats", RELU, "--arg", "i32[]", "--top", "x"], "'x' is no whole number"),
    (["graph", RELU, "--arg", f"f32[{2**64}]"], "is no size"),
    (["graph", "--arg", "[f32[2], i32=x]", RELU], "not a Python literal"),
    (["graph", "--arg", "f33[2]", RELU], "f33 is no dtype; did you mean f32? Give"),
    (["graph", "--arg", "f32[2,2", RELU], "'[' was never closed. Give"),
    (["graph", "--arg", "xx=f32[2]", RELU], "takes (x), and no 'xx'; did you mean"),
    ([*GRAPH, "--focus", "Graeter"], "did you mean 'Greater'?"),
    (["code", f"{ROOT}/examples"], "is a folder: name a graph file in it"),
    (["exec", "absent.py"], "absent.py: there is no such file."),
    ([], "autograph: name a verb."),
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


FILES = {
    "binary.py": b"\x89PNG\r\n\0\1",
    "lazy.py": b"def one(x):\n    yield x\n\nasync def two(x):\n    return x\n",
}
TARGETS = {
    "folder.py:f": "folder.py is a folder: name a file in it, as folder.py/FILE.py.",
    "folder:f": "a folder that is no package: name a file in it, as folder/FILE.py:f.",
    "binary.py:f": "Error: source code string cannot contain null bytes",
    "lazy.py:one": "lazy.py:one is a generator, which cannot be traced",
    "lazy.py:two": "lazy.py:two is a coroutine, which cannot be traced",
}


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_that_is_something_else_is_told_in_one_line(
    target: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("folder", "folder.py"):
        (tmp_path / name).mkdir()
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    assert main(["graph", target, "--arg", "i32[]"]) in (2, 3)
    told = capsys.readouterr().err
    assert TARGETS[target] in told
    assert len(told.splitlines()) == 1


WRITTEN = {
    "graph": ([*GRAPH, "-o", "relu.pb"], {"nodes": 7, "functions": 2}),
    "explore": (["explore", RELU, "--arg", "i32[]", "-o", "page.html"], {"nodes": 19}),
    "run": (["run", RELU, "--arg", "i32=3", "-o", "r.npz"], {"arrays": ["result"]}),
    "code": (["code", RELU, "--ahead-of-time", "-o", "made.py"], {"notes": []}),
}


@pytest.mark.parametrize("verb", WRITTEN)
def test_with_json_a_file_has_the_format_of_its_name(
    verb: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    words, facts = WRITTEN[verb]
    assert main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {name: told[name] for name in facts} == facts
    assert not Path(told["file"]).read_bytes().startswith(b"{")


def test_json_has_no_numbers_that_json_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "odd.py"
    source.write_text(
        "def f(x):\n    return {'a': [x / 0.0, x], 'text': 'gr\u00fcn'}\n"
    )
    assert main(["run", f"{source}:f", "--arg", "f32=1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert found["result"] == {"a": ["Infinity", 1.0], "text": "gr\u00fcn"}


@pytest.mark.parametrize("form", ["listing", "tabular", "text", "python", "json"])
def test_json_is_json_in_every_format(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*GRAPH, "--format", form, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)


def test_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"version"}
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
    "help full": "{py} --help > /dev/full",
    "ascii": "export PYTHONIOENCODING=ascii; {py} check \u00fcber.py -o t.txt && "
    "{py} check \u00fcber.py && {py} code \u00fcber.py:gr\u00f6\u00dfe",
    "closed": "{py} doctor >&-",
}
ANSWERS = {
    "graph -": (0, ""),
    "full": (2, "autograph graph: cannot write the output: No space left on device.\n"),
    "help full": (2, "autograph: cannot write the output: No space left on device.\n"),
    "ascii": (0, ""),
    "closed": (
        2,
        "autograph doctor: standard output is closed: give a file with -o FILE.\n",
    ),
}


@pytest.mark.slow
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
@pytest.mark.parametrize("name", LINES)
def test_pipes_and_full_disks(name: str, tmp_path: Path) -> None:
    source = "def gr\u00f6\u00dfe(x):\n    return x  # \u2713\n"
    (tmp_path / "\u00fcber.py").write_text(source, encoding="utf-8")
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
