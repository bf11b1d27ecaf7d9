"""Pipelines: text form, report, errors, and the checks of debug mode."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

import pytest

from graphir.errors import PassError
from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.optimizer import default_pipeline
from graphir.passes.pipeline import Pipeline
from graphir.text.parser import parse_graph

TEXTS = [
    "cse",
    "dead_nodes,constant_folding{max_bytes=1024},cse",
    "dead_nodes,(cse,constant_folding){max_rounds=2},dead_nodes",
    "(cse){until_stable=false}",
]


@dataclass(frozen=True)
class Failing(Pass):
    name: ClassVar[str] = "failing"

    def apply(self, graph: Graph) -> Counts:
        raise RuntimeError("out of luck")


@dataclass(frozen=True)
class Lying(Pass):
    name: ClassVar[str] = "lying"

    def apply(self, graph: Graph) -> Counts:
        graph.add_node("NoOp", (), {}, ())
        return Counter()


@dataclass(frozen=True)
class Breaking(Pass):
    name: ClassVar[str] = "breaking"

    def apply(self, graph: Graph) -> Counts:
        graph.node("y").set_inputs(())
        return Counter(broken=1)


def example() -> Graph:
    return parse_graph(
        """graph @g(%x: f32[]) -> (%y) {
          %a = Neg(%x)
          %b = Neg(%x)
          %y = AddV2(%a, %b)
          %dead = Neg(%y)
        }"""
    )


@pytest.mark.parametrize("text", TEXTS)
def test_text_form_reads_back(text: str) -> None:
    assert str(Pipeline.of(text)) == text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("csee", "There is no pass 'csee'; did you mean 'cse'?"),
        ("nothing", "There is no pass 'nothing'; there are: "),
        ("cse{size=3}", "Pass 'cse' has no option 'size'; it has: none"),
        ("constant_folding{max_bytes=many}", "Option 'max_bytes' is no int: 'many'"),
        ("(cse){until_stable=1}", "Option 'until_stable' is true or false, not '1'"),
        ("cse,", "a pass is missing"),
        ("(cse", "`)` is missing"),
        ("cse)", "Not a pipeline: ')'"),
    ],
)
def test_wrong_text_is_named(text: str, problem: str) -> None:
    with pytest.raises(PassError) as error:
        Pipeline.of(text)
    assert problem in str(error.value)


def test_report_counts_nodes_and_rewrites() -> None:
    report = Pipeline.of("cse,dead_nodes").run_with_report(example())
    found = [
        (each.name, each.round, each.nodes_before, each.nodes_after, each.counts)
        for each in report.results
    ]
    assert found == [
        ("cse", 1, 5, 4, {"merged": 1}),
        ("dead_nodes", 1, 4, 3, {"removed": 1}),
        ("cse", 2, 3, 3, {}),
    ]
    assert report.counts == {"cse.merged": 1, "dead_nodes.removed": 1}


def test_rounds_are_limited() -> None:
    report = Pipeline.of("cse,dead_nodes", max_rounds=1).run_with_report(example())
    assert report.rounds == 1


def test_nested_pipeline_reports_its_passes() -> None:
    report = Pipeline.of("(cse,dead_nodes)").run_with_report(example())
    assert {each.name for each in report.results} == {"cse", "dead_nodes"}
    assert {each.name: each.rewritten for each in report.totals()} == {
        "cse": 1,
        "dead_nodes": 1,
    }


def test_failure_names_the_pass_and_those_before() -> None:
    pipeline = Pipeline((*Pipeline.of("cse").passes, Failing()), debug=True)
    with pytest.raises(PassError) as error:
        pipeline.run(example())
    assert str(error.value) == ("Pass failing after cse (round 1) failed: out of luck.")
    assert error.value.passes_before == ("cse",)
    assert error.value.graph_text is not None
    assert "%b = " not in error.value.graph_text


def test_unfounded_claim_of_no_change_is_found_in_debug_mode() -> None:
    with pytest.raises(PassError, match="says it changed nothing, but it did"):
        Pipeline((Lying(),), debug=True).run(example())


def test_broken_graph_is_found_after_the_pass() -> None:
    with pytest.raises(PassError, match="After pass breaking: node 'y'"):
        Pipeline((Breaking(),), verify=True).run(example())


def test_tensorflow_options_turn_passes_off() -> None:
    names = {each.name for each in default_pipeline().passes}
    off = {"constant_folding": False, "disable_model_pruning": True}
    assert {each.name for each in default_pipeline(off).passes} == names - {
        "constant_folding",
        "dead_nodes",
    }
    assert default_pipeline({"disable_meta_optimizer": True}).passes == ()
