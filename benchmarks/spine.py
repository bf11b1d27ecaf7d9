"""The three figures of the spine, each beside plain NumPy in the same run.

    python benchmarks/spine.py [--tensorflow PYTHON] [--rounds N]

Import times are of fresh processes. Every figure is the median of the rounds, which
take turns, so that a busy moment hits all of them.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from statistics import median
from time import perf_counter
from typing import Any

POWER_STEPS = 100

TENSORFLOW = """
import json, os, sys
os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
from time import perf_counter
import tensorflow as tf

add = tf.function(lambda a, b: a + b)

@tf.function
def power(x):
    result = tf.eye(10, dtype=tf.int32)
    for _ in range(100):
        result = tf.matmul(x, result)
    return result

def seconds(call, count):
    call()
    start = perf_counter()
    for _ in range(count):
        call()
    return (perf_counter() - start) / count

a, b = tf.constant(1.0), tf.constant(2.0)
x = tf.ones([10, 10], tf.int32)
for line in sys.stdin:
    print(json.dumps({
        "add": seconds(lambda: add(a, b), 1000), "power": seconds(lambda: power(x), 300)
    }), flush=True)
"""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    rows = [*import_rows(options), *call_rows(options)]
    print(f"{'':34}{'ours':>12}{'NumPy':>12}{'ratio':>8}{'TensorFlow':>13}{'goal':>16}")
    for label, ours, numpy_time, tensorflow_time, goal in rows:
        ratio = f"{ours / numpy_time:.2f}"
        other = "-" if tensorflow_time is None else show(tensorflow_time)
        times = f"{show(ours):>12}{show(numpy_time):>12}"
        print(f"{label:34}{times}{ratio:>8}{other:>13}{goal:>16}")


def show(seconds: float) -> str:
    """A time with a fitting unit."""
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds * 1e6:.2f} us"


def import_rows(options: argparse.Namespace) -> list[Any]:
    """Start-up, as fresh processes see it."""
    commands = {"runtime": "import runtime", "numpy": "import numpy"}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(options.rounds):
        for name, command in commands.items():
            times[name].append(import_seconds(sys.executable, command))
    tensorflow = None
    if options.tensorflow:
        tensorflow = import_seconds(options.tensorflow, "import tensorflow")
    ours, theirs = median(times["runtime"]), median(times["numpy"])
    return [("import", ours, theirs, tensorflow, "2.0 x NumPy")]


def import_seconds(python: str, command: str) -> float:
    """The time of one import in a fresh interpreter."""
    script = (
        "from time import perf_counter as now; start = now(); "
        f"{command}; print(now() - start)"
    )
    done = subprocess.run(
        [python, "-c", script], capture_output=True, text=True, check=True
    )
    return float(done.stdout.split()[-1])


def call_rows(options: argparse.Namespace) -> list[Any]:
    """Calls of traced functions."""
    import numpy as np

    import runtime as tf

    add = tf.function(lambda a, b: a + b)

    def power_steps(x: Any) -> Any:
        result = tf.eye(10, dtype=tf.int32)
        for _ in range(POWER_STEPS):
            result = tf.matmul(x, result)
        return result

    power = tf.function(power_steps)

    def numpy_power(x: Any) -> Any:
        result = np.eye(10, dtype=np.int32)
        for _ in range(POWER_STEPS):
            result = np.matmul(x, result)
        return result

    matrix = np.ones((10, 10), np.int32)
    tensor = tf.constant(matrix)
    a, b = tf.constant(1.0), tf.constant(2.0)
    array_a, array_b = np.array(1.0, np.float32), np.array(2.0, np.float32)
    cases = {
        "add": (lambda: add(a, b), lambda: np.add(array_a, array_b), 2000),
        "power": (lambda: power(tensor), lambda: numpy_power(matrix), 500),
    }
    peer = Peer(options.tensorflow)
    times: dict[str, list[Any]] = {name: [] for name in cases}
    for _ in range(options.rounds):
        theirs = peer.measure()
        for name, (ours, plain, count) in cases.items():
            one = seconds(ours, count), seconds(plain, count), theirs.get(name)
            times[name].append(one)
    peer.close()
    labels = {
        "add": ("traced a + b, scalars", "10 us"),
        "power": ("power(x, 100), int32 10 x 10", "1.0 x NumPy"),
    }
    return [
        (label, *map(middle, zip(*times[name])), goal)
        for name, (label, goal) in labels.items()
    ]


def middle(values: tuple[Any, ...]) -> float | None:
    """The median, or None where nothing was measured."""
    return None if None in values else median(values)


def seconds(call: Any, count: int) -> float:
    """The mean time of one call."""
    call()
    start = perf_counter()
    for _ in range(count):
        call()
    return (perf_counter() - start) / count


class Peer:
    """A TensorFlow process that measures when asked."""

    def __init__(self, python: str | None) -> None:
        self.process = python and subprocess.Popen(
            [python, "-c", TENSORFLOW],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def measure(self) -> dict[str, float]:
        """Its times now; empty without TensorFlow."""
        if not self.process:
            return {}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        measured: dict[str, float] = json.loads(self.process.stdout.readline())
        return measured

    def close(self) -> None:
        """Ends the process."""
        if self.process:
            self.process.communicate()


if __name__ == "__main__":
    main()
