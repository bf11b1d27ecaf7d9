"""`--scan`: which nodes are rows, and why."""

from __future__ import annotations

from typing import Any

import pytest

from autograph_tools.output.suspicious import suspicious_ops, suspicious_ops_of_model
from graphir.wire import messages


def graph_def(*ops: str, **functions: tuple[str, ...]) -> Any:
    made = messages.get("GraphDef")()
    for number, op in enumerate(ops):
        made.node.add(name=f"n{number}", op=op)
    for name, inner in functions.items():
        function = made.library.function.add()
        function.signature.name = name
        for number, op in enumerate(inner):
            function.node_def.add(name=f"m{number}", op=op)
    return made


@pytest.mark.parametrize(
    ("op", "told", "grant"),
    [
        ("PyFunc", "calls a Python function", "python"),
        ("WriteFile", "writes files", "files"),
        ("ReadFile", "reads files", "files"),
        ("MadeUp", "is not known here: what it does cannot be said", ""),
    ],
)
def test_each_kind_has_its_reason(op: str, told: str, grant: str) -> None:
    in_graph, in_function = suspicious_ops(graph_def("Add", op, f=(op, "Neg"))).rows
    assert in_graph == ("graph", "n1", op, told, grant)
    assert in_function == ("f", "m0", op, told, grant)


def test_calls_of_functions_by_name_are_known() -> None:
    """In the graph as in functions: what they do has rows of its own."""
    assert suspicious_ops(graph_def("f", "g", f=("g",), g=("Neg",))).rows == ()
    (row,) = suspicious_ops(graph_def("f", f=("ReadFile",))).rows
    assert row[:3] == ("f", "m0", "ReadFile")


def test_an_empty_graph_has_no_rows() -> None:
    assert suspicious_ops(graph_def()).rows == ()


def test_the_saver_of_a_model_is_left_out_by_name() -> None:
    meta = messages.get("MetaGraphDef")()
    meta.graph_def.CopyFrom(graph_def("ReadFile", "SaveV2", "Identity", "WriteFile"))
    meta.graph_def.node[2].input.extend(["n1:0", "^n2"])
    meta.saver_def.save_tensor_name = "n2:0"
    found, own = suspicious_ops_of_model(meta)
    assert [row[1] for row in found.rows] == ["n0", "n3"]
    assert str(own) == "1 op to save and restore its variables"
