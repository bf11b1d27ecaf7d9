"""Loop optimization: the pass that resolves branches and trip counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from graphir.analysis.control_flow import has_control_flow
from graphir.analysis.order import topological_order
from graphir.graph import Graph
from graphir.node import Node
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.loops.dead_branches import remove_dead_branches
from graphir.passes.loops.decisions import (
    BRANCHING,
    decide_branch,
    first_test_holds,
    run_once,
    skip_loop,
)
from graphir.passes.loops.loop import LOOPING, Loop, find_loop
from graphir.passes.loops.motion import hoist
from graphir.passes.loops.variables import (
    drop_unneeded,
    put_in_constants,
    read_unchanged_from_outside,
)
from graphir.watching import rule_applied


@dataclass(frozen=True)
class Loops(Pass):
    """Simplifies branches and loops whose conditions or variables are known.

    * a branch with a known condition becomes a call of the function that runs;
    * a loop whose first test is false is replaced by its inputs; a loop of one
      iteration becomes a call of its body;
    * values that do not change between iterations are computed before the loop;
    * variables that never change are read from outside, constants become part of the
      functions, variables without readers are removed;
    * a Switch with a known condition is replaced by the side that runs.
    """

    name: ClassVar[str] = "loops"
    rewrites: ClassVar[Mapping[str, str]] = {
        "known_branch": "If(true, x, f, g) = f(x), and If(c, x, f, f) = f(x)",
        "loop_never_runs": "While(x) = x where the first test fails",
        "loop_runs_once": "While(x) = body(x) where the second test fails",
        "unchanged_variable": "a reader of an unchanged variable, now outside",
        "constant_variable": "a variable that is one constant, now in the functions",
        "invariant_code": "a node moved before the loop",
        "unneeded_variable": "a variable that nobody needs",
        "dead_branch": "a Switch whose condition is known",
    }

    def apply(self, graph: Graph) -> Counts:
        """Resolves branches and trip counts in one graph, and tidies its loops."""
        counts: Counts = Counter()
        may_skip = has_control_flow(graph)
        for node in graph.nodes:
            if node.has_trait(BRANCHING):
                _count(counts, graph, node, "known_branch", decide_branch(node))
            elif node.op in LOOPING:
                _simplify_loop(graph, node, counts, may_skip)
        if may_skip:
            counts["dead_branch"] += remove_dead_branches(graph)
        if counts:
            graph.reorder(topological_order(graph))
        return +counts


def _count(counts: Counts, graph: Graph, node: Node, rule: str, count: int) -> bool:
    counts[rule] += count
    if count:
        rule_applied(graph, rule, node)
    return bool(count)


def _simplify_loop(graph: Graph, node: Node, counts: Counts, may_skip: bool) -> None:
    if _count(counts, graph, node, "loop_never_runs", skip_loop(graph, node)):
        return
    loop = find_loop(graph, node)
    if loop is None:
        return
    runs = first_test_holds(loop)
    if runs and _count(counts, graph, node, "loop_runs_once", run_once(loop)):
        return
    if not may_skip:
        _simplify_variables(loop, counts, runs)


def _simplify_variables(loop: Loop, counts: Counts, runs: bool) -> None:
    graph = loop.graph
    rules = (
        ("unchanged_variable", read_unchanged_from_outside),
        ("constant_variable", put_in_constants),
        ("invariant_code", partial(hoist, runs=runs)),
        ("unneeded_variable", drop_unneeded),
    )
    for name, rule in rules:
        _count(counts, graph, loop.node, name, rule(loop))
