"""References of TensorFlow 1 are read by the ops that take their values."""

from __future__ import annotations

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.executor import compile_graph
from runtime.executor.planning.references import has_references, with_reads


def test_graphs_with_references() -> None:
    plain = parse_graph("graph @g(%x: f32[]) -> (%y) { %y = Neg(%x) }")
    assert not has_references(plain)
    assert has_references(graph_of_a_variable()[0])


def graph_of_a_variable():
    graph = tf.Graph()
    with graph.as_default():
        ref = tf.raw_ops.VariableV2(
            shape=[], dtype=tf.float32, container="", shared_name="", name="v"
        )
        first = tf.raw_ops.Assign(ref=ref, value=tf.constant(2.0), name="first")
        with tf.control_dependencies([first]):
            total = tf.raw_ops.Neg(x=ref, name="negated")
    return graph.ir, ref.value, total.value


def test_a_reader_gets_a_read_of_its_own_and_the_graph_stays() -> None:
    graph, _, total = graph_of_a_variable()
    before = str(graph)
    copy, inputs, (wanted,), _ = with_reads(graph, [], [total], [])
    assert str(graph) == before
    read = copy.node("negated").inputs[0]
    assert read.node.op == "_ReadReference"
    assert not read.dtype.is_ref
    assert [each.name for each in read.node.control_inputs] == ["first"]
    assert copy.node("first").inputs[0].dtype.is_ref
    assert inputs == []
    assert wanted.node is copy.node("negated")


def test_a_reference_that_is_fetched_is_read() -> None:
    graph, ref, _ = graph_of_a_variable()
    _, _, (wanted,), _ = with_reads(graph, [], [ref], [])
    assert wanted.node.op == "_ReadReference"
    _, (fed,), (same,), _ = with_reads(graph, [ref], [ref], [])
    assert same is fed


def test_values_are_those_of_the_moment() -> None:
    graph, _, total = graph_of_a_variable()
    program = compile_graph(graph, [], [total])
    assert program() == (-2,)
