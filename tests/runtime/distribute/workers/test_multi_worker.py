"""Training in step in real processes: the losses and variables of one process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.runtime.distribute.processes import (
    reserved_addresses,
    results,
    tf_config,
    workers,
)

PROGRAM = """
import os
import numpy as np
import runtime as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy(
    communication_options=tf.distribute.experimental.CommunicationOptions(
        bytes_per_pack=given["bucket"]
    )
)
tf.random.set_seed(given["seed"])
with strategy.scope():
    w = tf.Variable(tf.random.normal([3, 2]))
    b = tf.Variable(tf.zeros([2]))
    table = tf.Variable(tf.ones([5, 2]))
    small = tf.Variable(np.uint8(given["seed"] % 256))
    rows = tf.Variable(
        0.0,
        synchronization=tf.VariableSynchronization.ON_READ,
        aggregation=tf.VariableAggregation.SUM,
    )
    last = tf.Variable(0.0, aggregation=tf.VariableAggregation.MEAN)

rng = np.random.default_rng(0)
x = rng.normal(size=(22, 3)).astype(np.float32)
y = (x @ np.float32([[1, 0], [2, 1], [3, 5]])).astype(np.float32)
ids = rng.integers(0, 5, 22)
data = tf.data.Dataset.from_tensor_slices((x, y, ids)).batch(8)
data = strategy.experimental_distribute_dataset(data)

def step(x, y, ids):
    context = tf.distribute.get_replica_context()
    with tf.GradientTape() as tape:
        guess = tf.matmul(x, w) + b + tf.gather(table, ids)
        loss = tf.reduce_sum((guess - y) ** 2) / 16
    variables = [w, b, table]
    gradients = context.all_reduce("SUM", tape.gradient(loss, variables))
    def update(strategy, gradients):
        for variable, gradient in zip(variables, gradients):
            strategy.extended.update(variable, descend, args=(gradient,))
    context.merge_call(update, args=(gradients,))
    rows.assign_add(tf.cast(tf.shape(x)[0], tf.float32))
    last.assign(tf.cast(context.replica_id_in_sync_group, tf.float32))
    return loss

def descend(variable, gradient):
    variable.assign_sub(0.1 * tf.convert_to_tensor(gradient))

@tf.function
def train(element):
    return strategy.reduce("SUM", strategy.run(step, args=element), axis=None)

@tf.function
def epoch(data):
    total = 0.0
    for element in data:
        total += strategy.reduce("SUM", strategy.run(step, args=element), axis=None)
    return total

losses = [float(train(each)) for each in data]
losses.append(float(epoch(data)))
state = [each.numpy().tolist() for each in (w, b, table)]
seen = [float(rows.numpy()), float(last.numpy()), int(small.numpy())]
with strategy.scope():
    generator = tf.random.Generator.from_seed(7)
drawn = strategy.run(lambda: generator.uniform([])).numpy()
chief = strategy.extended.should_checkpoint
mean = strategy.reduce("MEAN", tf.range(1.0, 4.0 + given["rank"]), axis=0)
joined = strategy.gather(tf.fill([given["rank"] + 1, 1], given["rank"]), axis=0)
result = {
    "losses": losses, "state": state, "seen": seen, "chief": chief,
    "mean": float(mean), "joined": joined.numpy().ravel().tolist(),
    "replicas": strategy.num_replicas_in_sync, "drawn": float(drawn),
}
"""


def trained(number: int, bucket: int = 0) -> list[Any]:
    """What the program gives in each of several workers; seeds differ but the first."""
    givens = [
        {"seed": 100 * (rank + 1), "rank": rank, "bucket": bucket}
        for rank in range(number)
    ]
    with reserved_addresses(number) as addresses:
        variables = [
            {"TF_CONFIG": tf_config(addresses, rank) if number > 1 else "{}"}
            for rank in range(number)
        ]
        return results(PROGRAM, givens, variables)


def test_two_workers_train_as_one() -> None:
    (alone,) = trained(1)
    found = trained(2)
    assert [each["chief"] for each in found] == [True, False]
    for each in found:
        assert each["replicas"] == 2
        np.testing.assert_allclose(each["losses"], alone["losses"], rtol=1e-5)
        for mine, theirs in zip(each["state"], alone["state"]):
            np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-6)
        assert each["seen"] == [44.0, 0.5, 100]
        assert each["joined"] == [0, 1, 1]
        assert each["mean"] == pytest.approx((1 + 2 + 3 + 1 + 2 + 3 + 4) / 7)
    assert found[0]["state"] == found[1]["state"]
    assert found[0]["drawn"] != found[1]["drawn"]


OVERLAP = """
import threading
import numpy as np
import runtime as tf
from runtime.distribute.transport.group import Group
from tests.runtime.distribute.processes import LONG

events, first_bucket = [], threading.Event()
reduced = Group._reduced

def noted(self, *args):
    found = reduced(self, *args)
    events.append("a bucket is reduced")
    first_bucket.set()
    return found

Group._reduced = noted

def waits(d):
    # the first layer's gradient is computed when the other bucket was reduced
    if given["waits"]:
        assert first_bucket.wait(LONG)
    events.append("the last gradient")
    return d

@tf.custom_gradient
def first_layer(x, w):
    def backward(d):
        d = tf.numpy_function(waits, [d], tf.float32, stateful=False)
        d = tf.ensure_shape(d, [4, 3])
        return tf.matmul(d, w, transpose_b=True), tf.matmul(x, d, transpose_a=True)
    return tf.matmul(x, w), backward

