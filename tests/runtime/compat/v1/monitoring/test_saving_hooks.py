"""Hooks that write: checkpoints that listeners end, speeds of steps."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf

v1 = tf.compat.v1


def test_a_listener_can_end_the_training(tmp_path: Path) -> None:
    class Ends(v1.train.CheckpointSaverListener):
        def after_save(self, session: object, global_step_value: int) -> bool:
            return global_step_value >= 2

    with tf.Graph().as_default():
        count = v1.assign_add(v1.train.get_or_create_global_step(), 1)
        hook = v1.train.CheckpointSaverHook(
            str(tmp_path), save_steps=1, listeners=[Ends()]
        )
        runs = 0
        with v1.train.MonitoredSession(hooks=[hook]) as session:
            while not session.should_stop():
                session.run(count)
                runs += 1
    v1.summary.FileWriterCache.clear()
    assert runs == 2
    assert tf.train.latest_checkpoint(str(tmp_path)).endswith("model.ckpt-2")


def test_speeds_are_written(tmp_path: Path) -> None:
    with tf.Graph().as_default():
        count = v1.assign_add(v1.train.get_or_create_global_step(), 1)
        hook = v1.train.StepCounterHook(every_n_steps=1, output_dir=str(tmp_path))
        with v1.train.MonitoredSession(hooks=[hook]) as session:
            for _ in range(3):
                session.run(count)
    v1.summary.FileWriterCache.clear()
    [path] = tmp_path.glob("events*")
    values = [
        (event.step, value.tag)
        for event in v1.train.summary_iterator(str(path))
        for value in event.summary.value
    ]
    assert values == [(2, "global_step/sec"), (3, "global_step/sec")]


def test_a_saver_must_be_found(tmp_path: Path) -> None:
    with tf.Graph().as_default():
        v1.train.get_or_create_global_step()
        v1.add_to_collection(v1.GraphKeys.SAVERS, v1.train.Saver())
        v1.add_to_collection(v1.GraphKeys.SAVERS, v1.train.Saver())
        hook = v1.train.CheckpointSaverHook(str(tmp_path), save_steps=1)
        scaffold = v1.train.Scaffold(saver=v1.train.Saver())
        creator = v1.train.ChiefSessionCreator(scaffold)
        with pytest.raises(RuntimeError, match="More than one item in collection"):
            v1.train.MonitoredSession(creator, [hook])
    v1.summary.FileWriterCache.clear()
