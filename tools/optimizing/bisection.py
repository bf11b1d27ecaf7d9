"""Bisection: finds the first pass and rule that changes a result or raises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphir.watching import Watcher, watched_by

from ..failures import described
from .verification import Runner, Verdict


@dataclass(frozen=True)
class Culprit:
    """The pass and rule with which results begin to differ."""

    pass_name: str
    round: int
    problem: str
    """What differs from then on, or what was raised."""
    rule: str = ""
    """Empty where the pass does not say what it does rule by rule."""
    node: str = ""
    place: str = ""
    """The user's line that the node came from."""
    number: int = 0
    """The how manieth rewrite of the pass it was."""
    before: str = ""
    after: str = ""
    """The nodes that the rewrite removed or changed, and those it left, as text."""

    def as_data(self) -> dict[str, Any]:
        """The fields as a dictionary, for ``--json``."""
        return dict(vars(self))

    def __str__(self) -> str:
        rule = f".{self.rule}" if self.rule else ""
        lines = [f"bisect: {self.pass_name}{rule} (round {self.round}): {self.problem}"]
        if self.node:
            at = f", {self.place}" if self.place else ""
            lines.append(f"  rewrite {self.number} of the pass, at %{self.node}{at}")
        lines += [f"  - {line}" for line in self.before.splitlines()]
        lines += [f"  + {line}" for line in self.after.splitlines()]
        return "\n".join(lines)


def bisect(runner: Runner, pipeline: Any) -> Culprit | None:
    """Runs the pipeline on copies of the graph until an answer changes.

    Finds the pass by comparing after each, then the rewrite by halving: each try runs
    the passes before it again, which are deterministic.
    """
    check = _PassCheck(runner)
    try:
        with watched_by(check):
            pipeline.run_with_report(runner.subject.graph.copy())
    except _Found as found:
        return _rewrite(runner, pipeline, check, found.problem)
    except Exception as error:
        return _raising(check, error)
    return None


class _Found(BaseException):
    """Ends a pipeline; no ``Exception``, so that no pass takes it for its own."""

    def __init__(self, problem: str = "") -> None:
        super().__init__(problem)
        self.problem = problem


class _PassCheck(Watcher):
    """Compares the answers after each pass that changed something."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.runs = 0
        self.rewrites = 0
        self.name, self.round = "", 0
        self.last: tuple[str, str, str] = "", "", ""

    def pass_started(self, each: Any, graph: Any, round_number: int) -> None:
        """Counts the runs of passes, and the rewrites of each run from 0."""
        self.runs += 1
        self.rewrites = 0
        self.name, self.round = each.name, round_number
        self.runner.tell(f"bisecting: after {each.name}, passes run", self.runs, None)

    def rule_applied(self, graph: Any, rule: str, node: Any) -> None:
        """Counts rewrites."""
        self.rewrites += 1
        self.last = rule, node.name, _place(node)

    def pass_ended(self, result: Any, graph: Any) -> None:
        """Ends the pipeline if the graph is wrong now."""
        if result.changed and (problem := _problem(self.runner, graph)):
            raise _Found(problem)


class _StopAfter(Watcher):
    """Ends the pipeline at one rewrite of one run of a pass."""

    def __init__(self, run: int, rewrite: int) -> None:
        self.runs, self.rewrites = 0, 0
        self.stop = run, rewrite
        self.whole: Any = None
        self.rule, self.node, self.place, self.graph = "", "", "", None
        self.before: list[str] = []
        if rewrite == 0:
            self.stop = run, -1

    def pass_started(self, each: Any, graph: Any, round_number: int) -> None:
        """Stops before the first rewrite if the searched run is to make none."""
        self.runs += 1
        self.rewrites, self.whole = 0, graph
        if self.stop == (self.runs, -1):
            raise _Found()

    def rule_applied(self, graph: Any, rule: str, node: Any) -> None:
        """Stops at the rewrite whose number is searched for."""
        self.rewrites += 1
        if (self.runs, self.rewrites) == self.stop:
            self.rule, self.node, self.place = rule, node.name, _place(node)
            raise _Found()


def _run_until(runner: Runner, pipeline: Any, stop: _StopAfter) -> Any:
    """The graph as it is at that point."""
    try:
        with watched_by(stop):
            pipeline.run_with_report(runner.subject.graph.copy())
    except _Found:
        pass
    return stop.whole


def _rewrite(runner: Runner, pipeline: Any, check: _PassCheck, problem: str) -> Culprit:
    """The first rewrite of the pass after which the answers are wrong."""
    good, bad = 0, check.rewrites
    whole = Culprit(check.name, check.round, problem)
    if not bad:
        return whole
    at_end = _run_until(runner, pipeline, _StopAfter(check.runs, bad))
    if not _problem(runner, at_end):
        return whole  # what the pass did last is told by no rule
    while bad - good > 1:
        middle = (good + bad) // 2
        graph = _run_until(runner, pipeline, _StopAfter(check.runs, middle))
        if _problem(runner, graph):
            bad = middle
        else:
            good = middle
    stop = _StopAfter(check.runs, bad)
    after = _run_until(runner, pipeline, stop)
    before = _run_until(runner, pipeline, _StopAfter(check.runs, bad - 1))
    return Culprit(
        check.name,
        check.round,
        _problem(runner, after),
        stop.rule,
        stop.node,
        stop.place,
        bad,
        *_changed_lines(before, after),
    )


def _changed_lines(before: Any, after: Any) -> tuple[str, str]:
    from graphir.text.printer import print_graph

    old, new = (
        print_graph(each, origins=False).splitlines() for each in (before, after)
    )
    gone = [line.strip() for line in old if line not in set(new)]
    come = [line.strip() for line in new if line not in set(old)]
    return "\n".join(gone), "\n".join(come)


def _raising(check: _PassCheck, error: Exception) -> Culprit:
    cause = error.__cause__ or error
    rule, node, place = check.last if check.rewrites else ("", "", "")
    after = f", after {check.rewrites} rewrites" if check.rewrites else ""
    problem = f"raises {described(cause)}{after}"
    if not rule:
        return Culprit(check.name, check.round, problem)
    return Culprit(check.name, check.round, problem, rule, node, place, check.rewrites)


def _problem(runner: Runner, graph: Any) -> str:
    """The difference in the answers of a graph; empty if there is none."""
    from graphir.analysis.verifier import find_problems
    from graphir.errors import GraphirError

    broken = next(find_problems(graph), None)
    if broken is not None:
        return f"leaves a broken graph: {broken}"
    try:
        verdict: Verdict = runner.verdict(graph)
    except GraphirError as error:
        return described(error)
    largest = verdict.largest
    if verdict.agrees or largest is None:
        return ""
    return f"{largest.what} (input {largest.sample})"


def _place(node: Any) -> str:
    origin = node.origin
    if origin is None or not origin.frames:
        return ""
    frame = origin.frame
    return f"{frame.filename.rpartition('/')[2]}:{frame.line}"
