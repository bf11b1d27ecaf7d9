"""The nodes of a graph that save and restore its variables."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.compat.v1.saving.saver_nodes import V1, V2, SaverSettings, add_saver_nodes


def nodes_of(**settings: Any) -> tuple[Any, dict[str, Any]]:
    with tf.Graph().as_default() as graph:
        variable = tf.compat.v1.Variable([1.0, 2.0], name="v", use_resource=True)
        message = add_saver_nodes({"key": variable}, SaverSettings(**settings), "save")
    return message, {node.name: node for node in graph.as_graph_def().node}


def test_the_message_names_the_nodes() -> None:
    message, nodes = nodes_of(max_to_keep=3)
    assert (message.max_to_keep, message.version, message.sharded) == (3, V2, False)
    assert message.filename_tensor_name == "save/Const:0"
    assert message.save_tensor_name == "save/control_dependency:0"
    assert message.restore_op_name == "save/restore_all"
    assert nodes["save/SaveV2"].op == "SaveV2"
    names = nodes["save/SaveV2/tensor_names"].attr["value"].tensor.string_val
    assert list(names) == [b"key"]
    assert "^save/AssignVariableOp" in nodes["save/restore_all"].input


@pytest.mark.parametrize(
    ("settings", "op"),
    [
        ({"version": V1}, "SaveSlices"),
        ({"is_sharded": True}, "MergeV2Checkpoints"),
        ({"reshapes": True}, "Reshape"),
    ],
)
def test_settings_add_nodes(settings: Any, op: str) -> None:
    plain = {node.op for node in nodes_of()[1].values()}
    assert op not in plain
    assert op in {node.op for node in nodes_of(**settings)[1].values()}
