"""Functions as messages."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.function import Function
from graphir.graph import Graph
from graphir.shapes import SCALAR, Shape
from graphir.wire.graphdef import from_graph_def, to_graph_def
from tests.graphir.wire.graph_texts import CALL, graph_def


def written_function(graph: Graph) -> Any:
    return to_graph_def(graph).library.function[0]


def test_function_is_written_as_read() -> None:
    message = graph_def(CALL)
    written = to_graph_def(from_graph_def(message)).library.function[0]
    ours = message.library.function[0]
    for field in ("signature", "attr", "arg_attr", "ret", "control_ret"):
        assert getattr(written, field) == getattr(ours, field)
    for theirs, node in zip(written.node_def, ours.node_def):
        assert (theirs.name, list(theirs.input)) == (node.name, list(node.input))


def test_stateless_function_is_not_marked() -> None:
    graph, body = Graph("g"), Graph("body")
    body.outputs = [body.add_input("x", dtypes.int32, SCALAR)]
    graph.functions.add(Function("f", body, ["y"]))
    assert not written_function(graph).signature.is_stateful


def test_handle_data_of_an_argument_survives() -> None:
    message = graph_def(CALL)
    arg = message.library.function[0].signature.input_arg[1]
    arg.handle_data.add(dtype=1).shape.dim.add(size=-1)
    graph = from_graph_def(message)
    value = graph.functions["add"].body.inputs[1]
    assert value.handle_data == ((dtypes.float32, Shape([None])),)
    assert written_function(graph).signature.input_arg[1] == arg


def test_resource_argument_is_written_without_a_shape() -> None:
    graph, body = Graph("g"), Graph("body")
    body.add_input("v", dtypes.resource, SCALAR)
    graph.functions.add(Function("f", body, []))
    assert not written_function(graph).arg_attr


def test_outputs_of_an_unknown_op_keep_their_names() -> None:
    text = CALL.replace('op: "Pack"', 'op: "Mystery"').replace(
        "pair:output:0", "pair:strange:3"
    )
    written = written_function(from_graph_def(graph_def(text)))
    assert written.node_def[0].input[1] == "pair:strange:3"
