"""Bisection names the pass, the rule and the line that changed a result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from autograph_tools.optimizing.bisection import bisect
from autograph_tools.optimizing.verification import Runner
from autograph_tools.targets.subjects import Subject
from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.pipeline import Pipeline
from graphir.rewrite.driver import rewrite
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rule import Rule, RuleSet
from graphir.text.parser import parse_graph

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


@dataclass(frozen=True)
class Silent(Pass):
    """A pass that says what it did, but not rule by rule."""

    name: ClassVar[str] = "silent"

    def apply(self, graph: Graph) -> Counts:
        node = graph.node("other")
        if node.op == "Sin":
            return Counts()
        node.op = "Sin"
        return Counts(sines=1)


@dataclass(frozen=True)
class Raising(Pass):
    """A pass that fails."""

    name: ClassVar[str] = "raising"

    def apply(self, graph: Graph) -> Counts:
        raise KeyError("no such thing")


def runner(text: str = GRAPH) -> Runner:
    return Runner(Subject(parse_graph(text), "g.pb"), seed=0)


def test_bisect_shows_the_rewrite_and_the_line() -> None:
    subject = GRAPH.replace("%out = Neg(%d)", "%out = Neg(%d) : f32[2] at m.py:9:0")
    culprit = bisect(runner(subject), Pipeline.of("dead_nodes"))
    assert culprit is None
    culprit = bisect(runner(subject), Pipeline((Wrong(),)))
    assert culprit is not None
    assert (culprit.rule, culprit.place) == ("turned", "m.py:9")
    assert "%out = Neg(%d)" in culprit.before
    assert "%out = Sub(%b, %c)" in culprit.after


def test_bisect_names_the_pass_where_no_rule_is_told() -> None:
    culprit = bisect(runner(), Pipeline((Silent(),)))
    assert culprit is not None
    assert (culprit.pass_name, culprit.rule) == ("silent", "")
    assert "%other" in culprit.problem


def test_bisect_finds_the_pass_that_raises() -> None:
    passes = Pipeline.of("dead_nodes,cse").passes
    culprit = bisect(runner(), Pipeline((*passes, Raising())))
    assert culprit is not None
    assert culprit.pass_name == "raising"
    assert culprit.problem == "raises KeyError: 'no such thing'"
