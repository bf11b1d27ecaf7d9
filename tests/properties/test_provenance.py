"""Random graphs: every rewrite keeps the lines of source."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from graphir.graph import Graph
from graphir.node import Node
from graphir.origin import Frame, Origin
from graphir.passes.optimizer import default_pipeline
from tests.strategies import graphs


def lines(node: Node) -> set[int]:
    assert node.origin is not None, f"%{node.name} = {node.op} comes from nowhere"
    return {frames[0].line for frames in node.origin.sources}


def with_origins(graph: Graph) -> dict[str, int]:
    """Gives each node a line of its own; name -> line."""
    given = {value.node for value in graph.inputs}
    found = {}
    for number, node in enumerate(graph, 1):
        node.origin = None
        if node not in given:
            node.origin = Origin.from_frames([Frame("m.py", number)])
            found[node.name] = number
    return found


@given(graphs(), st.sampled_from(["exact", "fast"]))
def test_every_node_lists_lines_and_every_result_its_own(
    graph: Graph, numerics: str
) -> None:
    """What gives a result comes also from the line that the result came from."""
    numbers = with_origins(graph)
    results = [value.node.name for value in graph.outputs]
    default_pipeline({"numerics": numerics}).run_with_report(graph)

    given = {value.node for value in graph.inputs}
    for node in graph:
        if node not in given:
            assert lines(node) <= set(numbers.values())
    for name, value in zip(results, graph.outputs, strict=True):
        if value.node not in given:
            assert numbers.get(name, next(iter(lines(value.node)))) in lines(value.node)
