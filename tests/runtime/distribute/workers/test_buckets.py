"""Small tensors that travel together."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.distribute.workers.buckets import in_buckets

TENSORS = [
    tf.constant([[1.0, 2.0]]),
    tf.constant([3], tf.int64),
    tf.constant(4.0),
    tf.zeros([0]),
    tf.constant([5.0, 6.0, 7.0]),
]


@pytest.mark.parametrize(("size", "calls"), [(1000, 2), (12, 3), (0, 5)])
def test_results_are_those_of_each_alone(size: int, calls: int) -> None:
    sent: list[Any] = []

    def double(tensor: Any) -> Any:
        sent.append(tensor)
        return tensor * 2

    found = in_buckets(double, TENSORS, size)
    assert [each.numpy().tolist() for each in found] == [
        [[2.0, 4.0]],
        [6],
        8.0,
        [],
        [10.0, 12.0, 14.0],
    ]
    assert [each.shape.as_list() for each in found] == [
        each.shape.as_list() for each in TENSORS
    ]
    assert len(sent) == calls


def test_the_last_tensor_is_in_the_first_bucket() -> None:
    sent: list[Any] = []
    in_buckets(
        lambda t: (sent.append(t.numpy().tolist()), t)[1],
        [tf.constant([1.0]), tf.constant([2.0]), tf.constant([3.0])],
        8,
    )
    assert sent == [[3.0, 2.0], [1.0]]
