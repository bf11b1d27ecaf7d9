"""Index vectors out of range: refused, or left out where the call says so."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

INDICES, UPDATES = [[1], [9], [-1]], [5.0, 6.0, 7.0]


def scatters(policy: str) -> list[Any]:
    start = tf.constant([1.0, 2.0])
    rest = (start, INDICES, UPDATES, policy)
    return [
        tf.scatter_nd(INDICES, UPDATES, [2], policy),
        tf.tensor_scatter_nd_add(*rest),
        tf.tensor_scatter_nd_sub(*rest),
        tf.tensor_scatter_nd_max(*rest),
        tf.tensor_scatter_nd_min(*rest),
    ]


def test_ignored_vectors_change_nothing() -> None:
    found = [each.numpy().tolist() for each in scatters("IGNORE")]
    assert found == [[0, 5], [1, 7], [1, -3], [1, 5], [1, 2]]


def test_ignored_vectors_pick_zero() -> None:
    picked = tf.gather_nd([[1, 2], [3, 4]], INDICES, bad_indices_policy="IGNORE")
    assert picked.numpy().tolist() == [[3, 4], [0, 0], [0, 0]]
    words = tf.gather_nd(["a", "b"], [[1], [2]], bad_indices_policy="IGNORE")
    assert words.numpy().tolist() == [b"b", b""]


@pytest.mark.parametrize("policy", ["", "DEFAULT", "ERROR"])
def test_others_refuse_them(policy: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices\[1\] = \[9\]"):
        scatters(policy)


def test_unknown_policy() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="attribute: LATER"):
        tf.scatter_nd([[0]], [1], [2], "LATER")


def test_gradients_leave_out_the_same() -> None:
    start, updates = tf.constant([1.0, 2.0]), tf.constant(UPDATES)
    with tf.GradientTape() as tape:
        tape.watch([start, updates])
        added = tf.tensor_scatter_nd_add(start, INDICES, updates, "IGNORE")
        picked = tf.gather_nd(added, INDICES, bad_indices_policy="IGNORE")
    d_start, d_updates = tape.gradient(picked, [start, updates])
    assert d_start.numpy().tolist() == [0, 1]
    assert d_updates.numpy().tolist() == [1, 0, 0]
