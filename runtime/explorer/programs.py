"""The executed program: its lines with their nodes, its native code, its timings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from graphir.errors import GraphirError, OpError
from graphir.graph import Graph
from graphir.node import Node
from runtime.executor.kernels.failures import SITES_NAME
from runtime.executor.planning.call_graph import called_functions
from runtime.executor.profiles import Profile
from runtime.executor.program import Program
from runtime.explorer.node_states import NodeStates
from runtime.native.calls.report import RegionReport
from runtime.native.llvm.stages import STAGES


class NodeNumbers:
    """The numbers of a program's nodes, which may be copies of the graph's nodes."""

    def __init__(self, states: NodeStates, graph: Graph) -> None:
        self._numbers = states.numbered()
        self._by_name: dict[str, int] = {}
        self._functions = graph.functions
        self._nodes: dict[str, Node] = {}
        bodies = [*(each.body for each in graph.functions.values()), graph]
        for body in bodies:
            for node in body:
                self._by_name[node.name] = states.number(node)
                self._nodes[node.name] = node

    def of(self, node: Node) -> int | None:
        """The number of a node, or of the node with its name."""
        return self._numbers.get(node, self._by_name.get(node.name))

    def named(self, name: str) -> int | None:
        """The number of a node, by its name."""
        return self._by_name.get(name)

    def inside(self, names: Sequence[str]) -> list[int]:
        """The numbers of what the nodes of those names call: branches, loop bodies."""
        waiting = [self._nodes[name] for name in names if name in self._nodes]
        found: dict[Node, None] = {}
        while waiting:
            for function in called_functions(waiting.pop()):
                called = self._functions.get(function)
                new = (
                    [] if called is None else [n for n in called.body if n not in found]
                )
                found.update(dict.fromkeys(new))
                waiting += new
        numbers = (self.of(node) for node in found)
        return [each for each in numbers if each is not None]


def program_data(program: Program, numbers: NodeNumbers) -> dict[str, Any]:
    """The lines of the program, and the node that each runs, by line from 1."""
    region = _only_region(program, numbers)
    nodes: dict[int, list[int]] = {}
    function = program.function
    sites: Sequence[Any] = function.__globals__[SITES_NAME] if function else ()
    for line, site in enumerate(sites, 1):
        if site is None:
            continue
        found = _numbers_of(site[0], numbers, region)
        if found:
            nodes[line] = found
    return {"lines": program.source.splitlines(), "nodes": nodes}


def _numbers_of(node: Node, numbers: NodeNumbers, region: list[int]) -> list[int]:
    """The node's number; of a native region, or of its only one, those of its nodes."""
    report = _region_of(node)
    if report is not None:
        return _members(report, numbers)
    number = numbers.of(node)
    return region if number is None else [number]


def _region_of(node: Node) -> RegionReport | None:
    """The native region that a node of the program runs."""
    report = getattr(node.attrs.get("kernel"), "report", None)
    return report if isinstance(report, RegionReport) else None


def _only_region(program: Program, numbers: NodeNumbers) -> list[int]:
    """The nodes of the native region; none where there are several, or none."""
    regions = program.report.regions if program.report is not None else []
    return _members(regions[0], numbers) if len(regions) == 1 else []


def _members(region: RegionReport, numbers: NodeNumbers) -> list[int]:
    """The nodes of a region, then those of its loops and branches."""
    own = (numbers.named(name) for name in region.nodes)
    found = [each for each in own if each is not None]
    return list(dict.fromkeys([*found, *numbers.inside(region.nodes)]))


def native_data(program: Program, numbers: NodeNumbers) -> dict[str, Any] | None:
    """The code of each native region, and why other nodes are not native."""
    if program.report is None:
        return None
    regions = [
        {
            "name": region.name,
            "nodes": _members(region, numbers),
            "code": {stage: _code(region, stage) for stage in STAGES},
        }
        for region in program.report.regions
    ]
    refused = [
        [name, numbers.named(name), why] for name, why in program.report.refused.items()
    ]
    return {"regions": regions, "refused": refused}


def _code(region: Any, stage: str) -> str:
    try:
        return str(region.code(stage))
    except (GraphirError, OpError) as error:
        return f"; no code: {error}"


@dataclass(frozen=True)
class Measured:
    """A timed run: its profile, and its results as text."""

    profile: Profile
    values: list[str]


def timed_run(
    program: Program, arrays: Sequence[Any], numbers: NodeNumbers
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The results for the arrays, and how long each node took, slowest first."""
    program.run(*arrays)  # the first run compiles, allocates and fills caches
    profile = Profile()
    results = program.timed(profile)(*arrays)
    return results, times_data(profile, program, numbers)


def times_data(
    profile: Profile, program: Program, numbers: NodeNumbers
) -> dict[str, Any]:
    """The time of each node, slowest first, and of the whole call."""
    region = _only_region(program, numbers)
    rows = [
        {
            "nodes": _numbers_of(each.node, numbers, region),
            "of": _timed(each.node, numbers),
            **_named(each.node),
            "calls": each.calls,
            "us": round(each.nanoseconds / 1e3, 3),
        }
        for each in profile.by_node()
    ]
    return {"rows": rows, "us": round(profile.nanoseconds / 1e3, 3)}


def _named(node: Node) -> dict[str, str]:
    """The name and op of a row; of a native region its nodes."""
    region = _region_of(node)
    if region is None:
        return {"name": node.name, "op": node.op}
    return {"name": region.name, "op": "native code"}


def _timed(node: Node, numbers: NodeNumbers) -> int | None:
    """The one node that a time is of; None for a region of several."""
    region = _region_of(node)
    if region is None:
        return numbers.of(node)
    return numbers.named(region.nodes[0]) if len(region.nodes) == 1 else None
