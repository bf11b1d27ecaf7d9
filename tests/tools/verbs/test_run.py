"""`autograph run`: where arguments come from, and how long what ran took."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from autograph_tools.main import main

SOURCE = """\
import runtime as tf


def scaled(x, factor):
    y = x * factor
    if tf.reduce_sum(y) > 0:
        y = y + 1.0
    return y
"""


@pytest.fixture
def target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "scaled.py").write_text(SOURCE)
    monkeypatch.chdir(tmp_path)
    return "scaled.py:scaled"


def run(*flags: str) -> int:
    return main(["run", *flags])


ARGUMENTS = ("--arg", "[1.0, 2.0]", "--arg", "2.0")


def test_profile_tells_nodes_and_lines(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(target, *ARGUMENTS, "--profile") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "tf.Tensor([3. 5.], shape=(2,), dtype=float32)"
    assert lines[1].split() == ["node", "op", "calls", "µs", "%", "line"]
    (row,) = (line for line in lines if line.startswith("mul "))
    assert row.split()[1:3] == ["Mul", "1"]
    assert row.endswith("scaled.py:5")
    assert sum(line.startswith("total") for line in lines) == 1


def test_profile_as_data(target: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(target, *ARGUMENTS, "--profile", "--repeat", "3", "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["result"] == [3.0, 5.0]
    assert {each["op"] for each in data["profile"]} >= {"Mul", "Sum", "AddV2"}
    assert data["median_us"] > 0


def test_a_trace_file_is_written(target: str, tmp_path: Path) -> None:
    assert run(target, *ARGUMENTS, "--trace-file", "trace.json") == 0
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert "Mul" in {each["args"]["op"] for each in events}


def test_repeat_tells_the_median(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(target, *ARGUMENTS, "--repeat", "5") == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("median of 5: ")


def test_inputs_of_a_file_are_arguments_by_name(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez(tmp_path / "in.npz", x=np.float32([-1, -2]), factor=np.float32(3))
    assert run(target, "--inputs", "in.npz") == 0
    assert "[-3. -6.]" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--inputs", "no.npz"), "no file no.npz"),
        (("--inputs", "scaled.py"), "holds no plain arrays"),
        ((*ARGUMENTS, "--repeat", "0"), "0 is less than 1"),
        ((*ARGUMENTS, "--trace-file", "scaled.py/t.json"), "cannot write"),
    ],
)
def test_bad_flags_are_one_message(
    flags: tuple[str, ...],
    message: str,
    target: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(target, *flags) == 2
    printed = capsys.readouterr().err
    assert message in printed
    assert "Traceback" not in printed


def test_a_graph_in_a_file_has_a_profile_too(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shape = ("--arg", "f32[2]", "--arg", "f32[]")
    assert main(["graph", target, *shape, "--format", "pb", "-o", "g.pb"]) == 0
    fed = ("--arg", "x=[1.0, 2.0]", "--arg", "factor=f32=2.0")
    assert run("g.pb", *fed, "--profile") == 0
    assert "Mul" in capsys.readouterr().out


def test_a_graph_in_a_file_is_compiled_to_native_code(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("llvmlite", reason="the extra jit is not installed")
    shape = ("--arg", "f32[2]", "--arg", "f32[]")
    assert main(["graph", target, *shape, "--format", "pb", "-o", "g.pb"]) == 0
    fed = ("--arg", "x=[1.0, 2.0]", "--arg", "factor=f32=2.0")
    assert run("g.pb", *fed) == 0
    plain = capsys.readouterr().out
    assert run("g.pb", *fed, "--jit") == 0
    assert capsys.readouterr().out == plain
    assert run("g.pb", *fed, "--jit", "--profile") == 0
    assert "native code: region" in capsys.readouterr().out
    assert run("g.pb", "--arg", "x=[1.0]", "--arg", "factor=f32=2.0", "--jit") == 4
    assert "shape (1,) for Tensor 'x', which has shape (2,)" in capsys.readouterr().err


FEEDS = {
    "x=2147483647": 0,
    "x=3000000000": 4,
    "x=1.5": 4,
    "x=f32=2.0": 4,
    "x=i64=2": 4,
    "x=[1, 2]": 4,
    "x='1'": 4,
}


@pytest.mark.parametrize("feed", FEEDS)
@pytest.mark.parametrize("flags", [(), ("--jit",)])
def test_a_graph_is_fed_by_one_rule(
    feed: str,
    flags: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Neither wraps a number around nor casts it, with native code or without."""
    if flags:
        pytest.importorskip("llvmlite", reason="the extra jit is not installed")
    (tmp_path / "same.py").write_text("def same(x):\n    return x - 1\n")
    monkeypatch.chdir(tmp_path)
    assert main(["graph", "same.py:same", "--arg", "x=i32[]", "-o", "g.pb"]) == 0
    capsys.readouterr()
    assert run("g.pb", "--arg", feed, *flags) == FEEDS[feed]
    printed = capsys.readouterr()
    if FEEDS[feed] == 0:
        assert printed.out == "2147483646\n"
    else:
        assert "Cannot feed" in printed.err


def test_results_are_compared_under_their_keys(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "keys.py").write_text(
        "def both(x):\n    return {'result': x + 1, 'n': [x, {'deep': x * 2}]}\n"
    )
    assert run("keys.py:both", "--arg", "i32=3", "--compare") == 0
    lines = [line.rsplit(None, 1) for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        ["result n.0", "3"],
        ["result n.1.deep", "6"],
        ["result result", "4"],
        ["plain Python n.0", "3"],
        ["plain Python n.1.deep", "6"],
        ["plain Python result", "4"],
        ["agree", "True"],
    ]


def test_a_profile_tells_how_long_native_code_was_made(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("llvmlite")
    assert run(target, *ARGUMENTS, "--profile", "--jit") == 0
    told = capsys.readouterr().out
    assert "which no later call takes" in told
    assert " of 1 nodes" not in told
    assert run(target, *ARGUMENTS, "--profile", "--jit", "--json") == 0
    assert json.loads(capsys.readouterr().out)["native_code_ms"] > 0


CHANGING = """\
import runtime as tf

w = tf.Variable(1.0)
seen = []


class Counter:
    def __init__(self):
        self.count = 0

    def bump(self, x):
        self.count += 1
        seen.append(self.count)
        return w.assign_add(x) + self.count


counter = Counter()
"""


@pytest.mark.parametrize("more", [[], ["--repeat", "2"], ["--profile"]])
def test_plain_python_starts_from_the_same_state(
    more: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "changing.py").write_text(CHANGING)
    monkeypatch.chdir(tmp_path)
    target = "changing.py:counter.bump"
    assert run(target, "--arg", "2.0", "--compare", *more) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "result        4.0"
    assert lines[1] == "plain Python  4.0"
