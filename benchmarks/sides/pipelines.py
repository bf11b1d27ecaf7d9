"""Pipelines of `benchmarks/data.py` in tf.data: of this runtime, or of TensorFlow."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

Run = Callable[[], int]
"""Runs once, and says over how many items."""


def calls(tf: Any, folder: Path, scale: float) -> dict[str, Callable[[], Run]]:
    """What makes each run, by the names of `GOALS`."""
    count = max(1, round(100_000 * scale))
    yielded = yielded_items(scale)
    return {
        "slices": lambda: of_slices(tf, count),
        "images": lambda: of_images(tf, scale, "shuffle"),
        "images, shuffle, map": lambda: of_images(tf, scale, "shuffle map"),
        "images, map, shuffle": lambda: of_images(tf, scale, "map shuffle"),
        "generator": lambda: of_generator(tf, yielded),
        "generator of pairs": lambda: of_pairs(tf, yielded),
        "records": lambda: of_records(tf, folder, count),
        "calls": lambda: of_long_calls(tf, scale, None),
        "calls, two at once": lambda: of_long_calls(tf, scale, 2),
        "loop": lambda: of_loop(tf, scale, None),
        "loop, native": lambda: of_loop(tf, scale, True),
        "start": lambda: of_start(tf),
    }


def reading(pipeline: Any, count: int) -> Run:
    """Reads a pipeline to its end."""

    def run() -> int:
        for _ in pipeline:
            pass
        return count

    return run


def of_slices(tf: Any, count: int) -> Run:
    """Scalars that are doubled, shuffled and stacked."""
    items = np.arange(count, dtype=np.float32)
    numbers = tf.data.Dataset.from_tensor_slices(items).map(lambda x: x * 2)
    return reading(numbers.shuffle(1000).batch(32), count)


def of_images(tf: Any, scale: float, stages: str) -> Run:
    """Small images in shuffled batches, as bytes or as fractions."""
    count = max(32, round(60_000 * scale))
    found = tf.data.Dataset.from_tensor_slices(np.zeros((count, 28, 28), np.uint8))
    for stage in stages.split():
        if stage == "map":
            found = found.map(lambda x: tf.cast(x, tf.float32) / 255.0)
        else:
            found = found.shuffle(10_000)
    return reading(found.batch(32), -(-count // 32))


def yielded_items(scale: float) -> int:
    """How many items the generators yield."""
    return max(1, round(20_000 * scale))


def numbers(count: int) -> Iterator[int]:
    """What the generators yield: as little work as there can be."""
    yield from range(count)


def pairs(count: int) -> Iterator[tuple[Any, int]]:
    """A row and a label each."""
    row = np.zeros(8, np.float32)
    for number in range(count):
        yield row, number


def of_generator(tf: Any, count: int) -> Run:
    """Numbers of a Python generator."""
    spec = tf.TensorSpec([], tf.int64)
    made = tf.data.Dataset.from_generator(lambda: numbers(count), output_signature=spec)
    return reading(made, count)


def of_pairs(tf: Any, count: int) -> Run:
    """Rows and labels of a Python generator."""
    spec = (tf.TensorSpec([8], tf.float32), tf.TensorSpec([], tf.int64))
    made = tf.data.Dataset.from_generator(lambda: pairs(count), output_signature=spec)
    return reading(made, count)


def of_records(tf: Any, folder: Path, count: int) -> Run:
    """Records of two features each, parsed in batches."""
    path = str(folder / f"{tf.__name__}.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for number in range(count):
            label = tf.train.Int64List(value=[number])
            row = tf.train.FloatList(value=[number] * 8)
            feature = {
                "label": tf.train.Feature(int64_list=label),
                "row": tf.train.Feature(float_list=row),
            }
            features = tf.train.Features(feature=feature)
            writer.write(tf.train.Example(features=features).SerializeToString())
    kinds = {
        "label": tf.io.FixedLenFeature([], tf.int64),
        "row": tf.io.FixedLenFeature([8], tf.float32),
    }
    records = tf.data.TFRecordDataset(path).batch(128)
    parsed = records.map(lambda x: tf.io.parse_example(x, kinds))
    return reading(parsed, -(-count // 128))


def of_long_calls(tf: Any, scale: float, at_once: int | None) -> Run:
    """Calls of Python that spend a millisecond or so without the interpreter's lock."""
    count = max(4, round(200 * scale))
    work = long_work()

    def call(x: Any) -> Any:
        return tf.numpy_function(work, [x], tf.float64)

    given = tf.data.Dataset.from_tensor_slices(np.arange(float(count)))
    return reading(given.map(call, num_parallel_calls=at_once), count)


def long_work() -> Callable[[Any], Any]:
    """NumPy's work of a millisecond or so."""
    rows = np.random.default_rng(0).random(100_000)
    return lambda x: np.sqrt(np.sin(rows) + 2.0)[0] + x


def of_loop(tf: Any, scale: float, jit_compile: bool | None) -> Run:
    """A loop in a function over a range, whose body is a sum."""
    count = max(10, round(10_000 * scale))
    dataset = tf.data.Dataset

    @tf.function
    def looped(limit: Any) -> Any:
        total = tf.constant(0, tf.int64)
        for x in dataset.range(limit):
            total += x * 2
        return total

    if jit_compile:
        looped = tf.function(looped.python_function, jit_compile=True)
    limit = tf.constant(count, tf.int64)

    def run() -> int:
        looped(limit)
        return count

    return run


def of_start(tf: Any) -> Run:
    """The first element of five stages."""
    five = tf.data.Dataset.range(100).map(lambda x: x + 1).filter(lambda x: x > 0)
    five = five.shuffle(4).batch(2)

    def run() -> int:
        for _ in itertools.repeat(None, 10):
            next(iter(five))
        return 10

    return run
