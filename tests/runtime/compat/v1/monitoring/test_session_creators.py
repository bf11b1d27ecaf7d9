"""Creators of sessions: a worker waits, a class of the program's own makes one."""

from __future__ import annotations

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_a_worker_starts_where_all_is_ready() -> None:
    with tf.Graph().as_default():
        x = tf.constant(3)
        creator = v1.train.WorkerSessionCreator(max_wait_secs=0)
        with v1.train.MonitoredSession(creator) as session:
            assert session.run(x) == 3


def test_a_worker_waits_for_the_chief() -> None:
    with tf.Graph().as_default():
        v1.get_variable("v", initializer=1.0)
        with pytest.raises(tf.errors.DeadlineExceededError):
            v1.train.WorkerSessionCreator(max_wait_secs=0).create_session()


def test_programs_make_their_own() -> None:
    class Own(v1.train.SessionCreator):
        def create_session(self) -> v1.Session:
            return v1.Session()

    with tf.Graph().as_default():
        x = tf.constant(3)
        with v1.train.MonitoredSession(Own()) as session:
            assert session.run(x) == 3
    with pytest.raises(TypeError, match="abstract"):
        v1.train.SessionCreator()
