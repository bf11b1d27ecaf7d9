"""Saving and loading beside TensorFlow, in one run: milliseconds, and ratios.

    python benchmarks/state.py [--tensorflow PYTHON] [--rounds N] [--megabytes N]

Each side runs in a process of its own, one after the other in turns; figures are
medians, of the clock's time and of the processor's. Writes are followed by a sync of
the files.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from time import perf_counter, process_time
from typing import Any

import numpy as np

Run = Callable[[], object]
SMALL = 10_000
NODES = 5_000
LARGE = 20


def synced(folder: str) -> None:
    """Lets the disk have all files of a folder."""
    for each in (folder, *(entry.path for entry in os.scandir(folder))):
        number = os.open(each, os.O_RDONLY)
        os.fsync(number)
        os.close(number)


def workloads(tf: Any, folder: str, megabytes: int) -> dict[str, Run]:
    """What is timed, by name."""
    size = megabytes * 1_000_000 // LARGE // 4
    large = tf.train.Checkpoint(v=[tf.Variable(part) for part in parts(size)])
    small = tf.train.Checkpoint(v=[tf.Variable(float(index)) for index in range(SMALL)])
    paths = {name: os.path.join(folder, name, "c") for name in ("large", "small")}
    for path in paths.values():
        os.makedirs(os.path.dirname(path), exist_ok=True)
    model = os.path.join(folder, "model")
    tf.saved_model.save(chain(tf), model)
    writer = tf.summary.create_file_writer(os.path.join(folder, "events"))

    def write_large() -> None:
        large.write(paths["large"])
        synced(os.path.dirname(paths["large"]))

    def write_small() -> None:
        small.write(paths["small"])
        synced(os.path.dirname(paths["small"]))

    scalar = scalar_of(tf)

    def summarize() -> None:
        with writer.as_default():
            for step in range(1000):
                scalar("loss", 0.5, step=step)

    return {
        f"write of {megabytes} MB in {LARGE} variables": write_large,
        f"read of {megabytes} MB": lambda: large.read(paths["large"]),
        f"write of {SMALL:,} small variables": write_small,
        f"read of {SMALL:,} small variables": lambda: small.read(paths["small"]),
        f"load of a SavedModel of {NODES:,} nodes": lambda: tf.saved_model.load(model),
        "1,000 scalar summaries": summarize,
    }


def scalar_of(tf: Any) -> Callable[..., object]:
    """What writes a scalar; TensorFlow has its own only where TensorBoard is."""
    if tf.__name__ == "tensorflow" and find_spec("tensorboard") is None:
        return write_scalar(tf)
    written: Callable[..., object] = tf.summary.scalar
    return written


def write_scalar(tf: Any) -> Callable[..., object]:
    """The op that `tf.summary.scalar` comes down to, with the same metadata."""
    metadata = tf.compat.v1.SummaryMetadata(
        plugin_data=tf.compat.v1.SummaryMetadata.PluginData(plugin_name="scalars")
    )

    def write(tag: str, value: float, step: int) -> object:
        return tf.summary.write(
            tag, tf.constant(value, tf.float32), step, metadata=metadata
        )

    return write


def parts(size: int) -> list[Any]:
    """Arrays of random numbers."""
    draw = np.random.default_rng(7)
    return [draw.standard_normal(size, dtype=np.float32) for _ in range(LARGE)]


def chain(tf: Any) -> Any:
    """An object with a function of so many nodes."""
    module = tf.Module()
    module.v = tf.Variable(1.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)], autograph=False)
    def run(x: Any) -> Any:
        for _ in range(NODES // 2):
            x = x * module.v + 1.0
        return x

    module.run = run
    return module


def plain_write(folder: str, megabytes: int) -> Run:
    """What the disk gives: one file, written and synced."""
    data = np.random.default_rng(7).bytes(megabytes * 1_000_000)
    path = os.path.join(folder, "plain")

    def write() -> None:
        with open(path, "wb", buffering=0) as file:
            done = 0
            while done < len(data):
                done += file.write(memoryview(data)[done:]) or 0
            os.fsync(file.fileno())

    return write


def serve(module: str, megabytes: int) -> None:
    """Times the workload that each line of the input names, and prints seconds."""
    tf = importlib.import_module(module)
    folder = tempfile.mkdtemp()
    try:
        runs = workloads(tf, folder, megabytes)
        runs["plain write"] = plain_write(folder, megabytes)
        print(json.dumps(list(runs)), flush=True)
        for line in sys.stdin:
            begun, busy = perf_counter(), process_time()
            runs[line.strip()]()
            print(perf_counter() - begun, process_time() - busy, flush=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Side:
    """A process that times workloads when asked."""

    def __init__(self, python: str, module: str, megabytes: int) -> None:
        command = [python, __file__, "--side", module, "--megabytes", str(megabytes)]
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"}
        self._process = subprocess.Popen(
            command, stdin=-1, stdout=-1, text=True, env=environment
        )
        self.names: list[str] = json.loads(self._line())

    def _line(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise RuntimeError("The process that is timed has ended.")
        return line

    def seconds(self, name: str) -> tuple[float, float]:
        """The time of one run, and that of the processor."""
        assert self._process.stdin is not None
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        elapsed, busy = map(float, self._line().split())
        return elapsed, busy

    def end(self) -> None:
        """Ends the process, which removes its files."""
        self._process.communicate()


def medians(times: list[tuple[float, float]]) -> tuple[float, float]:
    """In milliseconds."""
    elapsed, busy = (1e3 * statistics.median(each) for each in zip(*times))
    return elapsed, busy


def row(name: str, times: list[tuple[float, float]]) -> str:
    """A line of the table: both times of each side, with ratios."""
    cells = [name]
    for mine, *others in zip(*times):
        cells.append(f"{mine:.1f}")
        cells += (
            [f"{others[0]:.1f}", f"{others[0] / mine:.2f}"] if others else ["-"] * 2
        )
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--side", help="serve one module; for the program itself")
    asked = parser.parse_args()
    if asked.side:
        serve(asked.side, asked.megabytes)
        return
    sides = [Side(sys.executable, "runtime", asked.megabytes)]
    if asked.tensorflow:
        sides.append(Side(asked.tensorflow, "tensorflow", asked.megabytes))
    print(
        "| work | here, ms | there, ms | ratio | CPU here | CPU there | ratio |\n"
        "| --- | --- | --- | --- | --- | --- | --- |"
    )
    for name in sides[0].names:
        times: list[list[tuple[float, float]]] = [[] for _ in sides]
        for _ in range(asked.rounds + 1):
            for found, side in zip(times, sides):
                found.append(side.seconds(name))
        # the first round is for imports and caches
        print(row(name, [medians(found[1:]) for found in times]), flush=True)
    for side in sides:
        side.end()


if __name__ == "__main__":
    main()
