"""Partitions a graph: the nodes of each region become one node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, cast

from graphir.attributes import Attr
from graphir.function import FunctionLibrary
from graphir.graph import Graph
from graphir.node import Node, Value
from runtime.executor.planning.call_graph import called_functions
from runtime.executor.planning.dataflow import has_dataflow
from runtime.executor.planning.plan import Plan, function_roots, make_plan
from runtime.native.calls.options import NativeOptions
from runtime.native.calls.report import NativeReport, RegionReport
from runtime.native.regions.kernel import RegionKernel, RunByDefault
from runtime.native.regions.region import Region
from runtime.native.selection.costs import choice_of
from runtime.native.selection.coverage import (
    LARGE,
    Coverage,
    is_costly,
    is_flow,
    is_large,
    is_list_op,
    is_loop,
    is_number,
    is_small_constant,
    moves_only,
)
from runtime.native.selection.growing import Groups
from runtime.native.selection.list_regions import CUT, nodes_of_unfit_lists

REGION: Final = "NativeRegion"
"""The op of a node that runs a region; its attribute ``kernel`` is the callable."""

MOST_NODES: Final = 2500
"""Of one region: the time to compile grows faster than the code."""
LARGE_BESIDE_LISTS: Final = 1 << 20
"""Arrays of so many elements may be one thread's if lists of a loop depend on them."""
LEAST_MOVES: Final = 4
"""Fewer slices that are joined are as quick by NumPy."""
LEAST_NUMBERS: Final = 6
"""Fewer operations on numbers are as quick in Python."""


Twins = dict[Value, Value]


@dataclass(frozen=True, slots=True)
class Partition:
    """The graph to compile in place of another, and its requested values."""

    graph: Graph
    inputs: list[Value]
    outputs: list[Value]
    control_outputs: list[Node]
    report: NativeReport


def partition(
    graph: Graph,
    inputs: Sequence[Value],
    outputs: Sequence[Value],
    control_outputs: Sequence[Node],
    options: NativeOptions,
    run_by_default: RunByDefault,
) -> Partition:
    """Finds the regions of a graph and of the functions it calls."""
    twin = graph.copy()
    maker = _Maker(graph.functions, options, run_by_default)
    plan = make_plan(graph, inputs, outputs, control_outputs)
    twins = twins_of(graph, twin)
    controls = [twin.node(node.name) for node in control_outputs]
    maker.replace(graph, plan, twins, "")
    seen: set[str] = set()
    waiting = _called_by(twin)
    while waiting:
        name = waiting.pop()
        if name in seen or name not in graph.functions:
            continue
        seen.add(name)
        body, copy = graph.functions[name].body, twin.functions[name].body
        if not has_dataflow(body):
            roots = function_roots(body)
            inside = make_plan(body, body.inputs, body.outputs, roots)
            maker.replace(body, inside, twins_of(body, copy), name)
        waiting += _called_by(copy)
    return Partition(
        twin,
        [twins[value] for value in inputs],
        [maker.current_value(twins[value]) for value in outputs],
        controls,
        maker.report,
    )


def _called_by(graph: Graph) -> list[str]:
    return [name for node in graph for name in called_functions(node)]


def twins_of(graph: Graph, twin: Graph) -> Twins:
    """Values of a graph, mapped to the values of its copy."""
    return {
        value: other
        for node in graph
        for value, other in zip(node.outputs, twin.node(node.name).outputs, strict=True)
    }


