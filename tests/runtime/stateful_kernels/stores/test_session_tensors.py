"""Tensors that a session keeps: copies, handles, and what is not there."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.stores.session_tensors import SessionTensors, tensors_of
from runtime.stateful_kernels.variables import ResourceScope


def test_what_is_kept_is_a_copy() -> None:
    kept, array = SessionTensors(), np.array([1, 2])
    handle = kept.keep(array)
    array[0] = 7
    kept.find(handle)[0] = 8
    assert kept.find(handle).tolist() == [1, 2]


def test_each_handle_is_new_and_deleted_once() -> None:
    kept = SessionTensors()
    handles = [kept.keep(np.array(each)) for each in range(3)]
    assert len(set(handles)) == 3
    kept.delete(handles[1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Failed to delete"):
        kept.delete(handles[1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="is not in the session"):
        kept.find(handles[1])
    kept.forget([*handles[:2], "never"])
    assert kept.find(handles[2]) == 2
    assert kept.keep(np.array(3)) not in handles


def test_a_session_has_one_store() -> None:
    scope = ResourceScope()
    assert tensors_of(scope) is tensors_of(scope)
    assert tensors_of(scope) is not tensors_of(ResourceScope())


def test_a_session_forgets_tensors_that_nothing_can_reach() -> None:
    v1 = tf.compat.v1
    with tf.Graph().as_default(), v1.Session() as session:
        handle = v1.get_session_handle(tf.constant([1, 2]))
        for _ in range(50):
            session.run(handle)
        assert len(session.kept_tensors()._values) <= 12
    with pytest.raises(RuntimeError, match="closed Session"):
        session.kept_tensors()
