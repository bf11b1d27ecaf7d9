"""What reading pipelines leaves and takes: bytes, threads, files. A process of its own.

    python benchmarks/sides/pipeline_memory.py [--scale S]

Prints one object of JSON: the figures by the rows of `benchmarks/data.py`.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import threading
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import runtime as tf

MEGABYTE = 1 << 20
RECORD = 64 << 10


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--scale", type=float, default=1.0)
    scale = parser.parse_args().scale
    with TemporaryDirectory() as folder:
        found = {
            "epoch": of_epoch(Path(folder), scale),
            **left_by_iterators(Path(folder), max(1, round(10_000 * scale))),
        }
    print(json.dumps(found))


def of_epoch(folder: Path, scale: float) -> float:
    """By how many megabytes an epoch over a file of 1 GB raises the process's peak.

    The records are batched and read ahead; what these buffers hold is not counted.
    """
    path = str(folder / "records")
    count = max(1, round(1024 * MEGABYTE * scale / RECORD))
    with tf.io.TFRecordWriter(path) as writer:
        for _ in range(count):
            writer.write(b"x" * RECORD)
    batches = tf.data.TFRecordDataset(path).batch(16).prefetch(2)
    next(iter(batches))
    before = _peak()
    for _ in batches:
        pass
    buffered = 16 * RECORD * 2 / MEGABYTE
    return max(0.0, _peak() - before - buffered)


def _peak() -> float:
    """The most megabytes that the process has had in memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def left_by_iterators(folder: Path, count: int) -> dict[str, float]:
    """Threads, open files and bytes that so many dropped iterators leave."""
    path = folder / "lines"
    path.write_bytes(b"one\ntwo\n" * 100)
    lines = tf.data.TextLineDataset(str(path)).shuffle(4).batch(2).prefetch(2)
    dataset = tf.data.Dataset.zip((lines, tf.data.Dataset.range(50)))

    def make(times: int) -> None:
        for _ in range(times):
            next(iter(dataset))
        gc.collect()

    measures: dict[str, Callable[[], float]] = {
        "threads": threading.active_count,
        "files": lambda: len(os.listdir("/proc/self/fd")),
        "kilobytes": lambda: tracemalloc.get_traced_memory()[0] / 1024,
    }
    make(100)
    tracemalloc.start()
    make(100)
    before = {name: measure() for name, measure in measures.items()}
    make(count)
    left: dict[str, Any] = {
        name: measure() - before[name] for name, measure in measures.items()
    }
    tracemalloc.stop()
    return left


if __name__ == "__main__":
    main()