strategy = tf.distribute.MultiWorkerMirroredStrategy(
    communication_options=tf.distribute.experimental.CommunicationOptions(
        bytes_per_pack=given["bucket"]
    )
)
random = np.random.default_rng(given["rank"])
x = tf.constant(random.normal(size=(4, 2)).astype(np.float32))
with strategy.scope():
    first = tf.Variable(np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3))
    second = tf.Variable(np.linspace(0, 1, 9, dtype=np.float32).reshape(3, 3))

def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.tanh(tf.matmul(first_layer(x, first), second)))
    gradients = tape.gradient(loss, [first, second])
    context = tf.distribute.get_replica_context()
    for v, d in zip([first, second], context.all_reduce("MEAN", gradients)):
        v.assign_sub(0.1 * d)
    return loss

@tf.function
def train(x):
    return strategy.run(step, args=(x,))

events.clear()  # what making the variables has reduced
losses = []
for _ in range(3):
    first_bucket.clear()
    losses.append(train(x).numpy().tobytes().hex())
state = [each.numpy().tobytes().hex() for each in (first, second)]
result = {"events": events, "losses": losses, "state": state}
"""


@pytest.mark.slow
def test_a_bucket_is_reduced_while_other_gradients_are_computed() -> None:
    def found(bucket: int, waits: bool) -> list[Any]:
        given = [{"rank": n, "bucket": bucket, "waits": waits} for n in range(2)]
        with reserved_addresses(2) as addresses:
            variables = [{"TF_CONFIG": tf_config(addresses, n)} for n in range(2)]
            return results(OVERLAP, given, variables)

    one_bucket = found(2**20, False)
    for mine, theirs in zip(found(1, True), one_bucket, strict=True):
        # the gradient waited for the bucket: had they not overlapped, for ever
        step = ["a bucket is reduced", "the last gradient", "a bucket is reduced"]
        assert mine["events"] == step * 3
        assert theirs["events"] == ["the last gradient", "a bucket is reduced"] * 3
        assert mine["losses"] == theirs["losses"]
        assert mine["state"] == theirs["state"]
    assert one_bucket[0]["state"] == one_bucket[1]["state"]


@pytest.mark.slow
@pytest.mark.parametrize(("number", "bucket"), [(3, 0), (4, 1), (2, 16)])
def test_more_workers_and_other_buckets_train_alike(number: int, bucket: int) -> None:
    (alone,) = trained(1)
    for each in trained(number, bucket):
        np.testing.assert_allclose(each["losses"], alone["losses"], rtol=1e-5)
        assert each["seen"][0] == 44.0


RESUMED = """
import os, signal
import runtime as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
with strategy.scope():
    v = tf.Variable(1.0)
    step = tf.Variable(0)
checkpoint = tf.train.Checkpoint(v=v, step=step)
path = os.path.join(given["folder"], f"worker_{given['rank']}", "saved")
if os.path.exists(path + ".index"):
    checkpoint.read(path).assert_consumed()
error = None
try:
    while int(step) < 6:
        if int(step) == 3 and given["dies"] == given["rank"]:
            os.kill(os.getpid(), signal.SIGKILL)
        v.assign(v + strategy.reduce("SUM", strategy.run(lambda: v * 0.5), axis=None))
        step.assign_add(1)
        checkpoint.write(path)
except tf.errors.UnavailableError as found:
    error = str(found)
result = [float(v), int(step), error]
"""


@pytest.mark.slow
def test_a_killed_worker_ends_the_others_and_training_goes_on_from_checkpoints(
    tmp_path: Path,
) -> None:
    def attempt(dies: int) -> list[Any]:
        givens = [
            {"folder": str(tmp_path), "rank": rank, "dies": dies} for rank in range(2)
        ]
        with reserved_addresses(2) as addresses:
            configs = [{"TF_CONFIG": tf_config(addresses, rank)} for rank in range(2)]
            with workers(RESUMED, givens, configs) as running:
                return [each.wait() for each in running]

    (status, (value, step, error), errors), (killed, _, _) = attempt(1)
    assert (status, killed, step) == (0, -9, 3), errors
    assert value == 2.0**3
    assert "worker 1" in error
    for status, told, errors in attempt(-1):
        assert status == 0, errors
        assert told == [2.0**6, 6, None]


def test_without_a_cluster_there_is_one_replica() -> None:
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        v = tf.Variable(2.0)
    assert strategy.num_replicas_in_sync == 1
    assert strategy.run(lambda: v + 1.0).numpy() == 3.0
    assert strategy.reduce("SUM", tf.constant([1.0, 2.0]), axis=0).numpy() == 3.0


def test_a_task_that_the_cluster_does_not_have_is_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TF_CONFIG", tf_config(["a:1", "b:1"], 2))
    with pytest.raises(ValueError, match="task worker 2, but its cluster has worker 0"):
        tf.distribute.MultiWorkerMirroredStrategy()


def test_an_evaluator_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    cluster = {"worker": ["a:1"], "evaluator": ["b:1"]}
    task = {"type": "evaluator", "index": 0}
    monkeypatch.setenv("TF_CONFIG", json.dumps({"cluster": cluster, "task": task}))
    assert tf.distribute.MultiWorkerMirroredStrategy().num_replicas_in_sync == 1


def test_options_are_checked() -> None:
    options = tf.distribute.experimental.CommunicationOptions
    assert options(implementation="nccl").implementation.name == "NCCL"
    with pytest.raises(ValueError, match="bytes_per_pack must be >=0"):
        options(bytes_per_pack=-1)
    with pytest.raises(ValueError, match="implementation should be either of"):
        options(implementation=1)
