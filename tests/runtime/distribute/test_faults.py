"""Processes killed at every step of a collective, of a checkpoint, of a schedule."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.distribute.processes import (
    LONG,
    reserved_addresses,
    results,
    tf_config,
)

STEPS = """
import os, signal

import numpy as np

from runtime.distribute.transport import links
from runtime.distribute.transport.arrivals import Arrivals
from runtime.distribute.transport.group import join
from runtime.distribute.transport.handshake import Membership
from runtime.distribute.transport.shared_memory import SharedMemory
from runtime.errors import OpError
from tests.runtime.distribute.processes import reserved_addresses

STEPS = [(links.Outgoing, "advance"), (links.Incoming, "advance")]
STEPS += [(Arrivals, "meet"), (SharedMemory, "_slots")]

def dies_at(step):
    left = [step]
    for kind, name in STEPS:
        def advance(self, *given, former=getattr(kind, name)):
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return former(self, *given)
        setattr(kind, name, advance)

def collective(group):
    if not given["shares_memory"]:
        group._memory = None
    x = np.arange(given["size"], dtype=np.float32)
    if not given["starts"]:
        return group.all_reduce(x)
    buckets = [group.start_all_reduce(each) for each in np.split(x, 2)]
    return np.concatenate([each() for each in buckets])

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
@pytest.mark.parametrize("starts", [False, True])
@pytest.mark.parametrize(
    ("size", "shares"), [(10, False), (100_000, True), (100_000, False)]
)
def test_a_process_killed_at_any_step_of_an_all_reduce_is_told_of(
    size: int, shares: bool, starts: bool
) -> None:
    given = {"size": size, "shares_memory": shares, "most": 8, "long": LONG}
    given["starts"] = starts
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


SCHEDULES = """
import os, signal

import runtime as tf
from runtime.distribute.transport import calls

def dies_at(step):
    left = [step]
    def counted(former):
        def call(*args):
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= 1
            return former(*args)
        return call
    calls._send, calls._receive = counted(calls._send), counted(calls._receive)

def worker(step):
    told, tells = os.pipe()
    child = os.fork()
    if not child:
        os.close(told)
        os.close(lives)
        dies_at(step)
        server = tf.distribute.Server({"worker": ["localhost:0"]})
        os.write(tells, server.target.removeprefix("grpc://").encode())
        os.close(tells)
        os.read(ends, 1)  # until the parent is gone, however it ends
        os._exit(0)
    os.close(tells)
    return child, told

def listening(started):
    child, told = started
    with open(told) as reads:
        return child, reads.read()

class Resolver(tf.distribute.cluster_resolver.SimpleClusterResolver):
    def __init__(self, ps, workers):
        self.left = list(workers)
        super().__init__(tf.train.ClusterSpec({"ps": ps, "worker": workers[:1]}))

    def current_worker_address(self, number):
        return self.left.pop(0) if len(self.left) > 1 else self.left[0]

def attempt(ps, victim, other):
    resolver = Resolver([ps.target.removeprefix("grpc://")], [victim[1], other[1]])
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    with strategy.scope():
        applied, total = tf.Variable(tf.zeros([3], tf.int32)), tf.Variable(0)

    @tf.function
    def step(number):
        applied.scatter_nd_add([[number]], [1])
        total.assign_add(1)
        return number

    results = [coordinator.schedule(step, args=(tf.constant(n),)) for n in range(3)]
    coordinator.join()
    found = [applied.numpy().tolist(), int(total)]
    found.append([int(each) for each in coordinator.fetch(results)])
    coordinator._queue.close()
    return found

# what servers import, once and not in each child
tf.function(lambda x: x + 1).get_concrete_function(tf.constant(1)).graph.as_graph_def()
tf.distribute.Server({"worker": ["localhost:0"]}, start=False)
ends, lives = os.pipe()
# before there are threads, which a child of a fork would lack
other = worker(-1)
victims = [worker(step) for step in range(*given["steps"])]
other, *victims = [listening(each) for each in (other, *victims)]
server = tf.distribute.Server({"ps": ["localhost:0"]})
result = []
for victim in victims:
    found = attempt(server, victim, other)
    ended, status = os.waitpid(victim[0], os.WNOHANG)
    result.append([found, bool(ended) and os.WTERMSIG(status)])
    if not ended:
        os.kill(victim[0], signal.SIGKILL)
        os.waitpid(victim[0], 0)
os.kill(other[0], signal.SIGKILL)
os.waitpid(other[0], 0)
"""


@pytest.mark.slow
def test_a_worker_killed_at_any_step_of_a_schedule_applies_each_function_once() -> None:
    (found,) = results(SCHEDULES, [{"steps": [1, 45]}])
    for (applied, total, values), _ in found:
        assert applied == [1, 1, 1]
        assert total == 3
        assert values == [0, 1, 2]
    signals = [signal for _, signal in found]
    killed = signals.index(False)
    assert killed > 20
    assert signals[:killed] == [9] * killed


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
    with reserved_addresses(4) as addresses:
        places = [addresses[:2], addresses[2:]]
        givens = [{"job": 100 * (n // 2)} for n in range(4)]
        configs = [{"TF_CONFIG": tf_config(places[n // 2], n % 2)} for n in range(4)]
        found = results(JOBS, givens, configs)
    assert found == [20.0, 20.0, 120.0, 120.0]
