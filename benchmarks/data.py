"""Pipelines of tf.data beside TensorFlow: microseconds an item, and ratios.

    python benchmarks/data.py [--tensorflow PYTHON] [--rounds N]

Each side runs in a process of its own; figures are the best of the rounds.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

Run = Callable[[], object]


def workloads(tf: Any) -> dict[str, tuple[Run, int]]:
    """What is timed, and of how many items each run is."""
    dataset = tf.data.Dataset
    items = np.arange(100_000, dtype=np.float32)
    images = np.zeros((60_000, 28, 28), np.uint8)

    def read(pipeline: Any) -> Run:
        return lambda: [None for _ in pipeline]

    def generated() -> Any:
        yield from range(20_000)

    @tf.function
    def looped(count: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for x in dataset.range(count):
            total += x * 2
        return total

    five = dataset.range(100).map(lambda x: x + 1).filter(lambda x: x > 0)
    five = five.shuffle(4).batch(2)
    slices, pictures = dataset.from_tensor_slices, dataset.from_tensor_slices(images)
    mapped = pictures.map(lambda x: tf.cast(x, tf.float32) / 255.0)
    spec = tf.TensorSpec([], tf.int64)
    steps = tf.constant(10_000, tf.int64)
    return {
        "slices, map, shuffle, batch: an item": (
            read(slices(items).map(lambda x: x * 2).shuffle(1000).batch(32)),
            100_000,
        ),
        "images, shuffle, batch(32): a batch": (
            read(pictures.shuffle(10_000).batch(32)),
            1875,
        ),
        "images, map, shuffle, batch(32): a batch": (
            read(mapped.take(20_000).shuffle(10_000).batch(32)),
            625,
        ),
        "from_generator: an item": (
            read(dataset.from_generator(generated, output_signature=spec)),
            20_000,
        ),
        "a bare generator: an item": (lambda: [None for _ in generated()], 20_000),
        "a loop in a function: a step": (lambda: looped(steps), 10_000),
        "start of an iterator of five stages": (lambda: next(iter(five)), 1),
    }


def measured(module: str, rounds: int) -> dict[str, float]:
    """Microseconds an item of each workload."""
    tf = importlib.import_module(module)
    found = {}
    for name, (run, count) in workloads(tf).items():
        run()
        times = []
        for _ in range(rounds):
            begun = perf_counter()
            run()
            times.append(perf_counter() - begun)
        found[name] = min(times) * 1e6 / count
    return found


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--side", help="measure one module, and print JSON")
    asked = parser.parse_args()
    if asked.side:
        print(json.dumps(measured(asked.side, asked.rounds)))
        return
    ours = measured("runtime", asked.rounds)
    theirs: dict[str, float] = {}
    if asked.tensorflow:
        command = [asked.tensorflow, __file__, "--side", "tensorflow"]
        command += ["--rounds", str(asked.rounds)]
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
        done = subprocess.run(command, stdout=-1, check=True, env=environment)
        theirs = json.loads(done.stdout.splitlines()[-1])
    print("| pipeline | here, us | TensorFlow, us | ratio |\n| --- | --- | --- | --- |")
    for name, mine in ours.items():
        other = theirs.get(name)
        rest = f"{other:.1f} | {other / mine:.1f}" if other else "- | -"
        print(f"| {name} | {mine:.2f} | {rest} |")


if __name__ == "__main__":
    sys.exit(main())