class _Maker:
    """Replaces each group of nodes by one node, and reports it."""

    def __init__(
        self,
        functions: FunctionLibrary,
        options: NativeOptions,
        run_by_default: RunByDefault,
    ) -> None:
        self.coverage = Coverage(functions)
        self.options = options
        self.run_by_default = run_by_default
        self.report = NativeReport()
        self._replaced: dict[Value, Value] = {}

    def current_value(self, value: Value) -> Value:
        """The current replacement for a value of the copy."""
        return self._replaced.get(value, value)

    def replace(self, graph: Graph, plan: Plan, twins: Twins, where: str) -> None:
        """Finds the regions of one body, and puts their nodes into its copy."""
        grouping, regions = self._regions(graph, plan, where)
        self.report.refused.update(grouping.refused)
        self.report.regions += grouping.not_chosen
        for region in regions:
            nodes = [each for each in region.nodes if each.op != "Const"]
            report = RegionReport(region.name, [n.name for n in nodes], where)
            report.choice = grouping.chosen.get(nodes[0], "")
            self.report.regions.append(report)
            kernel = RegionKernel(region, report, self.run_by_default)
            report.code = kernel.code
            self._put(region, kernel, twins)

    def _regions(
        self, graph: Graph, plan: Plan, where: str
    ) -> tuple[_Grouping, list[Region]]:
        """The groups as regions. A list is in one region as a whole, or in none."""
        apart: dict[Node, str] = {}
        most = LARGE
        while True:
            grouping = _Grouping(
                plan, self.coverage, where, (apart, most), self.options.chooses
            )
            regions = [
                _region_of(graph, plan, nodes, self.options)
                for nodes in grouping.worthwhile()
            ]
            found = nodes_of_unfit_lists(plan, regions, apart)
            if not found:
                return grouping, regions
            if most == LARGE and CUT in found.values():
                # what lies between loops that share a list must go with them
                most = LARGE_BESIDE_LISTS
            else:
                apart = {**apart, **found}

    def _put(self, region: Region, kernel: RegionKernel, twins: Twins) -> None:
        """Replaces the region's nodes in the copy of the graph."""
        members = [each for each in region.nodes if each.op != "Const"]
        twin = twins[members[0].outputs[0]].node.graph
        assert twin is not None
        node = twin.add_node(
            REGION,
            [self.current_value(twins[value]) for value in region.inputs],
            {"kernel": cast(Attr, kernel)},
            [(value.dtype, value.shape) for value in region.outputs],
            origin=region.nodes[-1].origin,
        )
        for value, result in zip(region.outputs, node.outputs, strict=True):
            result.handle_data = value.handle_data
            self._replace(twins[value], result)
        for value in (value for each in members for value in each.outputs):
            if value in region.roots:
                # what a loop hands on as it is
                source = twins[region.roots[value]]
                self._replace(twins[value], self.current_value(source))
        for each in reversed(members):
            _remove_unread(twin.node(each.name))

    def _replace(self, value: Value, other: Value) -> None:
        value.replace_all_uses_with(other)
        self._replaced[value] = other


def _remove_unread(node: Node) -> None:
    """Takes a node out, unless one that is not run reads it."""
    graph = node.graph
    assert graph is not None
    if not any(value.is_used or value in graph.outputs for value in node.outputs):
        graph.remove_node(node)


