"""import_graph_def: names, mapped inputs, functions."""

from __future__ import annotations

import pytest

from graphir.analysis.verifier import verify
from graphir.editing.importing import import_graph_def
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.text.parser import parse_graph

PART = """
graph @p(%in: f32[2]) -> (%out) {
  %w = Const() {value = [1.0, 2.0] : f32[2]}
  %m = Mul(%in, %w) {_class = ["loc:@w"]} ctrl(%w)
  %out = PartitionedCall(%m) {f = @f, Tout = [f32]} : f32[2]
}
func @f(%v: f32[2]) -> (%r) { %r = Neg(%v) }
"""


def graph() -> Graph:
    return parse_graph("graph @g(%x: f32[2], %n: i32[]) -> (%y) { %y = Exp(%x) }")


def test_nodes_get_a_prefix_and_placeholders_become_inputs() -> None:
    into = graph()
    assert import_graph_def(into, parse_graph(PART).as_graph_def()) is None
    verify(into)
    assert [node.name for node in into][3:] == [
        "import/in",
        "import/w",
        "import/m",
        "import/out",
    ]
    assert [value.name for value in into.inputs] == ["x", "n", "import/in"]
    assert into.node("import/m").attrs["_class"] == [b"loc:@import/w"]


def test_a_second_import_has_another_prefix() -> None:
    into = graph()
    import_graph_def(into, parse_graph(PART))
    import_graph_def(into, parse_graph(PART))
    verify(into)
    assert "import_1/out" in into
    assert list(into.functions) == ["f"]


def test_mapped_inputs_are_read_instead() -> None:
    into = graph()
    found = import_graph_def(
        into, parse_graph(PART), {"in:0": into.value("y")}, ["out:0", "m"], name="q"
    )
    verify(into)
    assert found is not None
    value, node = found
    assert isinstance(value, Value)
    assert isinstance(node, Node)
    assert value.name == "q/out"
    assert node.inputs[0] is into.value("y")
    assert "q/in" not in into


def test_without_a_prefix_names_must_be_free() -> None:
    into = graph()
    import_graph_def(into, parse_graph(PART), name="")
    assert "out" in into
    with pytest.raises(InvalidGraphError, match="two nodes named 'in'"):
        import_graph_def(into, parse_graph(PART), name="")


def test_a_mapped_value_must_fit() -> None:
    into = graph()
    with pytest.raises(InvalidGraphError, match=r"input_map\['in'\]: %n is int32"):
        import_graph_def(into, parse_graph(PART), {"in": into.value("n")})
    with pytest.raises(InvalidGraphError, match="no node 'none'"):
        import_graph_def(into, parse_graph(PART), {"none": into.value("n")})
    with pytest.raises(InvalidGraphError, match="not in 'g'"):
        import_graph_def(into, parse_graph(PART), {"in": graph().value("x")})


def test_another_function_of_the_name_is_told() -> None:
    into = graph()
    import_graph_def(into, parse_graph(PART))
    with pytest.raises(InvalidGraphError, match="another function 'f'"):
        import_graph_def(into, parse_graph(PART.replace("Neg", "Exp")))
