"""Checkpoints of objects whose variables have values in sessions."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1


def _model():
    return v1.train.Checkpoint(
        w=v1.get_variable("w", initializer=[1.0, 2.0]),
        parts=[v1.get_variable("b", initializer=3)],
    )


def test_values_of_a_session_are_saved_and_given_back(tmp_path) -> None:
    prefix = str(tmp_path / "folder" / "model")
    with tf.Graph().as_default(), v1.Session() as session:
        checkpoint = _model()
        v1.global_variables_initializer().run()
        first = checkpoint.save(prefix)
        checkpoint.w.load([5.0, 6.0])
        second = checkpoint.save(prefix, session=session)
        assert [first[-2:], second[-2:]] == ["-1", "-2"]
        assert tf.train.latest_checkpoint(str(tmp_path / "folder")) == second
        status = checkpoint.restore(first).assert_consumed()
        assert session.run(checkpoint.w).tolist() == [5, 6]
        status.run_restore_ops(session)
        assert session.run(checkpoint.w).tolist() == [1, 2]
        assert checkpoint.save(prefix)[-2:] == "-2"


def test_a_new_graph_and_eager_code_restore_it(tmp_path) -> None:
    with tf.Graph().as_default(), v1.Session():
        checkpoint = _model()
        v1.global_variables_initializer().run()
        path = checkpoint.write(str(tmp_path / "model"))
    with tf.Graph().as_default(), v1.Session() as session:
        other = v1.train.Checkpoint(
            w=v1.get_variable("other", [2]),
            parts=[v1.get_variable("count", [], tf.int32)],
            more=v1.get_variable("more", initializer=9),
        )
        other.restore(path).initialize_or_restore()
        found = session.run([other.w, other.parts[0], other.more])
    assert [np.asarray(each).tolist() for each in found] == [[1, 2], 3, 9]
    here = tf.train.Checkpoint(w=tf.Variable([0.0, 0.0]), parts=[tf.Variable(0)])
    here.read(path).assert_consumed()
    assert here.w.numpy().tolist() == [1, 2]


def test_eager_checkpoints_and_those_of_savers_are_read(tmp_path) -> None:
    made = tf.train.Checkpoint(w=tf.Variable([7.0, 8.0]), parts=[tf.Variable(4)])
    path = made.save(str(tmp_path / "eager"))
    with tf.Graph().as_default(), v1.Session() as session:
        checkpoint = _model()
        checkpoint.restore(path).assert_consumed().run_restore_ops()
        assert session.run(checkpoint.w).tolist() == [7, 8]
        named = v1.train.Saver({"w": checkpoint.w, "b": checkpoint.parts[0]})
        by_names = named.save(session, str(tmp_path / "named"))
        checkpoint.w.load([0, 0], session)
        checkpoint.restore(by_names).run_restore_ops()
        assert session.run(checkpoint.w).tolist() == [7, 8]


def test_eagerly_it_is_the_checkpoint_of_version_2(tmp_path) -> None:
    variable = tf.Variable(1.0)
    checkpoint = v1.train.Checkpoint(v=variable)
    path = checkpoint.save(str(tmp_path / "model"))
    variable.assign(2.0)
    checkpoint.restore(path).assert_consumed()
    assert variable.numpy() == 1


def test_what_cannot_be_is_refused(tmp_path) -> None:
    prefix = str(tmp_path / "model")
    with tf.Graph().as_default():
        checkpoint = v1.train.Checkpoint(w=v1.get_variable("w", [2]))
        with pytest.raises(RuntimeError, match="from a session"):
            checkpoint.save(prefix)
        with pytest.raises(ValueError, match="default session"):
            checkpoint.w.load([1.0, 2.0])
    path = tf.train.Checkpoint(w=tf.Variable([1.0])).save(prefix)
    with (
        tf.Graph().as_default(),
        pytest.raises(ValueError, match="incompatible tensor with shape"),
    ):
        v1.train.Checkpoint(w=v1.get_variable("w", [2])).restore(path)
