"""Verification runs two graphs on the same inputs, and tells how they differ."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from autograph_tools.main import main
from autograph_tools.optimizing.verification import Runner
from autograph_tools.targets.subjects import Subject
from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rule import Rule, RuleSet
from graphir.text.parser import parse_graph

SOURCE = """\
import runtime as tf

total = tf.Variable(0.0)


def foldable(x):
    k = tf.constant(2.0) * tf.constant(3.0)
    y = x * k
    z = x * k
    return -(-y) + z


def counted(x):
    total.assign_add(1.0)
    return x + total


def random(x):
    return x + tf.random.normal([2]), x * 1.0


def fails(x):
    return tf.reshape(x, [7, 11, 13])
"""


x, y = wildcards("x y")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def test_verify_tells_that_nothing_changed(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["optimize", f"{source}:foldable", "--arg", "f32[?]", "--verify"]
    assert main(command) == 0
    assert "verify: 32 random inputs, identical\n" in capsys.readouterr().out


def test_verify_leaves_variables_as_they_were(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each run starts from the same state, or the second would add to the first."""
    command = ["optimize", f"{source}:counted", "--arg", "f32[2]", "--verify", "--json"]
    assert main(command) == 0
    verdict = json.loads(capsys.readouterr().out)["verify"]
    assert (verdict["samples"], verdict["differing"]) == (32, 0)
    assert verdict["raised_in_both"] == {}


def test_random_outputs_are_told_and_not_compared(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["optimize", f"{source}:random", "--arg", "f32[2]", "--verify", "--json"]
    assert main(command) == 0
    verdict = json.loads(capsys.readouterr().out)["verify"]
    assert verdict["agrees"]


def test_a_graph_that_always_fails_proves_nothing(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["optimize", f"{source}:fails", "--arg", "f32[?]", "--verify"]
    assert main(command) == 2
    assert "fails on every random input" in capsys.readouterr().err


def test_given_values_are_kept(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With every argument given there is one sample."""
    command = ["optimize", f"{source}:foldable", "--arg", "[1.0, 2.0]", "--verify"]
    assert main(command) == 0
    assert "verify: 1 random input, identical\n" in capsys.readouterr().out


def test_fast_rules_may_change_last_bits() -> None:
    """Close is allowed where it was asked for, and measured all the same."""

    @dataclass(frozen=True)
    class Rounding(Pass):
        name: ClassVar[str] = "rounding"

        def apply(self, graph: Graph) -> Counts:
            rule = Rule("again", op.Exp(x), op.Mul(op.Exp(x), op.Exp(x - x)))
            return (
                rewrite(graph, RuleSet(rule)) if "Mul" not in str(graph) else Counts()
            )

    graph = parse_graph("graph @g(%x: f32[8]) -> (%y) { %y = Exp(%x) }")
    subject = Subject(graph.copy(), "g.pb")
    node = graph.node("y")
    node.op = "Expm1"
    exact = Runner(subject, 0).verdict(graph)
    fast = Runner(subject, 0, "fast").verdict(graph)
    assert not exact.agrees
    assert not fast.agrees
    assert Rounding.name == "rounding"


def test_an_endless_loop_is_stopped(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Random inputs may make one; what ends is compared all the same."""
    monkeypatch.setattr("autograph_tools.optimizing.verification.RUN_SECONDS", 0.1)
    monkeypatch.setattr("autograph_tools.optimizing.verification.SECONDS", 1.0)
    path = tmp_path / "loops.py"
    path.write_text("def f(x):\n    while x < 0:\n        x = x * 1\n    return x\n")
    command = ["optimize", f"{path}:f", "--arg", "i32[]", "--verify", "--json"]
    assert main(command) == 0
    verdict = json.loads(capsys.readouterr().out)["verify"]
    assert 0 < verdict["samples"] < 32
