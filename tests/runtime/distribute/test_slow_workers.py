"""Workers that stand still: others wait for them, do their work, or give up."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from tests.runtime.distribute.processes import (
    reserved_addresses,
    results,
    tf_config,
    workers,
)

STOPS = """
import os, signal

import runtime as tf
from runtime.errors import OpError

strategy = tf.distribute.MultiWorkerMirroredStrategy(
    communication_options=tf.distribute.experimental.CommunicationOptions(
        timeout_seconds=given["seconds"]
    )
)
with strategy.scope():
    v, step = tf.Variable(1.0), tf.Variable(0)
error = None
try:
    while int(step) < 4:
        if int(step) == 2 and given["stops"]:
            os.kill(os.getpid(), signal.SIGSTOP)
        total = strategy.reduce("SUM", strategy.run(lambda: v + 0.0), axis=None)
        v.assign(total)
        step.assign_add(1)
except OpError as found:
    error = [type(found).__name__, str(found)]
result = [float(v), int(step), error]
"""


def stopped_and_continued(seconds: float | None, ended_first: bool) -> list[Any]:
    """What two workers give of which one stands still, until the other ends or not."""
    with reserved_addresses(2) as addresses:
        givens = [{"seconds": seconds, "stops": rank == 1} for rank in range(2)]
        configs = [{"TF_CONFIG": tf_config(addresses, rank)} for rank in range(2)]
        with workers(STOPS, givens, configs) as (first, second):
            _, status = os.waitpid(second.process.pid, os.WUNTRACED)
            assert os.WIFSTOPPED(status), status
            found = [first.wait()] if ended_first else []
            second.process.send_signal(signal.SIGCONT)
            found += [each.wait() for each in (first, second)[len(found) :]]
    for status, _, errors in found:
        assert status == 0, errors
    return [told for _, told, _ in found]


@pytest.mark.slow
def test_a_worker_that_stands_still_is_waited_for() -> None:
    assert stopped_and_continued(None, False) == [[16.0, 4, None]] * 2


@pytest.mark.slow
def test_a_worker_that_stands_still_longer_than_allowed_ends_all() -> None:
    slow, other = "worker 1", "worker 0"
    told, told_later = stopped_and_continued(1.0, True)
    value, step, (kind, text) = told
    assert (value, step, kind) == (4.0, 2, "DeadlineExceededError")
    assert slow in text
    value, step, (kind, text) = told_later
    # what the other had sent before it gave up may complete one more step
    assert (value, step) in [(4.0, 2), (8.0, 3)]
    assert kind in ("UnavailableError", "DeadlineExceededError")
    assert other in text


STILL = """
import os, signal

import runtime as tf

def worker():
    told, tells = os.pipe()
    child = os.fork()
    if not child:
        server = tf.distribute.Server({"worker": ["localhost:0"]})
        os.write(tells, server.target.removeprefix("grpc://").encode())
        os.close(tells)
        server.join()
    os.close(tells)
    with open(told) as reads:
        return child, reads.read()

# before there are threads, which a child of a fork would lack
tf.distribute.Server({"worker": ["localhost:0"]}, start=False)
(still, first), (other, second) = worker(), worker()
server = tf.distribute.Server({"ps": ["localhost:0"]})
cluster = {"ps": [server.target.removeprefix("grpc://")], "worker": [first, second]}
strategy = tf.distribute.ParameterServerStrategy(
    tf.distribute.cluster_resolver.SimpleClusterResolver(tf.train.ClusterSpec(cluster))
)
coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
with strategy.scope():
    applied = tf.Variable(tf.zeros([8], tf.int32))

@tf.function
def step(number):
    applied.scatter_nd_add([[number]], [1])
    return number

# both have the function, then one stands still with at most one of the next
results = [coordinator.schedule(step, args=(tf.constant(n),)) for n in range(2)]
coordinator.join()
os.kill(still, signal.SIGSTOP)
os.waitpid(still, os.WUNTRACED)
results += [coordinator.schedule(step, args=(tf.constant(n),)) for n in range(2, 8)]
while int(tf.reduce_sum(applied)) < 7:
    pass  # the other one does what it can
is_done = coordinator.done()
before = applied.numpy().tolist()
os.kill(still, signal.SIGCONT)
coordinator.join()
result = [
    is_done, sum(before), applied.numpy().tolist(),
    [int(each) for each in coordinator.fetch(results)],
]
for each in (still, other):
    os.kill(each, signal.SIGKILL)
    os.waitpid(each, 0)
"""


@pytest.mark.slow
def test_others_work_while_a_worker_of_a_schedule_stands_still() -> None:
    (found,) = results(STILL, [None])
    is_done, before, applied, values = found
    assert before in (7, 8)
    assert not is_done or before == 8
    assert applied == [1] * 8
    assert values == list(range(8))
