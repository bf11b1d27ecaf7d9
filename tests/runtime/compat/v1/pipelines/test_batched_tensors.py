"""What a queue collects to batches: structures, shapes and elements left out."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.compat.v1.pipelines.batched_tensors import Batching, batched
from runtime.queues.queues import FIFOQueue

v1 = tf.compat.v1


def _batched(several, **settings):
    how = {
        "batch_size": 2,
        "capacity": 8,
        "enqueue_many": True,
        "shapes": None,
        "allow_smaller_final_batch": True,
        "keep_input": True,
        "name": None,
        **settings,
    }
    return batched(
        several,
        lambda types, shapes: FIFOQueue(how["capacity"], types, shapes),
        Batching(**how),
        "batch",
    )


def _first(make):
    with tf.Graph().as_default():
        found = make()
        with v1.Session() as session:
            coordinator = v1.train.Coordinator()
            threads = v1.train.start_queue_runners(session, coordinator)
            value = session.run(found)
            coordinator.request_stop()
            coordinator.join(threads, stop_grace_period_secs=60)
            return value


def test_names_come_out_as_they_went_in():
    found = _first(lambda: _batched([{"a": [1, 2], "b": [0.5, 1.5]}]))
    assert list(found) == ["a", "b"]
    np.testing.assert_array_equal(found["a"], [1, 2])
    np.testing.assert_array_equal(found["b"], [0.5, 1.5])


def test_elements_that_are_not_kept_never_reach_the_queue():
    kept = tf.constant
    found = _first(
        lambda: _batched([[[1, 2, 3]]], keep_input=kept([True, False, True]))
    )
    np.testing.assert_array_equal(found, [1, 3])


def test_a_shape_is_what_all_lists_have_in_common():
    with tf.Graph().as_default():
        rows = [[tf.zeros([2, 3, 4])], [tf.zeros([5, 3, 6])]]
        with pytest.raises(ValueError, match="fully defined"):
            _batched(rows)
        assert _batched(rows[:1], batch_size=7).shape.as_list()[1:] == [3, 4]


def test_nothing_to_batch_is_an_error():
    with tf.Graph().as_default():
        with pytest.raises(ValueError, match="at least one set"):
            _batched([])
        with pytest.raises(ValueError, match="at least one tensor"):
            _batched([[]])
        with pytest.raises(ValueError, match="rank"):
            _batched([[v1.placeholder(tf.int32)]], enqueue_many=False)
    with pytest.raises(RuntimeError):
        _batched([[[1]]])


def test_a_summary_tells_how_full_the_queue_is():
    with tf.Graph().as_default() as graph:
        _batched([[[1, 2]]], least=3)
        names = [each.name for each in graph.get_operations()]
    assert any("fraction_over_3_of_5_full" in each for each in names)
