"""Pipeline: a sequence of passes, itself a pass, with a text form and a report."""

from __future__ import annotations

import dataclasses
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, get_type_hints

from graphir.attachments import Attached
from graphir.errors import PassError
from graphir.graph import Graph
from graphir.passes.contract.base import (
    Counts,
    Pass,
    PassResult,
    count_nodes,
    option_text,
)
from graphir.passes.registry import find_pass
from graphir.watching import WATCHERS

_TO_HTML: Attached[str] = Attached("page of a report")


@dataclass
class Report:
    """The results of a pipeline's passes, in the order they ran."""

    results: list[PassResult] = field(default_factory=list)
    rounds: int = 0

    @property
    def changed(self) -> bool:
        """Whether any pass changed the graph."""
        return any(result.changed for result in self.results)

    @property
    def counts(self) -> Counts:
        """Rewrites by pass and rule: ``cse.merged``."""
        total: Counts = Counter()
        for result in self.results:
            for rule, count in result.counts.items():
                total[f"{result.name}.{rule}"] += count
        return total

    def totals(self) -> list[PassResult]:
        """One result for each pass, its rounds added up."""
        merged: dict[str, PassResult] = {}
        for each in self.results:
            known = merged.get(each.name)
            merged[each.name] = each if known is None else _added(known, each)
        return list(merged.values())

    def as_data(self) -> dict[str, Any]:
        """The report as lists and dictionaries, for JSON."""
        return {
            "rounds": self.rounds,
            "changed": self.changed,
            "passes": [each.as_data() for each in self.results],
            "counts": dict(self.counts),
        }

    def log(self) -> str:
        """The passes that changed the graph, round by round, with rewrites by rule.

        Without times, so that equal runs have equal texts: for golden files.

        >>> from graphir.passes.contract.base import PassResult
        >>> print(Report([PassResult("cse", {"merged": 2}, 9, 7, 0.1)], 1).log())
        round 1
          cse: 9 to 7 nodes
            merged 2
        """
        lines, current = [], 0
        for each in self.results:
            if not each.changed:
                continue
            if each.round != current:
                current = each.round
                lines.append(f"round {current}")
            lines.append(
                f"  {each.name}: {each.nodes_before} to {each.nodes_after} nodes"
            )
            lines += [f"    {rule} {n}" for rule, n in sorted(each.counts.items())]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)

    def __str__(self) -> str:
        lines = [f"{'pass':<24} {'before':>7} {'after':>7} {'rewritten':>9} {'ms':>8}"]
        lines += [
            f"{each.name:<24} {each.nodes_before:>7} {each.nodes_after:>7} "
            f"{each.rewritten:>9} {each.milliseconds:>8.1f}"
            for each in self.results
        ]
        return "\n".join(lines)


def _added(first: PassResult, second: PassResult) -> PassResult:
    return PassResult(
        first.name,
        dict(Counter(first.counts) + Counter(second.counts)),
        first.nodes_before,
        second.nodes_after,
        first.milliseconds + second.milliseconds,
        second.round,
    )


@dataclass(frozen=True)
class Pipeline(Pass):
    """Runs passes in order, again until a round changes nothing.

    >>> print(Pipeline.of("dead_nodes,constant_folding{max_bytes=1024},cse"))
    dead_nodes,constant_folding{max_bytes=1024},cse
    """

    passes: Sequence[Pass] = ()
    until_stable: bool = True
    max_rounds: int = 10
    verify: bool = False
    """Check every invariant before the first and after each pass."""
    debug: bool = False
    """Also check that a pass that claims no change made none; keep texts."""
    min_nodes: int = 0
    """Graphs with fewer nodes, functions included, are left as they are."""

    name: ClassVar[str] = "pipeline"

    @classmethod
    def of(cls, text: str, **options: Any) -> Pipeline:
        """The pipeline that a text describes; options as of the constructor.

        Raises:
          PassError: naming an unknown pass or option.
        """
        return cls(parse_passes(text), **options)

    def apply(self, graph: Graph) -> Counts:
        """Runs the passes on the graph and the functions in its library."""
        return self.run_with_report(graph).counts

    def run(self, graph: Graph) -> Counts:
        """Equals ``apply``: each pass of the pipeline rewrites the functions itself."""
        return self.apply(graph)

    def run_with_report(self, graph: Graph) -> Report:
        """Runs the passes, and returns a report for each pass.

        Raises:
          PassError: if a pass fails, or breaks the graph where that is checked.
        """
        report = Report()
        if self.min_nodes and count_nodes(graph) < self.min_nodes:
            return report
        if self.verify or self.debug:
            _check(graph, "the graph that was given", report)
        stable: set[Pass] = set()
        for round_number in range(1, self.max_rounds + 1):
            report.rounds = round_number
            for each in self.passes:
                if each in stable:
                    # nothing changed since it ran: it would find nothing
                    continue
                if self._run_pass(each, graph, report):
                    stable.clear()
                stable.add(each)
            if not self.until_stable or stable.issuperset(self.passes):
                break
        return report

    def _run_pass(self, each: Pass, graph: Graph, report: Report) -> bool:
        if isinstance(each, Pipeline):
            inner = each.run_with_report(graph)
            report.results += inner.results
            return inner.changed
        text = str(graph) if self.debug else None
        for watcher in WATCHERS.get():
            watcher.pass_started(each, graph, report.rounds)
        nodes_before, start = count_nodes(graph), time.perf_counter()
        try:
            counts = each.run(graph)
        except Exception as error:
            raise _failure(each, report, text, f"failed: {error}") from error
        result = PassResult(
            each.name,
            dict(counts),
            nodes_before,
            count_nodes(graph),
            (time.perf_counter() - start) * 1000,
            report.rounds,
        )
        if self.verify or self.debug:
            _check(graph, f"pass {each}", report, text)
        if text is not None and not result.changed and str(graph) != text:
            raise _failure(each, report, text, "says it changed nothing, but it did")
        report.results.append(result)
        for watcher in WATCHERS.get():
            watcher.pass_ended(result, graph)
        return result.changed

    def __str__(self) -> str:
        return ",".join(
            f"({each}){each.options_text()}"
            if isinstance(each, Pipeline)
            else str(each)
            for each in self.passes
        )

    def options_text(self) -> str:
        """The options that differ from the defaults, in braces."""
        defaults = Pipeline()
        options = [
            f"{name}={option_text(getattr(self, name))}"
            for name in ("until_stable", "max_rounds", "min_nodes")
            if getattr(self, name) != getattr(defaults, name)
        ]
        return f"{{{','.join(options)}}}" if options else ""


