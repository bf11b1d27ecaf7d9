"""`autograph run-many`: rows a second by one worker and by several, rounds in turn.

    python benchmarks/run_many.py [--workers 2] [--files 8] [--rows 4000] [--rounds 3]

The model is three products of matrices of 512 on one thread; files are written to a
temporary folder, and read again in each round. The time that processes need to start
and to load is that of a run with one row a worker, and taken away.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from runtime.distribute.bulk.local_workers import computed_locally
from runtime.distribute.bulk.plans import planned
from runtime.distribute.bulk.tables import write_columns

WIDTH = 512


def model() -> Any:
    """The model of a worker, which uses one thread."""
    import runtime as tf

    random = np.random.default_rng(0)
    layers = [
        tf.constant(random.normal(size=(WIDTH, WIDTH)).astype("f4") / 32)
        for _ in range(3)
    ]

    @tf.function
    def predict(x: Any) -> Any:
        for layer in layers:
            x = tf.nn.relu(x @ layer)
        return {"y": tf.reduce_sum(x, 1)}

    return lambda batch: {"y": predict(tf.constant(batch["x"]))["y"].numpy()}


def seconds(pattern: str, rows: int, workers: int) -> float:
    """The time of one run into a fresh folder."""
    with tempfile.TemporaryDirectory() as folder:
        plan = planned([pattern], str(Path(folder, "out")), rows, "npz", {})
        begin = time.perf_counter()
        for _ in computed_locally(model, plan.parts, 256, workers):
            pass
        return time.perf_counter() - begin


def main() -> None:
    """Prints rows a second, and what part of the sum of single workers that is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--files", type=int, default=8)
    parser.add_argument("--rows", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    random = np.random.default_rng(0)
    counts = (1, given.workers)
    taken: dict[int, list[float]] = {each: [] for each in counts}
    with tempfile.TemporaryDirectory() as folder:
        for number in range(given.files):
            x = random.normal(size=(given.rows, WIDTH)).astype("f4")
            write_columns(Path(folder, f"rows{number}.npz"), {"x": x})
        for number in range(given.workers):
            write_columns(Path(folder, f"one{number}.npz"), {"x": x[:1]})
        for _ in range(given.rounds):
            for each in counts:
                start = seconds(str(Path(folder, "one*.npz")), given.rows, each)
                whole = seconds(str(Path(folder, "rows*.npz")), given.rows, each)
                taken[each].append(whole - start)
    total = given.files * given.rows
    one, several = (total / statistics.median(taken[each]) for each in counts)
    megabytes = total * WIDTH * 4 / 2**20
    print(f"{total} rows, {megabytes:.0f} MB; 1 worker {one:.0f} rows/s")
    share = several / (given.workers * one)
    print(f"{given.workers} workers {several:.0f} rows/s: {share:.0%} of their sum")


if __name__ == "__main__":
    main()
