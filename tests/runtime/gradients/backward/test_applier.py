"""Ops that gradient rules apply: constants where shapes are known, names as users'."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.ops.contract.appliers import AppliedOps
from runtime.gradients.backward.applier import APPLIER, flat_results

OPS = AppliedOps(APPLIER)
X = np.arange(6, dtype=np.float32).reshape(2, 3)


def in_graph(make, shape):
    """What `make` makes of a placeholder, and the graph's nodes by op."""
    with tf.Graph().as_default() as graph:
        found = make(tf.compat.v1.placeholder(tf.float32, shape))
    return found, [each.type for each in graph.get_operations()]


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda x: OPS.Shape(x), [2, 3]),
        (lambda x: OPS.Size(x), 6),
        (lambda x: OPS.Rank(x), 2),
        (lambda x: OPS.Shape(x, out_type=dtypes.int64), [2, 3]),
        (lambda x: OPS.ShapeN([x, x])[1], [2, 3]),
        (lambda x: OPS.ZerosLike(x), np.zeros((2, 3))),
        (lambda x: OPS.OnesLike(x), np.ones((2, 3))),
    ],
)
def test_known_shapes_are_constants(make, expected) -> None:
    found, ops = in_graph(make, [2, 3])
    assert set(ops) <= {"Placeholder", "Const"}
    np.testing.assert_array_equal(found.constant_value()
                                  if hasattr(found, "constant_value") else found,
                                  expected)  # fmt: skip
    np.testing.assert_array_equal(make(tf.constant(X)), expected)


def test_unknown_shapes_are_asked_for() -> None:
    assert in_graph(lambda x: OPS.Shape(x), [None, 3])[1] == ["Placeholder", "Shape"]
    assert in_graph(lambda x: OPS.ZerosLike(x), None)[1] == ["Placeholder", "ZerosLike"]
    assert "Fill" in in_graph(lambda x: OPS.OnesLike(x), None)[1]


def test_a_cast_to_the_same_dtype_is_none() -> None:
    found, ops = in_graph(lambda x: OPS.Cast(x, DstT=dtypes.float32), [2])
    assert ops == ["Placeholder"]
    assert found.op.type == "Placeholder"


def test_products_without_batches_are_products_of_matrices() -> None:
    _, ops = in_graph(lambda x: OPS.BatchMatMulV2(x, x, adj_y=True), [2, 3])
    assert ops == ["Placeholder", "MatMul"]
    _, ops = in_graph(lambda x: OPS.BatchMatMulV2(x, x, adj_y=True), [4, 2, 3])
    assert ops == ["Placeholder", "BatchMatMulV2"]
    found = OPS.BatchMatMulV2(tf.constant(X), tf.constant(X), adj_y=True)
    np.testing.assert_array_equal(found, X @ X.T)


def test_results_are_flat() -> None:
    one, two = tf.constant(1), tf.constant(2)
    assert flat_results(one) == (one,)
    found = flat_results([one, [two, one]])
    assert [int(each) for each in found] == [1, 2, 1]
    assert flat_results(None) == ()
    values, places = OPS.Unique(tf.constant([5, 5, 7]))
    assert (values.numpy().tolist(), places.numpy().tolist()) == ([5, 7], [0, 0, 1])
