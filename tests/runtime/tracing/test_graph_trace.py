"""A trace in progress: names, nodes, control inputs."""

from __future__ import annotations

import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.tracing.graph_trace import GraphTrace, current_trace


def test_a_trace_is_current_while_it_records() -> None:
    trace = GraphTrace("g")
    assert current_trace() is None
    with trace.recording() as entered:
        assert entered is trace
        assert current_trace() is trace
        total = tf.constant([1, 2]) + 3
    assert current_trace() is None
    assert total.graph_trace is trace
    assert [each.op for each in trace.graph] == ["Const", "Const", "AddV2"]


def test_names_are_unique_within_scopes() -> None:
    trace = GraphTrace("g", scope="layer/")
    x = trace.placeholder("x", dtypes.float32, Shape([2]))
    with trace.recording():
        first, second = -x, -x
    assert x.name == "layer/x:0"
    assert [first.name, second.name] == ["layer/Neg:0", "layer/Neg_1:0"]
    assert trace.unique_scope("inner") == "layer/inner/"
    assert trace.unique_scope("inner/") == "inner/"
    assert trace.node_name("exact/") == "exact"


def test_one_tensor_for_a_value() -> None:
    trace = GraphTrace("g")
    x = trace.placeholder("x", dtypes.float32, Shape([2]), "given")
    assert trace.tensor_of(x.value) is x
    assert x.value.node.attrs["_user_specified_name"] == b"given"
    assert trace.graph.inputs == [x.value]


def test_refusals_name_the_node_and_the_shapes() -> None:
    trace = GraphTrace("g")
    x = trace.placeholder("x", dtypes.float32, Shape([2]))
    y = trace.placeholder("y", dtypes.float32, Shape([3]))
    text = r"for '{{node bad}} = AddV2\(x, y\)' with input shapes: \[2\], \[3\]"
    with trace.recording(), pytest.raises(ValueError, match=text):
        tf.raw_ops.AddV2(x=x, y=y, name="bad")


def test_control_inputs_follow_from_data_where_they_can() -> None:
    trace = GraphTrace("g")
    x = trace.placeholder("x", dtypes.float32, Shape([]))
    with trace.recording(), tf.control_dependencies([x]):
        reads = -x
        waits = tf.constant(1.0)
        after = -waits
    assert reads.value.node.control_inputs == ()
    assert waits.value.node.control_inputs == (x.value.node,)
    assert after.value.node.control_inputs == ()
    with pytest.raises(TypeError, match="Control inputs must be Operations or Tensors"):
        trace.node_of("x")


def test_a_final_graph_takes_nothing_more() -> None:
    trace = GraphTrace("g")
    trace.is_final = True
    with trace.recording(), pytest.raises(RuntimeError, match="finalized"):
        tf.constant(1)


def test_a_branch_shares_the_functions_of_the_graph_around() -> None:
    outer = GraphTrace("g")
    assert GraphTrace("b", outer, is_branch=True).graph.functions is (
        outer.graph.functions
    )
    assert GraphTrace("f", outer).graph.functions is not outer.graph.functions
