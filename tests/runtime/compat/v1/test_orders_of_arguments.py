"""The orders of arguments of TensorFlow 1, also in the namespaces of functions."""

from __future__ import annotations

import inspect

import pytest

import runtime as tf

v1 = tf.compat.v1


@pytest.mark.parametrize(
    ("name", "order"),
    [
        ("nn.in_top_k", "predictions targets k name"),
        ("math.in_top_k", "predictions targets k name"),
        ("nn.depth_to_space", "input block_size name data_format"),
        ("nn.space_to_depth", "input block_size name data_format"),
        ("nn.space_to_batch", "input paddings block_size name block_shape"),
        ("io.parse_example", "serialized features name example_names"),
        ("io.parse_single_example", "serialized features name example_names"),
        ("io.serialize_sparse", "sp_input name out_type"),
        ("io.serialize_many_sparse", "sp_input name out_type"),
        ("VariableScope", "reuse name initializer"),
    ],
)
def test_arguments_have_the_order_of_version_1(name: str, order: str) -> None:
    found = v1
    for part in name.split("."):
        found = getattr(found, part)
    names = list(inspect.signature(found).parameters)
    wanted = order.split()
    assert names[: len(wanted)] == wanted


def test_predictions_come_first() -> None:
    assert v1.nn.in_top_k([[0.1, 0.9]], [1], 1).numpy().tolist() == [True]


def test_sparse_tensor_of_a_graph_is_evaluated_by_a_session() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        fed = v1.placeholder(tf.string, [1])
        parts = v1.string_split(fed)
        found = parts.eval({fed: ["a b"]}, session)
        assert found.values.tolist() == [b"a", b"b"]
        assert parts.eval({fed: ["c"]}).values.tolist() == [b"c"]
    with tf.Graph().as_default(), pytest.raises(ValueError, match="default session"):
        tf.sparse.eye(2).eval()


def test_second_derivatives_by_a_variable() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=[1.0, 2.0])
        found = tf.hessians(tf.reduce_sum(w**3), w)[0]
        session.run(w.initializer)
        assert found.shape == [2, 2]
        assert session.run(found).tolist() == [[6, 0], [0, 12]]


@pytest.mark.parametrize("reduce", ["sparse_reduce_sum", "sparse_reduce_max"])
def test_sparse_tensor_of_unknown_rank_is_reduced_whole(reduce: str) -> None:
    value = v1.SparseTensorValue([[0, 0], [1, 2]], [1.0, 2.0], [2, 3])
    with tf.Graph().as_default(), v1.Session() as session:
        fed = v1.sparse_placeholder(tf.float32)
        found = session.run(getattr(v1, reduce)(fed), {fed: value})
    assert found == (3 if reduce == "sparse_reduce_sum" else 2)
