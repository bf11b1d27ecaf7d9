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
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import numpy as np

Run = Callable[[], object]


def workloads(tf: Any, folder: Path) -> dict[str, tuple[Run, int]]:
    """What is timed, and of how many items each run is."""
    dataset = tf.data.Dataset
    items = np.arange(100_000, dtype=np.float32)

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
    doubled = dataset.from_tensor_slices(items).map(lambda x: x * 2)
    spec = tf.TensorSpec([], tf.int64)
    steps = tf.constant(10_000, tf.int64)
    return {
        "slices, map, shuffle, batch: an item": (
            reading(doubled.shuffle(1000).batch(32)),
            100_000,
        ),
        **of_images(tf),
        "from_generator: an item": (
            reading(dataset.from_generator(generated, output_signature=spec)),
            20_000,
        ),
        "a bare generator: an item": (lambda: [None for _ in generated()], 20_000),
        "records, batch(128), parse_example: a batch": of_records(tf, folder),
        "a map of 1 ms of NumPy, one thread: a call": of_long_calls(tf, None),
        "a map of 1 ms of NumPy, two threads: a call": of_long_calls(tf, 2),
        "a loop in a function: a step": (lambda: looped(steps), 10_000),
        "start of an iterator of five stages": (lambda: next(iter(five)), 1),
    }


def reading(pipeline: Any) -> Run:
    """Reads a pipeline to its end."""
    return lambda: [None for _ in pipeline]


def of_images(tf: Any) -> dict[str, tuple[Run, int]]:
    """60,000 small images in shuffled batches."""
    pictures = tf.data.Dataset.from_tensor_slices(np.zeros((60_000, 28, 28), np.uint8))
    mapped = pictures.map(lambda x: tf.cast(x, tf.float32) / 255.0)
    return {
        "images, shuffle, batch(32): a batch": (
            reading(pictures.shuffle(10_000).batch(32)),
            1875,
        ),
        "images, map, shuffle, batch(32): a batch": (
            reading(mapped.take(20_000).shuffle(10_000).batch(32)),
            625,
        ),
    }


def of_records(tf: Any, folder: Path) -> tuple[Run, int]:
    """100,000 records of two features each."""
    path = str(folder / f"{tf.__name__}.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for number in range(100_000):
            feature = {
                "label": _feature(tf, int64_list=tf.train.Int64List(value=[number])),
                "row": _feature(tf, float_list=tf.train.FloatList(value=[number] * 8)),
            }
            features = tf.train.Features(feature=feature)
            writer.write(tf.train.Example(features=features).SerializeToString())
    kinds = {
        "label": tf.io.FixedLenFeature([], tf.int64),
        "row": tf.io.FixedLenFeature([8], tf.float32),
    }
    records = tf.data.TFRecordDataset(path).batch(128)
    return reading(records.map(lambda x: tf.io.parse_example(x, kinds))), 782


def _feature(tf: Any, **lists: Any) -> Any:
    return tf.train.Feature(**lists)


def of_long_calls(tf: Any, threads: int | None) -> tuple[Run, int]:
    """Calls of Python that spend a millisecond or so without the interpreter's lock."""
    rows = np.random.default_rng(0).random(100_000)

    def work(x: Any) -> Any:
        return np.sqrt(np.sin(rows) + 2.0)[0] + x

    def call(x: Any) -> Any:
        return tf.numpy_function(work, [x], tf.float64)

    numbers = tf.data.Dataset.from_tensor_slices(np.arange(100.0))
    return reading(numbers.map(call, num_parallel_calls=threads)), 100


def measured(module: str, rounds: int) -> dict[str, float]:
    """Microseconds an item of each workload."""
    tf = importlib.import_module(module)
    with TemporaryDirectory() as folder:
        return {
            name: _least(run, rounds) * 1e6 / count
            for name, (run, count) in workloads(tf, Path(folder)).items()
        }


def _least(run: Run, rounds: int) -> float:
    """The seconds of the best round, after one that is not counted."""
    run()
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        run()
        times.append(perf_counter() - begun)
    return min(times)


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
