"""Groups of nodes grow, as long as no group would wait for itself."""

from __future__ import annotations

from graphir.node import Node
from graphir.text.parser import parse_graph
from runtime.native.selection.growing import Groups

GRAPH = parse_graph(
    "graph @g(%x: f32[]) -> (%d) {\n"
    "  %a = Neg(%x)\n  %b = Exp(%a)\n  %c = Abs(%b)\n  %d = AddV2(%a, %c)\n}"
)


def sources(node: Node) -> list[Node]:
    return [value.node for value in node.inputs]


def test_a_path_through_another_node_may_not_come_back() -> None:
    a, b, c, d = (GRAPH.node(each) for each in "abcd")
    groups = Groups()
    first = groups.start(a, sources(a))
    groups.leave_out(b, sources(b))
    assert not groups.can_join(sources(c), first)
    second = groups.start(c, sources(c))
    assert not groups.can_merge(first, second)
    assert not groups.can_join(sources(d), first)
    assert groups.can_join(sources(d), second)
    groups.join(d, sources(d), second)
    assert groups.members == {first: [a], second: [c, d]}
    assert groups.of == {a: first, c: second, d: second}


def test_groups_without_a_path_between_them_merge() -> None:
    a, b, c, d = (GRAPH.node(each) for each in "abcd")
    groups = Groups()
    first = groups.start(a, sources(a))
    assert groups.can_join(sources(b), first)
    groups.join(b, sources(b), first)
    second = groups.start(c, ())
    assert groups.can_merge(first, second)
    groups.leave_out(d, [c])
    groups.merge(first, second)
    assert groups.members == {first: [a, b, c]}
    assert groups.of[c] == first
    assert not groups.can_join([d], first)
