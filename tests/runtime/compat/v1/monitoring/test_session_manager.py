"""Managers of sessions: variables restored, initialized, or waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_variables_are_restored_where_there_is_a_checkpoint(tmp_path: Path) -> None:
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=1.0)
        saver = v1.train.Saver()
        ready = v1.report_uninitialized_variables()
        manager = v1.train.SessionManager(ready_op=ready)
        session, is_restored = manager.recover_session("", saver, str(tmp_path))
        assert not is_restored
        init = v1.global_variables_initializer()
        session = manager.prepare_session("", init, saver, str(tmp_path))
        session.run(v1.assign(v, 5.0))
        saver.save(session, str(tmp_path / "model"))
        again, is_restored = manager.recover_session("", saver, str(tmp_path))
        assert is_restored
        assert again.run(v) == 5.0
        path = str(tmp_path / "model")
        given = manager.prepare_session(
            "", init, saver, checkpoint_filename_with_path=path
        )
        assert given.run(v) == 5.0
        with pytest.raises(ValueError, match="both checkpoint_dir and"):
            manager.recover_session("", saver, str(tmp_path), path)


def test_without_anything_to_initialize_with_it_fails() -> None:
    with tf.Graph().as_default():
        v1.get_variable("v", initializer=1.0)
        with pytest.raises(RuntimeError, match="no init_op or init_fn"):
            v1.train.SessionManager().prepare_session("")
        with pytest.raises(ValueError, match="you must also pass a local_init_op"):
            v1.train.SessionManager(ready_for_local_init_op=tf.constant([""]))


def test_waiting_ends() -> None:
    with tf.Graph().as_default():
        v1.get_variable("v", initializer=1.0)
        ready = v1.report_uninitialized_variables()
        manager = v1.train.SessionManager(ready_op=ready, recovery_wait_secs=0.01)
        with pytest.raises(tf.errors.DeadlineExceededError, match="was not ready"):
            manager.wait_for_session("", max_wait_secs=0.0)
