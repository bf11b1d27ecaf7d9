"""Nodes that are written together."""

from __future__ import annotations

import graphir
from graphir.analysis.order import predecessors
from graphir.editing.dataflow.batches import batches_by_need
from graphir.node import Node
from tests.graphir.editing.dataflow.test_scopes import X, run


def batches(text: str) -> list[list[str]]:
    """The batches of a graph whose Neg are of one key, and whose Exp of another."""
    graph = graphir.parse_graph(text)

    def key(node: Node) -> str | None:
        return node.op if node.op in ("Neg", "Exp") else None

    found = batches_by_need(graph.nodes, lambda x: list(predecessors(x)), key)
    return [[node.name for node in batch] for batch in found]


def test_nodes_that_need_one_another_are_apart() -> None:
    text = """graph @g(%x: f32[]) -> (%c) {
      %a = Neg(%x)
      %b = Neg(%x)
      %sum = AddV2(%a, %b)
      %c = Neg(%sum)
    }"""
    assert batches(text) == [["a", "b"], ["c"]]


def test_batches_do_not_need_one_another() -> None:
    text = """graph @g(%x: f32[]) -> (%b1, %a2) {
      %a1 = Neg(%x)
      %b1 = Exp(%a1)
      %b2 = Exp(%x)
      %a2 = Neg(%b2)
    }"""
    found = batches(text)
    assert sorted(name for batch in found for name in batch) == ["a1", "a2", "b1", "b2"]
    place = {name: index for index, batch in enumerate(found) for name in batch}
    assert place["a1"] < place["b1"]
    assert place["b2"] < place["a2"]
    assert len(found) == 3


def test_branches_with_two_results_in_one_another_stay_few() -> None:
    depth = 12
    lines = ["%p0 = Identity(%p)", "%x0 = Identity(%x)", "%y0 = Identity(%y)"]
    for i in range(depth):
        lines += [f"%q{i} = Switch(%p{i}, %p{i})", f"%p{i + 1} = Identity(%q{i}:1)"]
        for name in "xy":
            lines += [
                f"%s{name}{i} = Switch(%{name}{i}, %p{i})",
                f"%{name}{i + 1} = Neg(%s{name}{i}:1)",
            ]
    inner = {name: f"%{name}{depth}" for name in "xy"}
    for i in reversed(range(depth)):
        for name in "xy":
            lines.append(f"%m{name}{i} = Merge(%s{name}{i}, {inner[name]})")
            inner[name] = f"%m{name}{i}"
    body = "\n".join(lines)
    graph = graphir.parse_graph(
        f"graph @g(%p: bool[], %x: f32[2], %y: f32[2]) -> (%mx0, %my0) {{ {body} }}"
    )
    made = graphir.functional_control_flow(graph)
    assert len(made.functions) == 2 * depth
    for given in (True, False):
        args = [given, X, X + 1]
        for found, expected in zip(run(made, args), run(graph, args), strict=True):
            assert found.tolist() == expected.tolist()


def test_branches_one_after_the_other_stay_apart() -> None:
    graph = graphir.parse_graph(
        """graph @g(%p: bool[], %x: f32[2]) -> (%c, %d) {
             %s = Switch(%x, %p)
             %n = Neg(%s)
             %a = Merge(%n, %s:1)
             %n1 = Exp(%s:1)
             %b = Merge(%s, %n1)
             %sum = AddV2(%a, %b)
             %t = Switch(%sum, %p)
             %m = Neg(%t:1)
             %c = Merge(%t, %m)
             %d = Merge(%n, %m)
           }"""
    )
    made = graphir.functional_control_flow(graph)
    assert [node.op for node in made if "If" in node.op] == ["StatelessIf"] * 2
    for given in (True, False):
        for found, expected in zip(
            run(made, [given, X]), run(graph, [given, X]), strict=True
        ):
            assert found.tolist() == expected.tolist()