def _failure(failed: Pass, report: Report, text: str | None, problem: str) -> PassError:
    before = tuple(result.name for result in report.results)
    after = f" after {', '.join(before)}" if before else ""
    return PassError(
        f"Pass {failed}{after} (round {report.rounds}) {problem}.",
        failed.name,
        before,
        text,
    )


def _check(graph: Graph, culprit: str, report: Report, text: str | None = None) -> None:
    from graphir.analysis.verifier import find_problems

    problem = next(find_problems(graph), None)
    if problem is not None:
        before = tuple(result.name for result in report.results)
        raise PassError(f"After {culprit}: {problem}", culprit, before, text)


_PART: Final = re.compile(r"\s*(?:(\w+)|(\())\s*")
_OPTIONS: Final = re.compile(r"\s*\{([^{}]*)\}\s*")


def parse_passes(text: str) -> tuple[Pass, ...]:
    """The passes that a text names, ``(a,b){max_rounds=2}`` being a pipeline.

    Raises:
      PassError: naming the text that cannot be read, an unknown pass or option.
    """
    passes, position = _parse_list(text, 0)
    if position < len(text):
        raise PassError(f"Not a pipeline: {text[position:]!r} in {text!r}.")
    return passes


def _parse_list(text: str, position: int) -> tuple[tuple[Pass, ...], int]:
    passes: list[Pass] = []
    while True:
        each, position = _parse_one(text, position)
        passes.append(each)
        if position >= len(text) or text[position] != ",":
            return tuple(passes), position
        position += 1


def _parse_one(text: str, position: int) -> tuple[Pass, int]:
    match = _PART.match(text, position)
    if match is None:
        raise PassError(f"Not a pipeline: a pass is missing in {text!r}.")
    position = match.end()
    inner: tuple[Pass, ...] | None = None
    if match.group(2):
        inner, position = _parse_list(text, position)
        if not text.startswith(")", position):
            raise PassError(f"Not a pipeline: `)` is missing in {text!r}.")
        position += 1
    options: dict[str, Any] = {}
    braces = _OPTIONS.match(text, position)
    pass_class = find_pass(match.group(1)) if inner is None else Pipeline
    if braces is not None:
        options = _parse_options(pass_class, braces.group(1))
        position = braces.end()
    if inner is not None:
        options["passes"] = inner
    return pass_class(**options), position


def _parse_options(pass_class: type[Pass], text: str) -> dict[str, Any]:
    kinds = {
        name: kind
        for name, kind in get_type_hints(pass_class).items()
        if kind in (bool, int, float, str)
    }
    options: dict[str, Any] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, _, value = (each.strip() for each in part.partition("="))
        if name not in kinds:
            raise PassError(
                f"Pass {pass_class.name!r} has no option {name!r}; it has: "
                f"{', '.join(sorted(kinds)) or 'none'}."
            )
        options[name] = _parse_option(name, value, kinds[name])
    return options


def _parse_option(name: str, text: str, kind: type) -> Any:
    if kind is bool:
        if text not in ("true", "false"):
            raise PassError(f"Option {name!r} is true or false, not {text!r}.")
        return text == "true"
    try:
        return kind(text)
    except ValueError:
        raise PassError(f"Option {name!r} is no {kind.__name__}: {text!r}.") from None


def without(pipeline: Pipeline, names: Sequence[str]) -> Pipeline:
    """The pipeline without the named passes."""
    kept = tuple(
        without(each, names) if isinstance(each, Pipeline) else each
        for each in pipeline.passes
        if each.name not in names
    )
    return dataclasses.replace(pipeline, passes=kept)
