"""Totals that metrics are made of."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.compat.v1.metrics.totals import (
    as_bools,
    float_total,
    kept,
    of_one_rank,
    pair_of,
    quotient,
    require_graph,
    safe_quotient,
    shaped_like,
    spread,
    true_total,
)

V1 = tf.compat.v1


def shapes(*values: Any) -> list[Any]:
    return [None if each is None else each.shape.as_list() for each in values]


@pytest.mark.parametrize(
    ("given", "wanted", "weights", "expected"),
    [
        ([[1], [2]], [1, 2], None, [[2], [2], None]),
        ([1, 2], [[1], [2]], [1.0, 1.0], [[2], [2], [2]]),
        ([1, 2], [1, 2], [[1.0], [1.0]], [[2], [2], [2]]),
        ([[1, 2]], [[1, 2]], [1.0], [[1, 2], [1, 2], [1, 1]]),
        ([1, 2], None, 2.0, [[2], None, []]),
    ],
)
def test_ranks_are_brought_together(
    given: Any, wanted: Any, weights: Any, expected: Any
) -> None:
    assert shapes(*map(as_tensor, of_one_rank(given, wanted, weights))) == expected


def as_tensor(value: Any) -> Any:
    return None if value is None else tf.convert_to_tensor(value)


def test_other_shapes_do_not_fit() -> None:
    with pytest.raises(ValueError, match="incompatible"):
        of_one_rank([1, 2], [1, 2, 3])


@pytest.mark.parametrize(
    ("part", "whole", "plain", "safe"),
    [(3.0, 2.0, 1.5, 1.5), (3.0, 0.0, 0.0, 0.0), (3.0, -2.0, -1.5, 0.0)],
)
def test_quotients(part: float, whole: float, plain: float, safe: float) -> None:
    pair = tf.constant(part), tf.constant(whole)
    assert (float(quotient(*pair)), float(safe_quotient(*pair))) == (plain, safe)


def test_weights_count() -> None:
    values = tf.constant([True, False, True])
    assert float(true_total(values, None)) == 2.0
    assert float(true_total(values, [0.5, 9.0, 0.25])) == 0.75
    assert spread(2, values).numpy().tolist() == [2.0, 2.0, 2.0]
    assert [each.numpy().tolist() for each in as_bools([0, 2], [1.0])] == [
        [False, True],
        [True],
    ]
    assert shaped_like([[1], [2]], [[0, 0], [0, 0]]).numpy().tolist() == [
        [1, 1],
        [2, 2],
    ]


def test_a_metric_is_its_value_and_its_update() -> None:
    with tf.Graph().as_default() as graph, V1.Session() as session:
        total, count = float_total("total"), float_total("count")
        value, update = pair_of(
            (total, count), (3.0, 2.0), lambda t, c: quotient(t, c), "kept", None
        )
        assert graph.get_collection("kept") == [value]
        names = graph.get_collection(V1.GraphKeys.METRIC_VARIABLES)
        assert [each.name for each in names] == ["total:0", "count:0"]
        session.run(V1.local_variables_initializer())
        assert session.run(value) == 0.0
        assert [float(session.run(update)) for _ in range(2)] == [1.5, 1.5]
        assert session.run(value) == 1.5


def test_metrics_need_a_graph() -> None:
    with pytest.raises(RuntimeError, match="tf.metrics.mean is not supported when eag"):
        require_graph("mean")
    with tf.Graph().as_default():
        require_graph("mean")
        assert kept(3, None) == 3
