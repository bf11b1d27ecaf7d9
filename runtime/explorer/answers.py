"""Results after each optimizer pass: the first rule that changes a bit of a result."""

from __future__ import annotations

from collections.abc import Sequence
from contextvars import copy_context
from time import perf_counter
from typing import Any, Final

import numpy as np

from graphir.errors import GraphirError, OpError
from graphir.graph import Graph
from graphir.node import Node
from graphir.watching import WATCHERS, Watcher
from runtime.executor import compile_graph

MOST_NODES: Final = 400
"""Larger graphs are not run after each pass."""

MOST_SECONDS: Final = 0.5
"""Graphs that take longer for one run are not checked either."""

MOST_REWRITES: Final = 200
"""For passes with more rewrites the rule that changed a result is not searched."""


class AnswerCheck:
    """Compares a graph's results with the previous results for the same inputs."""

    def __init__(self, graph: Graph, arrays: Sequence[Any]) -> None:
        self._arrays = arrays
        begun = perf_counter()
        self._last = self._answers(graph)
        self.is_quick = perf_counter() - begun <= MOST_SECONDS

    def _answers(self, graph: Graph) -> list[np.ndarray[Any, Any]]:
        alone = graph.copy()
        program = compile_graph(alone, alone.inputs, alone.outputs)
        return [np.asarray(each) for each in program(*self._arrays)]

    def change(self, graph: Graph, is_kept: bool = True) -> str:
        """The difference from the last answers, in words; empty if no bit differs."""
        found = self._answers(graph)
        told = [
            _difference(number, old, new)
            for number, (old, new) in enumerate(zip(self._last, found, strict=True))
        ]
        if is_kept:
            self._last = found
        return "; ".join(filter(None, told))


def can_check(graph: Graph) -> bool:
    """Whether a graph is small and has no side effects, so that it can run again."""
    bodies = [graph, *(each.body for each in graph.functions.values())]
    nodes = [node for body in bodies for node in body]
    return len(nodes) <= MOST_NODES and not any(
        node.is_stateful and node.op != "Placeholder" for node in nodes
    )


def _difference(
    number: int, old: np.ndarray[Any, Any], new: np.ndarray[Any, Any]
) -> str:
    if old.shape != new.shape or old.dtype != new.dtype:
        return f"result {number} has another type"
    if old.dtype.kind == "O":
        return "" if old.tolist() == new.tolist() else f"result {number} differs"
    if old.tobytes() == new.tobytes():
        return ""
    if old.dtype.kind not in "fiu":
        return f"result {number} differs"
    with np.errstate(all="ignore"):
        distance = np.abs(old.astype(np.float64) - new.astype(np.float64))
    return f"result {number} differs by up to {np.nanmax(distance):.3g}"


class PassAnswers(Watcher):
    """Compares the results after each pass, and finds the rule that changed them."""

    def __init__(self, check: AnswerCheck) -> None:
        self.check = check
        self.changes: dict[int, dict[str, Any]] = {}
        """Number of the pass among those that changed the graph -> the change."""
        self._before: tuple[Any, Graph] | None = None
        self._changed = 0

    def pass_started(self, each: Any, graph: Graph, round_number: int) -> None:
        """Keeps a copy of the graph, to repeat the pass."""
        self._before = each, graph.copy()

    def pass_ended(self, result: Any, graph: Graph) -> None:
        """Compares, and looks for the rule."""
        if not result.changed or self._before is None:
            return
        self._changed += 1
        each, before = self._before
        rules = _FirstRule(self.check, before)
        if not self.check.change(graph, is_kept=False):
            return
        # the watchers of this run have nothing to do with the second one
        copy_context().run(_run_watched, each, before, rules)
        self.changes[self._changed] = {
            "what": self.check.change(graph),
            "rule": rules.rule,
            "node": rules.node,
        }


def _run_watched(each: Any, graph: Graph, watcher: Watcher) -> None:
    WATCHERS.set((watcher,))
    each.run(graph)


class _FirstRule(Watcher):
    """Finds the first rule application after which an answer differs."""

    def __init__(self, check: AnswerCheck, whole: Graph) -> None:
        self._check = check
        self._count = 0
        self._whole = whole
        self.rule, self.node = "", ""

    def rule_applied(self, graph: Graph, rule: str, node: Node) -> None:
        """Compares the results, unless the rule is found already."""
        self._count += 1
        if self.rule or self._count > MOST_REWRITES:
            return
        try:
            if self._check.change(self._whole, is_kept=False):
                self.rule, self.node = rule, node.name
        except (GraphirError, OpError):
            return  # in the midst of a pass a graph may be incomplete
