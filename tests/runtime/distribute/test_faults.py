"""Processes killed at every step of a collective, of a checkpoint, of a schedule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.coordinator.closures import Closure
from tests.runtime.distribute.processes import LONG, results

STEPS = """
import os, signal

import numpy as np

from runtime.distribute.transport import links
from runtime.distribute.transport.group import join
from runtime.distribute.transport.handshake import Membership
from runtime.errors import OpError
from tests.runtime.distribute.processes import reserved_addresses

def dies_at(step):
    left = [step]
    for kind in (links.Outgoing, links.Incoming):
        def advance(self, former=kind.advance):
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return former(self)
        kind.advance = advance

def collective(group):
    if not given["shares_memory"]:
        group._memory = None
    return group.all_reduce(np.arange(given["size"], dtype=np.float32))

def attempt(step):
    with reserved_addresses(2) as addresses:
        def member(rank):
            return join(Membership("test", tuple(addresses), rank), given["long"])
        child = os.fork()
        if not child:
            group = member(1)
            dies_at(step)
            collective(group)
            os.kill(os.getpid(), signal.SIGKILL if step < given["most"] else 0)
            group.close()
            os._exit(0)
        group = member(0)
        try:
            found = collective(group).sum(dtype=np.float64).item()
        except OpError as error:
            found = [type(error).__name__, str(error)]
        try:
            group.barrier(timeout=given["long"])
            after = None
        except OpError as error:
            after = type(error).__name__
        group.close()
        _, status = os.waitpid(child, 0)
    return found, after, os.WTERMSIG(status)

result = [attempt(step) for step in range(given["most"])]
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "shares"), [(10, False), (100_000, True), (100_000, False)]
)
def test_a_process_killed_at_any_step_of_an_all_reduce_is_told_of(
    size: int, shares: bool
) -> None:
    given = {"size": size, "shares_memory": shares, "most": 8, "long": LONG}
    (attempts,) = results(STEPS, [given])
    whole = float(size) * (size - 1)
    ways = set()
    for found, after, signal in attempts:
        assert signal == 9
        assert after == "UnavailableError"
        if isinstance(found, list):
            kind, text = found
            assert kind == "UnavailableError"
            assert "worker 1" in text
        else:
            assert found == whole  # it fell when all was sent
        ways.add(isinstance(found, list))
    assert True in ways


CHECKPOINTS = """
import os, shutil, signal, sys

import runtime as tf

v, step = tf.Variable(tf.zeros([1000])), tf.Variable(0)
checkpoint = tf.train.Checkpoint(v=v, step=step)

def save(folder, number):
    step.assign(number)
    v.assign(tf.fill([1000], float(number)))
    manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=1)
    manager.save(checkpoint_number=number)

def dies_at(event, folder):
    left = [event]
    def count(name, args):
        if name.split(".")[0] in ("open", "os", "shutil") and folder in str(args):
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
    sys.addaudithook(count)

def restored(folder):
    v.assign(tf.zeros([1000])), step.assign(-1)
    checkpoint.restore(tf.train.latest_checkpoint(folder)).assert_consumed()
    return int(step), sorted(set(v.numpy().tolist()))

before = os.path.join(given["folder"], "before")
save(before, 1)
result = []
for event in range(200):
    folder = os.path.join(given["folder"], str(event))
    shutil.copytree(before, folder)
    child = os.fork()
    if not child:
        dies_at(event, folder)
        save(folder, 2)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    found = restored(folder)
    save(folder, 3)  # goes on beside what was left
    result.append([*found, *restored(folder), os.WTERMSIG(status)])
    if not status:
        break
"""


@pytest.mark.slow
def test_a_process_killed_at_any_step_of_a_checkpoint_leaves_a_whole_one(
    tmp_path: Path,
) -> None:
    (found,) = results(CHECKPOINTS, [{"folder": str(tmp_path)}])
    *killed, ended = found
    assert len(killed) > 5
    for step, values, later, values_later, signal in killed:
        assert signal == 9
        assert step in (1, 2)
        assert values == [float(step)]
        assert (later, values_later) == (3, [3.0])
    assert ended == [2, [2.0], 3, [3.0], 0]
    steps = [each[0] for each in found]
    assert steps == sorted(steps)


@pytest.mark.parametrize("losses", [1, 3, 10])
def test_a_schedule_whose_workers_are_lost_applies_each_function_once(
    losses: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": ["c:1"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    left = list(range(losses))
    with strategy.scope():
        applied = tf.Variable(tf.zeros([20], tf.int32))

    run = Closure.run

    def run_or_fall(closure: Closure) -> Any:
        if left:
            left.pop()
            raise tf.errors.UnavailableError(None, None, "/job:worker/task:0 is gone")
        return run(closure)

    monkeypatch.setattr(Closure, "run", run_or_fall)

    @tf.function
    def step(number: Any) -> Any:
        return applied.scatter_nd_add([[number]], [1])

    for number in range(20):
        coordinator.schedule(step, args=(tf.constant(number),))
    coordinator.join()
    assert not left
    assert applied.numpy().tolist() == [1] * 20
    coordinator._queue.close()


JOBS = """
import json, os

import runtime as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
with strategy.scope():
    v = tf.Variable(float(given["job"]))
for _ in range(20):
    v.assign(strategy.reduce("MEAN", strategy.run(lambda: v + 1.0), axis=None))
result = float(v)
"""


@pytest.mark.slow
def test_two_jobs_on_one_machine_do_not_meet() -> None:
    from tests.runtime.distribute.processes import reserved_addresses, tf_config

    with reserved_addresses(4) as addresses:
        places = [addresses[:2], addresses[2:]]
        givens = [{"job": 100 * (n // 2)} for n in range(4)]
        configs = [{"TF_CONFIG": tf_config(places[n // 2], n % 2)} for n in range(4)]
        found = results(JOBS, givens, configs)
    assert found == [20.0, 20.0, 120.0, 120.0]