class _Grouping:
    """The groups of one plan.

    Nodes that are apart are in none; arrays of more elements than ``most`` are not in
    one group with loops and branches.
    """

    def __init__(
        self,
        plan: Plan,
        coverage: Coverage,
        where: str,
        limits: tuple[Mapping[Node, str], int],
        chooses: bool,
    ) -> None:
        apart, self.most = limits
        self.chooses = chooses
        self.functions = coverage.functions
        self.chosen: dict[Node, str] = {}
        """The first nodes of groups, and why those were chosen, where that is asked."""
        self.not_chosen: list[RegionReport] = []
        self.plan = plan
        self.where = where
        self.groups = Groups()
        self.refused: dict[str, str] = {}
        self._readers: dict[Value, list[Node]] = {}
        self._flow: dict[int, bool] = {}
        self._large: dict[int, bool] = {}
        given = set(plan.inputs)
        for node in plan.steps:
            if node.op == "Const":
                continue
            reason = coverage.refusal(node) or apart.get(node, "")
            if not reason and any(value in given for value in node.outputs):
                reason = "a value of it is fed"
            if reason:
                self._refuse(node, reason)
            self._place(node, bool(reason))

    def _sources(self, node: Node) -> list[Node]:
        found = [self.plan.root(value) for value in node.inputs]
        given = set(self.plan.inputs)
        return [value.node for value in found if value not in given]

    def _place(self, node: Node, is_refused: bool) -> None:
        sources = [s for s in self._sources(node) if s.op != "Const"]
        sources += list(node.control_inputs)
        if is_refused:
            self.groups.leave_out(node, sources)
            return
        groups = self.groups
        candidates = [groups.of[s] for s in sources if s in groups.of]
        candidates += self._readers_of(node)
        chosen = None
        for group in sorted(set(candidates), reverse=True):
            if not self._fits(node, group):
                continue
            if chosen is None:
                chosen = group if groups.can_join(sources, group) else None
            elif self._can_merge(chosen, group, sources):
                chosen = self._merge(group, chosen)
        if chosen is None:
            chosen = groups.start(node, sources)
        else:
            groups.join(node, sources, chosen)
        self._note(node, chosen)

    def _readers_of(self, node: Node) -> list[int]:
        """Groups that read the same arrays."""
        found = []
        for value in node.inputs:
            if is_number(value):
                continue
            for reader in self._readers.get(self.plan.root(value), ()):
                found.append(self.groups.of[reader])
        return found

    def _can_merge(self, first: int, second: int, sources: Sequence[Node]) -> bool:
        members = self.groups.members
        if len(members[first]) + len(members[second]) > MOST_NODES:
            return False
        mixed = self._flow[first] or self._flow[second]
        if mixed and (self._large[first] or self._large[second]):
            return False
        groups = self.groups
        return groups.can_merge(first, second) and groups.can_join(
            sources, first, second
        )

    def _merge(self, first: int, second: int) -> int:
        self.groups.merge(first, second)
        self._flow[first] |= self._flow.pop(second)
        self._large[first] |= self._large.pop(second)
        return first

    def _fits(self, node: Node, group: int) -> bool:
        """Loops and branches are not in one region with large arrays."""
        if len(self.groups.members[group]) >= MOST_NODES:
            return False
        if is_flow(node) or is_list_op(node):
            return not self._large[group]
        return not (self._flow[group] and self._has_large(node))

    def _has_large(self, node: Node) -> bool:
        return any(
            is_large(value, self.most) for value in (*node.inputs, *node.outputs)
        )

    def _note(self, node: Node, group: int) -> None:
        is_one_threads = is_flow(node) or is_list_op(node)
        self._flow[group] = self._flow.get(group, False) or is_one_threads
        is_big = not is_one_threads and self._has_large(node)
        self._large[group] = self._large.get(group, False) or is_big
        for value in node.inputs:
            if not is_number(value):
                self._readers.setdefault(self.plan.root(value), []).append(node)

    def worthwhile(self) -> list[list[Node]]:
        """The groups that are better off as native code, their nodes in order."""
        order = {node: index for index, node in enumerate(self.plan.steps)}
        found = []
        for nodes in self.groups.members.values():
            if _is_worthwhile(nodes):
                ordered = sorted(nodes, key=order.__getitem__)
                if not self.chooses or self._is_chosen(ordered):
                    found.append(ordered)
            else:
                for node in nodes:
                    self._refuse(node, "as quick on its own")
        return sorted(found, key=lambda nodes: order[nodes[0]])

    def _is_chosen(self, nodes: list[Node]) -> bool:
        """Whether a group gains by native code; notes why, or why not."""
        choice = choice_of(nodes, self.functions)
        if choice.is_chosen:
            self.chosen[nodes[0]] = choice.why
            return True
        first, last = nodes[0].name, nodes[-1].name
        self.not_chosen.append(
            RegionReport(
                first if first == last else f"{first} ... {last}",
                [node.name for node in nodes],
                self.where,
                choice.why,
                is_chosen=False,
            )
        )
        return False

    def _refuse(self, node: Node, reason: str) -> None:
        name = f"{self.where}/{node.name}" if self.where else node.name
        self.refused[name] = reason


def _is_worthwhile(nodes: Sequence[Node]) -> bool:
    if any(map(is_loop, nodes)):
        return True
    arrays = [
        node
        for node in nodes
        if not moves_only(node) and not all(map(is_number, node.outputs + node.inputs))
    ]
    if len(arrays) >= 2 or any(map(is_costly, arrays)):
        return True
    if len(nodes) >= LEAST_MOVES and any(node.op == "ConcatV2" for node in nodes):
        return True
    return sum(not moves_only(node) for node in nodes) >= LEAST_NUMBERS


def _region_of(
    graph: Graph, plan: Plan, nodes: Sequence[Node], options: NativeOptions
) -> Region:
    members = set(nodes)
    inputs: dict[Value, None] = {}
    constants: dict[Node, None] = {}
    given = set(plan.inputs)
    for value in (plan.root(each) for node in nodes for each in node.inputs):
        if value.node in members and value not in given:
            continue
        if is_small_constant(value.node) and value not in given:
            constants[value.node] = None
        else:
            inputs[value] = None
    read = {plan.root(each) for each in plan.outputs}
    for node in plan.steps:
        if node not in members:
            read.update(plan.root(each) for each in node.inputs)
    outputs = [v for node in nodes for v in node.outputs if v in read]
    return Region(
        graph,
        (*constants, *nodes),
        tuple(inputs),
        tuple(outputs),
        plan.roots,
        options.fast_math,
    )
