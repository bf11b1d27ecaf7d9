"""Names in the message of a function: normalized, and numbered where they collide."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.function import Function
from graphir.graph import Graph
from graphir.shapes import SCALAR
from graphir.wire.function_names import FunctionNames
from graphir.wire.graphdef import to_graph_def
from graphir.wire.text import parse_text


def written_function(graph: Graph) -> Any:
    return to_graph_def(graph).library.function[0]


def test_names_of_a_traced_body_are_normalized() -> None:
    graph, body = Graph("g"), Graph("body")
    body.functions = graph.functions
    x = body.add_input("cond/Identity_1/x", dtypes.int32, SCALAR)
    attrs = {"T": dtypes.int32}
    types = [(dtypes.int32, SCALAR)]
    node = body.add_node("Identity", [x], attrs, types, "cond/Identity")
    body.outputs = [node.output]
    graph.functions.add(Function("body", body, ["cond/Identity"]))
    expected = parse_text(
        "FunctionDef",
        """
        signature {
          name: "body"
          input_arg { name: "cond_identity_1_x" type: DT_INT32 }
          output_arg { name: "cond_identity" type: DT_INT32 }
        }
        arg_attr { key: 0 value { attr { key: "_output_shapes" value { list {
          shape { } } } } } }
        node_def { name: "cond/Identity" op: "Identity" input: "cond_identity_1_x"
          attr { key: "T" value { type: DT_INT32 } } }
        ret { key: "cond_identity" value: "cond/Identity:output:0" }
        """,
    )
    assert written_function(graph) == expected


def test_names_that_collide_get_numbers() -> None:
    body = Graph("body")
    x = body.add_input("X", dtypes.int32, SCALAR)
    body.add_input("/x", dtypes.int32, SCALAR)
    node = body.add_named_node("x_0", "NoOp", {}, ())
    body.outputs = [x, x]
    names = FunctionNames(Function("f", body, ["Y", "y"]))
    assert (names.inputs, names.outputs) == (["x", "x_0"], ["y", "y_0"])
    assert names.nodes[node] == "x_0_0"
