"""Statistics of a graph: op counts, depth, critical path, costs, memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from graphir.analysis.costs import Cost, CostModel, constant_bytes, value_bytes
from graphir.analysis.order import leads_back, predecessors, topological_order
from graphir.attachments import Attached
from graphir.graph import Graph
from graphir.node import Node, Value

_TO_HTML: Attached[str] = Attached("page of statistics")


@dataclass(frozen=True)
class GraphStatistics:
    """Statistics of a graph; functions are counted separately.

    Costs are estimates from the shapes: a size that is not known counts as one, so
    they are too low where ``unknown_shapes`` is not 0.
    """

    nodes: int
    ops: dict[str, int]
    """Nodes of each op, the most frequent first."""
    depth: int
    """Nodes on the longest path."""
    constant_bytes: int
    functions: int
    function_nodes: int
    function_ops: dict[str, int]
    flops: int = 0
    """Operations on numbers of one run; functions that are called count."""
    bytes_read: int = 0
    """By the nodes of the graph itself."""
    bytes_written: int = 0
    peak_bytes: int = 0
    """The most that values need at one time, if nodes run in their order and a value
    is dropped after its last use. Constants and what is returned count to the end."""
    critical_path: list[str] = field(default_factory=list, repr=False)
    """The nodes of the path that costs most, from first to last."""
    unknown_shapes: int = 0
    """Values of which some size is not known."""

    def as_data(self) -> dict[str, Any]:
        """The fields as a dictionary, for JSON."""
        return asdict(self)

    def _repr_html_(self) -> str:
        return _TO_HTML(self)


def stats(graph: Graph) -> GraphStatistics:
    """Counts nodes and ops, and estimates the cost of a run.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph("graph @g(%x: f32[8]) -> (%y) { %y = Neg(%x) : f32[8] }")
    >>> found = stats(graph)
    >>> found.ops, found.depth, found.flops, found.peak_bytes
    ({'Neg': 1, 'Placeholder': 1}, 2, 8, 64)

    Raises:
      InvalidGraphError: for a graph with a cycle.
    """
    bodies = [function.body for function in graph.functions.values()]
    order = topological_order(graph)
    model = CostModel(graph)
    costs = {node: model.of(node) for node in order}
    total = sum(costs.values(), Cost())
    values = [value for node in order for value in node.outputs]
    return GraphStatistics(
        nodes=len(graph),
        ops=count_ops(graph),
        depth=max(depth_of_nodes(graph).values(), default=0),
        constant_bytes=sum(map(constant_bytes, graph)),
        functions=len(bodies),
        function_nodes=sum(map(len, bodies)),
        function_ops=_counted(node.op for body in bodies for node in body),
        flops=total.flops,
        bytes_read=total.bytes_read,
        bytes_written=total.bytes_written,
        peak_bytes=peak_bytes(graph),
        critical_path=[node.name for node in critical_path(graph)],
        unknown_shapes=sum(not value.shape.is_fully_defined() for value in values),
    )


def count_ops(graph: Graph) -> dict[str, int]:
    """The number of nodes of each op; the most frequent first, then by name."""
    return _counted(node.op for node in graph)


def _counted(ops: Iterable[str]) -> dict[str, int]:
    counts = Counter(ops)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def depth_of_nodes(graph: Graph) -> dict[Node, int]:
    """For each node the number of nodes on the longest path that ends there."""
    depths: dict[Node, int] = {}
    for node in topological_order(graph):
        # the edge that closes a loop does not lengthen a path
        before = (depths[each] for each in predecessors(node) if not leads_back(each))
        depths[node] = 1 + max(before, default=0)
    return depths


def critical_path(graph: Graph) -> list[Node]:
    """The nodes of the most expensive path, from first to last.

    The cost of a node is the number of its operations plus the bytes it reads and
    writes, at least one. The path bounds the time of a run on any number of processors.
    """
    model = CostModel(graph)
    best: dict[Node, int] = {}
    before: dict[Node, Node | None] = {}
    for node in topological_order(graph):
        sources = [each for each in predecessors(node) if not leads_back(each)]
        dearest = max(sources, key=best.__getitem__, default=None)
        cost = model.of(node)
        own = max(1, cost.flops + cost.bytes_read + cost.bytes_written)
        best[node] = own + (0 if dearest is None else best[dearest])
        before[node] = dearest
    path: list[Node] = []
    last = max(best, key=best.__getitem__, default=None)
    while last is not None:
        path.append(last)
        last = before[last]
    return path[::-1]


def peak_bytes(graph: Graph) -> int:
    """The most bytes of values that are alive at one time, in topological order."""
    order = topological_order(graph)
    position = {node: index for index, node in enumerate(order)}
    kept = set(graph.outputs) | set(graph.inputs)
    ending: dict[int, list[Value]] = {}
    alive = peak = 0
    for index, node in enumerate(order):
        for value in node.outputs:
            alive += value_bytes(value)
            if value not in kept and node.op != "Const":
                last = max((position[use.node] for use in value.uses), default=index)
                ending.setdefault(max(last, index), []).append(value)
        peak = max(peak, alive)
        alive -= sum(map(value_bytes, ending.pop(index, ())))
    return peak
