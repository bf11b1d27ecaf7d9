"""What users keep with a graph, and graphs that are complete."""

from __future__ import annotations

import pytest

import runtime as tf


def test_collections_keep_values_by_name() -> None:
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant(1.0, name="a")
    graph.add_to_collection("losses", a)
    graph.add_to_collections(["losses", "others"], 3)
    assert graph.get_collection("losses") == [a, 3]
    assert graph.get_collection("losses", scope="a") == [a]
    assert graph.get_collection("missing") == []
    graph.get_collection_ref("more").append(5)
    assert graph.get_all_collection_keys() == ["losses", "others", "more"]
    graph.clear_collection("losses")
    assert graph.collections == ["others", "more"]


def test_list_of_a_collection_is_a_copy() -> None:
    graph = tf.Graph()
    graph.add_to_collection("losses", 1)
    graph.get_collection("losses").append(2)
    assert graph.get_collection("losses") == [1]


def test_finalized_graph_refuses_operations_of_every_kind() -> None:
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant(1.0)
        graph.finalize()
        assert graph.finalized
        for add in (
            lambda: tf.constant(2.0),
            lambda: a + a,
            lambda: tf.compat.v1.placeholder(tf.float32),
            lambda: graph.add_to_collection("losses", a),
            lambda: graph.create_op("Neg", [a], [tf.float32]),
        ):
            with pytest.raises(RuntimeError, match="Graph is finalized and cannot"):
                add()
    assert len(graph.operations) == graph.version == 1


def test_graphs_of_functions_are_not_finalized() -> None:
    concrete = tf.function(lambda x: x + 1).get_concrete_function(tf.constant(1))
    assert not concrete.graph.finalized


def test_blocks_of_a_graph_hold_where_another_graph_is_current() -> None:
    graph = tf.Graph()
    with graph.as_default():
        a = tf.constant(1.0, name="a")
        with graph.name_scope("outer") as scope, graph.device("/cpu:0"):
            assert (scope, graph.get_name_scope()) == ("outer/", "outer")
            b = tf.constant(2.0, name="b")
    assert (b.name, b.device) == ("outer/b:0", "/device:CPU:0")
    with graph.control_dependencies([a]):
        negative = graph.create_op("Neg", [b], [tf.float32], name="negative")
    assert [each.name for each in negative.control_inputs] == ["a"]
    assert negative.values()[0].shape == []
