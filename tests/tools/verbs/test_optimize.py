"""`autograph optimize`: tables, dumps, and whether the optimizer can be trusted."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from autograph_tools.main import main
from graphir.files import save_graph_def
from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.pipeline import Pipeline
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

GRAPH = """
graph @g(%x: f32[2], %y: f32[2]) -> (%out, %other) {
  %a = AddV2(%x, %y) : f32[2] at m.py:1:0
  %b = Sub(%a, %y) : f32[2] at m.py:2:0
  %c = Sub(%y, %x) : f32[2] at m.py:3:0
  %d = Sub(%b, %c) : f32[2] at m.py:4:0
  %out = Neg(%d)
  %other = Exp(%a)
}
"""

x, y = wildcards("x y")


@dataclass(frozen=True)
class Wrong(Pass):
    """A pass with one good rule and one that turns a difference round."""

    name: ClassVar[str] = "wrong"

    def apply(self, graph: Graph) -> Counts:
        good = Rule("flipped_sum", op.AddV2(x, y), op.Sub(x, -y))
        bad = Rule("turned", op.Neg(op.Sub(x, y)), op.Sub(x, y))
        return rewrite(graph, RuleSet(good, bad))


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "small.py"
    path.write_text(SOURCE)
    return path


def test_a_difference_is_measured_and_is_status_1(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "g.pb"
    save_graph_def(parse_graph(GRAPH), path)
    wrong = Pipeline((Wrong(),))
    monkeypatch.setattr(
        "autograph_tools.verbs.optimize.pipeline_of", lambda *args: wrong
    )
    assert main(["optimize", str(path), "--verify"]) == 1
    printed = capsys.readouterr().out
    assert "32 differ; largest difference" in printed
    assert "%out[" in printed

    assert main(["optimize", str(path), "--bisect"]) == 1
    assert "bisect: wrong.turned (round 1): %out[" in capsys.readouterr().out

    assert main(["optimize", str(path), "--bisect", "--json"]) == 1
    culprit = json.loads(capsys.readouterr().out)
    assert (culprit["pass_name"], culprit["rule"]) == ("wrong", "turned")
    assert culprit["node"] == "out"


def test_dump_dir_has_a_file_for_each_pass(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They parse back, and the last is the graph that is left."""
    folder = tmp_path / "dump"
    command = ["optimize", f"{source}:foldable", "--arg", "f32[2]", "-q"]
    assert main([*command, "--dump-dir", str(folder)]) == 0
    names = [path.name for path in sorted(folder.iterdir())]
    assert names[:3] == [
        "00_given.txt",
        "01_dead_nodes.txt",
        "02_function_inlining.txt",
    ]
    graphs = [parse_graph(path.read_text()) for path in sorted(folder.iterdir())]
    assert len(graphs[0]) > len(graphs[-1])
    capsys.readouterr()


def test_dump_dir_must_be_a_folder(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["optimize", f"{source}:foldable", "--arg", "f32[2]"]
    assert main([*command, "--dump-dir", str(source)]) == 2
    assert "that is a file" in capsys.readouterr().err


def test_report_is_data(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nodes, rewrites, time and constants of each pass."""
    command = ["optimize", f"{source}:foldable", "--arg", "f32[2]", "--json"]
    assert main([*command, "--numerics", "fast"]) == 0
    data = json.loads(capsys.readouterr().out)
    first = data["passes"][0]
    assert set(first) == {
        "pass",
        "runs",
        "change",
        "rewritten",
        "ms",
        "constant bytes",
    }
    ops = {each["op"]: each for each in data["ops"]}
    removed = sum(each["change"] for each in ops.values())
    assert sum(each["change"] for each in data["passes"]) == removed
    assert first["runs"] >= 1
    report = Pipeline.of("dead_nodes").run_with_report(parse_graph(GRAPH)).as_data()
    assert json.loads(json.dumps(report))["passes"][0]["name"] == "dead_nodes"


def test_a_dataset_is_rewritten_by_the_passes_of_its_options(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those that it would be read with, or those that are asked for."""
    path = tmp_path / "data.py"
    path.write_text(
        "import runtime as tf\n\n"
        "dataset = tf.data.Dataset.range(5).map(lambda x: x + 1).batch(2)\n"
        "options = tf.data.Options()\n"
        "options.experimental_optimization.apply_default_optimizations = False\n"
        "plain = dataset.with_options(options)\n"
    )
    shown = []
    for name, flags in (
        ("dataset", []),
        ("plain", []),
        ("dataset", ["--passes", "map_and_batch_fusion"]),
    ):
        assert main(["optimize", f"{path}:{name}", "--json", *flags]) == 0
        passes = json.loads(capsys.readouterr().out)["passes"]
        shown.append([(each["pass"], each["rewritten"]) for each in passes])
    assert shown == [
        [("noop_elimination", 0), ("batch_before_map", 1)],
        [],
        [("map_and_batch_fusion", 1)],
    ]
    # the function of single elements went with its stage
    assert main(["optimize", f"{path}:dataset", "--quiet"]) == 0
    listing = capsys.readouterr().out
    assert listing.count("AddV2(") == listing.count("i64[?]) -> i64[?]") == 1
