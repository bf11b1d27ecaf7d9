"""ONNX nodes as they are written: names, constants, layouts, what is needed."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("onnx", reason="the extra onnx is not installed")

import onnx

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.onnx.contract.emission import (
    WRITING,
    Emitter,
    Model,
    names_read,
    place_of,
    used_nodes,
    writes,
)
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.text.parser import parse_graph


@pytest.fixture
def emitter() -> Emitter:
    return Emitter(Model(18, {}))


def test_names_are_unique(emitter: Emitter) -> None:
    names = [emitter.model.name("a") for _ in range(3)]
    assert names == ["a", "a_1", "a_2"]


def test_equal_small_constants_are_one(emitter: Emitter) -> None:
    one, same = emitter.const([1, 2]), emitter.const([1, 2])
    assert one == same
    assert emitter.const([1, 2], dtypes.int32) != one
    assert emitter.const([[1, 2]]) != one
    assert len(emitter.constants.tensors) == 3
    assert [each.op_type for each in emitter.constants.as_nodes()] == ["Constant"] * 3


def test_nodes_are_added_with_their_attributes(emitter: Emitter) -> None:
    x = emitter.const(np.ones((2, 3)), dtypes.float32)
    turned = emitter.emit("Transpose", [x], perm=[1, 0])
    parts = emitter.emit("Split", [turned, emitter.const([1, 2])], 2, axis=0)
    assert len(parts) == 2
    first, second = emitter.nodes
    assert (first.op_type, list(first.output)) == ("Transpose", [turned])
    assert second.input[0] == turned
    used = used_nodes(emitter.nodes, [turned])
    assert [each.op_type for each in used] == ["Transpose"]
    assert used_nodes(emitter.nodes, ["nobody"]) == []


def test_sizes_are_widened_to_what_they_were(emitter: Emitter) -> None:
    sizes = emitter.emit("Shape", [emitter.const([1])])
    narrow = emitter.narrowed(sizes, dtypes.int32)
    assert narrow != sizes
    assert emitter.widened(narrow) == sizes
    assert emitter.narrowed(sizes, dtypes.int64) == sizes


def test_a_constant_with_the_channels_second(emitter: Emitter) -> None:
    build = GraphBuilder("g")
    array = np.arange(6, dtype=np.float32).reshape(1, 1, 2, 3)
    value = build.constant(array)
    name = emitter.first_of(value)
    (tensor,) = [x for x in emitter.constants.tensors if x.name == name]
    np.testing.assert_array_equal(
        onnx.numpy_helper.to_array(tensor), np.moveaxis(array, -1, 1)
    )
    assert emitter.first_of(value) == name


def test_an_op_without_a_rule_names_node_and_line(emitter: Emitter) -> None:
    graph = parse_graph(
        "graph @g(%x: f32[]) -> (%y) { %y = Mystery(%x) : f32[] at m.py:3:4 }"
    )
    with pytest.raises(UnsupportedOpError, match=r"node 'y' \(Mystery\) at .*m.py"):
        emitter.write(graph, [graph.node("y")])
    assert place_of(graph.node("x")) == "node 'x' (Placeholder)"


def test_an_op_has_one_rule() -> None:
    try:
        writes("_OnlyHere")(lambda out: None)
        with pytest.raises(TypeError, match="two rules for the op _OnlyHere"):
            writes("_OnlyHere")(lambda out: None)
    finally:
        WRITING.pop("_OnlyHere", None)


def test_names_that_subgraphs_read_count() -> None:
    helper = onnx.helper
    inner = helper.make_graph([helper.make_node("Neg", ["a"], ["b"])], "g", [], [])
    node = helper.make_node("If", ["c"], ["d"], then_branch=inner, else_branch=inner)
    assert names_read(node) == {"a", "c"}
