"""Steps of two workers: buckets of gradients travel during or after the backward pass.

    python -m benchmarks.overlap [--layers 8] [--width 1024] [--rows 256] [--gbit 0 1]

Each worker has one thread for its products. The same buckets are reduced in both ways:
``after`` waits for each reduction where it starts. With ``--gbit 0`` bytes go through
the memory that the processes share, and adding them takes the same cores; another
number simulates a network card of so many Gbit a second, which works while the cores
compute: a reduction then sleeps as long as its bytes would take. Medians of steps that
take turns; the last columns are what a step takes of a processor, which other programs
of a busy machine change less.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

import runtime as tf
from benchmarks.collectives import reserved
from runtime.distribute.transport.group import Group
from runtime.distribute.workers.membership import ProcessMember
from runtime.stateful_kernels.collective_groups import CollectiveMember

PROCESSES = 2
STARTS = {
    "during": ProcessMember.start_all_reduce,
    "after": CollectiveMember.start_all_reduce,
}


def simulate(gbit: float) -> None:
    """Lets each reduction take as long as a network card would."""
    whole = Group._reduced

    def reduced(group: Group, source: Any, *rest: Any) -> Any:
        result = whole(group, source, *rest)
        bytes_moved = 2 * (PROCESSES - 1) / PROCESSES * source.nbytes
        time.sleep(bytes_moved / (gbit * 1e9 / 8))
        return result

    if gbit:
        Group._reduced = reduced  # type: ignore[method-assign]


def training_step(
    strategy: Any, layers: int, width: int, rows: int
) -> Callable[[], Any]:
    """A step of dense layers, in a function, with and without its reductions."""
    random = np.random.default_rng(0)
    with strategy.scope():
        weights = [
            tf.Variable(random.normal(0, width**-0.5, (width, width)).astype("f4"))
            for _ in range(layers)
        ]
    x = tf.constant(random.normal(size=(rows, width)).astype("f4"))

    def replica(reduces: bool) -> Any:
        with tf.GradientTape() as tape:
            y = x
            for each in weights:
                y = tf.nn.relu(tf.matmul(y, each))
            loss = tf.reduce_mean(tf.square(y))
        gradients = tape.gradient(loss, weights)
        if reduces:
            context = tf.distribute.get_replica_context()
            gradients = context.all_reduce("MEAN", gradients)
        for variable, gradient in zip(weights, gradients):
            variable.assign_sub(1e-3 * gradient)
        return loss

    @tf.function
    def step(reduces: bool) -> Any:
        return strategy.run(replica, args=(reduces,))

    return step


def work(
    rank: int, addresses: list[str], given: Any, gbit: float, answers: Any
) -> None:
    cluster = {"worker": addresses}
    task = {"type": "worker", "index": rank}
    os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": task})
    tf.config.threading.set_intra_op_parallelism_threads(1)
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    step = training_step(strategy, given.layers, given.width, given.rows)
    simulate(gbit)
    taken: dict[str, list[tuple[float, float]]] = {
        "alone": [],
        **{each: [] for each in STARTS},
    }
    with threadpool_limits(1):
        for number in range(given.rounds + 2):
            for way, times in taken.items():
                ProcessMember.start_all_reduce = STARTS.get(way)  # type: ignore
                strategy.reduce("SUM", 0.0, axis=None)  # all begin together
                begin = time.perf_counter(), time.process_time()
                step(way != "alone").numpy()
                ended = time.perf_counter(), time.process_time()
                if number > 1:
                    times.append((ended[0] - begin[0], ended[1] - begin[1]))
    slowest = []
    for times in taken.values():
        mine = tf.constant([[statistics.median(each) for each in zip(*times)]])
        slowest.append(strategy.gather(mine, 0).numpy().max(axis=0).tolist())
    if rank == 0:
        answers.put(slowest)


def measure(given: Any, gbit: float) -> None:
    """Prints one line."""
    context = multiprocessing.get_context("spawn")
    answers = context.Queue()
    held = reserved(PROCESSES)
    addresses = [f"127.0.0.1:{each.getsockname()[1]}" for each in held]
    children = [
        context.Process(target=work, args=(rank, addresses, given, gbit, answers))
        for rank in range(PROCESSES)
    ]
    for each in children:
        each.start()
    (alone, _), (during, busy), (after, busy_after) = answers.get(timeout=600)
    for each in children:
        each.join(60)
    by = f"{gbit:g} Gbit/s" if gbit else "memory"
    hidden = (after - during) / (after - alone)
    print(
        f"{by:10} {1e3 * alone:11.1f} {1e3 * during:10.1f} {1e3 * after:9.1f} "
        f"{hidden:8.0%} {1e3 * busy:11.1f} {1e3 * busy_after:9.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layers", type=int, default=8)
    parser.add_argument("--width", type=int, default=1024)
    parser.add_argument("--rows", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--gbit", type=float, nargs="+", default=[0, 1])
    given = parser.parse_args()
    megabytes = given.layers * given.width**2 * 4 / 2**20
    print(f"a step of {given.layers} layers, {megabytes:.0f} MB of gradients, in ms")
    print("by         no reducing     during     after   hidden  CPU during     after")
    for gbit in given.gbit:
        measure(given, gbit)


if __name__ == "__main__":
    main()
