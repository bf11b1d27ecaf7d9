"""Workers that are told to end: one checkpoint of one step, and training goes on."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from tests.runtime.distribute.processes import reserved_addresses, tf_config, workers

experimental = tf.distribute.experimental


def alone() -> Any:
    return tf.distribute.cluster_resolver.SimpleClusterResolver(
        tf.train.ClusterSpec({})
    )


def handler_of(folder: Path, step: Any, **config: Any) -> Any:
    return experimental.PreemptionCheckpointHandler(
        alone(),
        tf.train.Checkpoint(step=step),
        folder,
        experimental.TerminationConfig(**config),
    )


def test_a_process_that_is_told_saves_and_exits(tmp_path: Path) -> None:
    step = tf.Variable(0)
    handler = handler_of(tmp_path, step, termination_watcher_fn=lambda: step == 2)

    def advance(by: int) -> int:
        step.assign_add(by)
        return by

    assert [handler.run(advance, 1), handler.run(advance, by=1)] == [1, 1]
    with pytest.raises(SystemExit) as ended:
        handler.run(advance, 1)
    assert ended.value.code == 143
    again = tf.Variable(0)
    handler = handler_of(tmp_path, again, termination_watcher_fn=lambda: False)
    assert (int(again), handler.total_run_calls) == (2, 2)


def test_a_signal_is_heard(tmp_path: Path) -> None:
    step = tf.Variable(0)
    before = signal.getsignal(signal.SIGTERM)
    try:
        handler = handler_of(tmp_path, step)
        handler.run(step.assign_add, 1)
        os.kill(os.getpid(), signal.SIGTERM)
        with pytest.raises(SystemExit):
            handler.run(step.assign_add, 1)
    finally:
        signal.signal(signal.SIGTERM, before)
    assert int(step) == 1
    assert tf.train.latest_checkpoint(tmp_path) is not None


def test_the_ways_to_save_and_exit_are_the_user_s(tmp_path: Path) -> None:
    done: list[Any] = []
    handler = handler_of(
        tmp_path,
        tf.Variable(0),
        termination_watcher_fn=lambda: not done,
        save_fn=lambda *args: done.append(("saved", *args)),
        exit_fn=lambda: done.append("left"),
    )
    handler.save_checkpoint_if_preempted(7)
    assert done == [("saved", 7), "left"]
    with handler.watch_preemption_scope():
        assert handler.run(lambda: 3) == 3
    assert done == [("saved", 7), "left"]
    assert list(tmp_path.iterdir()) == []


def test_training_goes_on_in_the_grace_period(tmp_path: Path) -> None:
    config = {"termination_watcher_fn": lambda: True, "grace_period": 1e6}
    handler = handler_of(tmp_path, tf.Variable(0), **config)
    for _ in range(3):
        handler.run(lambda: None)
    assert handler.total_run_calls == 3


def test_a_manager_saves_in_its_own_folder(tmp_path: Path) -> None:
    step = tf.Variable(5)
    manager = tf.train.CheckpointManager(
        tf.train.Checkpoint(step=step), tmp_path, max_to_keep=2
    )
    handler = experimental.PreemptionCheckpointHandler(
        alone(), manager, None, experimental.TerminationConfig(lambda: True)
    )
    with pytest.raises(SystemExit):
        handler.save_checkpoint_if_preempted()
    assert manager.latest_checkpoint == tf.train.latest_checkpoint(tmp_path)


def test_what_is_refused(tmp_path: Path) -> None:
    kind = experimental.PreemptionCheckpointHandler
    with pytest.raises(TypeError, match=r"must be a tf.train.Checkpoint or"):
        kind(alone(), "folder", tmp_path)
    with pytest.raises(ValueError, match="needs `checkpoint_dir`"):
        kind(alone(), tf.train.Checkpoint())
    errors: list[Any] = []

    def elsewhere() -> None:
        try:
            kind(alone(), tf.train.Checkpoint(), tmp_path)
        except ValueError as error:
            errors.append(str(error))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert "main thread alone" in errors[0]


TRAINING = """
import json, os, signal
import runtime as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
rank = strategy.cluster_resolver.task_id
with strategy.scope():
    v, step = tf.Variable(1.0), tf.Variable(0)
    seen = tf.Variable(
        0, synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.SUM,
    )
handler = tf.distribute.experimental.PreemptionCheckpointHandler(
    strategy.cluster_resolver,
    tf.train.Checkpoint(v=v, step=step, seen=seen),
    given["folder"],
)
began = [float(v), int(step), handler.total_run_calls]

@tf.function
def train():
    def replica():
        seen.assign_add(1)
        return v + 0.0
    v.assign(strategy.reduce("SUM", strategy.run(replica), axis=None))

error = None
try:
    while int(step) < 6:
        if int(step) == 3 and rank == given["told"]:
            os.kill(os.getpid(), signal.SIGTERM)
        handler.run(train)
        step.assign_add(1)
except SystemExit as ended:
    error = ended.code
result = [began, float(v), int(step), int(seen.numpy()), error]
"""


@pytest.mark.slow
def test_all_workers_save_the_same_step_when_one_is_told(tmp_path: Path) -> None:
    def attempt(told: int) -> list[Any]:
        with reserved_addresses(2) as addresses:
            givens = [{"folder": str(tmp_path), "told": told}] * 2
            configs = [{"TF_CONFIG": tf_config(addresses, rank)} for rank in range(2)]
            with workers(TRAINING, givens, configs) as running:
                ended = [each.wait() for each in running]
        for status, _, errors in ended:
            assert status == 0, errors
        return [found for _, found, _ in ended]

    assert attempt(1) == [[[1.0, 0, 0], 2.0**3, 3, 6, 143]] * 2
    assert {each.name for each in tmp_path.iterdir() if each.is_dir()} == set()
    assert attempt(-1) == [[[2.0**3, 3, 3], 2.0**6, 6, 12, None]] * 2
