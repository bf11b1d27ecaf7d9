"""Ops of graphs: present, missing, unknown, and calls that are no ops."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.targets.ops_used import ops_used
from autograph_tools.targets.programs_read import UnreadableError
from autograph_tools.targets.states import PRESENT
from graphir.wire import messages


def graph_file(tmp_path: Path, *ops: str, inner: tuple[str, ...] = ()) -> Path:
    made = messages.get("GraphDef")()
    for number, op in enumerate(ops):
        made.node.add(name=f"n{number}", op=op)
    if inner:
        function = made.library.function.add()
        function.signature.name = "f"
        for number, op in enumerate(inner):
            function.node_def.add(name=f"m{number}", op=op)
    path = tmp_path / "given.pb"
    path.write_bytes(made.SerializeToString())
    return path


def test_each_op_is_told_once_with_its_first_node(tmp_path: Path) -> None:
    path = graph_file(tmp_path, "Placeholder", "Neg", "Neg", inner=("MadeUp", "Neg"))
    found = {each.name: (each.line, each.state) for each in ops_used(path)}
    assert list(found) == ["Placeholder", "Neg", "MadeUp"]
    assert found["Neg"] == (2, PRESENT)
    assert found["MadeUp"][1].endswith("unknown op")


def test_a_function_of_the_graph_is_no_unknown_op(tmp_path: Path) -> None:
    path = graph_file(tmp_path, "f", "Neg", inner=("f", "Exp"))
    assert [each.name for each in ops_used(path)] == ["Neg", "Exp"]


def test_what_is_no_graph_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "bad.pb"
    path.write_bytes(b"\xff" * 20)
    with pytest.raises(UnreadableError, match="no graph"):
        list(ops_used(path))
