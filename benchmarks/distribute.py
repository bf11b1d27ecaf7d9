"""The cost of a strategy, and the gain of replicas on threads: steps that take turns.

    python -m benchmarks.distribute [--quick]

Prints the cost of a step through strategies with one replica, of an all-reduce between
replicas, and how many times the examples of one thread two replicas of one thread each
take in the same time. Then it runs the measurements of processes: `collectives` (bus
bandwidth), `overlap` (buckets that travel during the backward pass), `run_many` and
`scaling_model`. ``--quick`` takes fewer rounds and smaller arrays, to see that all of
it runs.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from time import perf_counter, process_time
from typing import Any, Final, NamedTuple

import numpy as np
from threadpoolctl import threadpool_limits

import runtime as tf

Step = Callable[[], Any]

OTHERS: Final = {
    "collectives": ["--processes", "2", "--megabytes", "1", "10"],
    "overlap": ["--layers", "3", "--width", "256", "--rounds", "3"],
    "run_many": ["--files", "2", "--rows", "500", "--rounds", "1"],
    "scaling_model": ["--megabytes", "1", "10"],
}
"""The measurements of processes, and what makes each quick."""


class Taken(NamedTuple):
    """Medians of seconds."""

    wall: float
    processor: float
    """Of all threads; other programs of a busy machine change it less."""


def medians(steps: dict[str, Step], rounds: int) -> dict[str, Taken]:
    """What each step takes; they take turns."""
    taken: dict[str, list[tuple[float, float]]] = {name: [] for name in steps}
    for step in steps.values():
        step(), step()
    for _ in range(rounds):
        for name, step in steps.items():
            start, processor = perf_counter(), process_time()
            step()
            passed = perf_counter() - start, process_time() - processor
            taken[name].append(passed)
    return {
        name: Taken(*map(statistics.median, zip(*each))) for name, each in taken.items()
    }


def convolutional_step(strategy: Any, images: np.ndarray[Any, Any]) -> Step:
    """One step of training of a small convolutional network, in a function."""
    with strategy.scope():
        random = np.random.default_rng(0)
        kernels = [
            tf.Variable(random.normal(0, 0.1, shape).astype("f4"))
            for shape in ((3, 3, 3, 16), (3, 3, 16, 32))
        ]
        dense = tf.Variable(random.normal(0, 0.1, (32, 10)).astype("f4"))
    variables = [*kernels, dense]
    count = strategy.num_replicas_in_sync

    def loss_of(x: Any) -> Any:
        for kernel in kernels:
            x = tf.nn.relu(tf.nn.conv2d(x, kernel, 1, "SAME"))
        found = tf.matmul(tf.reduce_mean(x, [1, 2]), dense)
        return tf.reduce_mean(tf.square(found))

    def replica(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = loss_of(x)
        gradients = tape.gradient(loss, variables)
        if count > 1:
            context = tf.distribute.get_replica_context()
            gradients = context.all_reduce("MEAN", gradients)
        for variable, gradient in zip(variables, gradients):
            variable.assign_sub(0.01 * gradient)
        return loss

    @tf.function
    def step(x: Any) -> Any:
        return strategy.reduce("MEAN", strategy.run(replica, args=(x,)), axis=None)

    values = strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant(images)
    )
    return lambda: step(values)


def report(rounds: int, megabytes: Sequence[int]) -> None:
    """Prints the figures of replicas on threads."""
    (cpu,) = tf.config.list_physical_devices("CPU")
    one = tf.config.LogicalDeviceConfiguration()
    tf.config.set_logical_device_configuration(cpu, [one] * 4)
    tf.config.threading.set_intra_op_parallelism_threads(1)
    strategies = {
        "default": tf.distribute.get_strategy(),
        "OneDevice": tf.distribute.OneDeviceStrategy("CPU:0"),
        "Mirrored 1": tf.distribute.MirroredStrategy(["CPU:0"]),
        "Mirrored 2": tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]),
    }
    images = np.random.default_rng(0).normal(size=(16, 32, 32, 3)).astype("f4")
    with threadpool_limits(1):
        steps = {
            name: convolutional_step(strategy, images)
            for name, strategy in strategies.items()
        }
        found = medians(steps, rounds)
    print("a step of 16 images a replica, one thread a replica:")
    for name, each in found.items():
        wall, processor = 1e3 * each.wall, 1e3 * each.processor
        print(f"{name:12} {wall:8.2f} ms, of a processor {processor:8.2f} ms")
    base, one, two = (found[x] for x in ("default", "Mirrored 1", "Mirrored 2"))
    cost = one.processor / base.processor - 1
    print(f"one replica: {one.wall / base.wall - 1:+.1%} of a step ({cost:+.1%})")
    best = 4 * base.processor / two.processor
    print(f"two replicas: {2 * base.wall / two.wall:.2f} times the examples, by what")
    print(f"they take of processors {best:.2f} times on two that are idle")
    for size in megabytes:
        print_all_reduce(strategies["Mirrored 2"], size)


def print_all_reduce(strategy: Any, megabytes: int) -> None:
    """Prints the time of a sum over two replicas, and that of a copy."""
    array = np.zeros(megabytes * 250_000, np.float32)
    value = tf.constant(array)

    @tf.function
    def summed() -> Any:
        context = tf.distribute.get_replica_context
        return strategy.run(lambda: context().all_reduce("SUM", value)[0])

    found = medians({"sum": summed, "copy": array.copy}, 15)
    shown = ", ".join(
        f"{name} {1e3 * each.wall:.2f} ms" for name, each in found.items()
    )
    print(f"all-reduce of {megabytes} MB between 2 replicas: {shown}")


def main() -> None:
    """Prints all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    is_quick = parser.parse_args().quick
    if is_quick:
        report(3, [1, 10])
    else:
        report(25, [1, 10, 100])
    for name, quick in OTHERS.items():
        print(f"\n{name}:", flush=True)
        command = [sys.executable, "-m", f"benchmarks.{name}"]
        subprocess.run(command + (quick if is_quick else []), check=True)


if __name__ == "__main__":
    main()
