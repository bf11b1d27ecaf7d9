"""Traced functions beside the same work in plain NumPy, in one run.

    python benchmarks/workloads.py [--rounds N] [--tensorflow PYTHON] [--only WORDS]

Every figure is the median of the rounds, in which all sides take turns. NumPy runs
as one would write it by hand; scalar loops are plain Python there. TensorFlow runs
the very same functions in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

Call = Callable[[], Any]


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--only", default="", help="words of the workloads to run")
    parser.add_argument("--peer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        serve(options.only)
        return
    import runtime as tf

    ours = dict(workloads(tf, options.only))
    plain = {name: call for name, call in numpy_calls().items() if name in ours}
    peer = Peer(options.tensorflow, options.only)
    rounds = [measured(ours, plain, peer) for _ in range(options.rounds)]
    peer.close()
    print(f"{'':30}{'ours':>11}{'NumPy':>11}{'ratio':>8}{'TensorFlow':>13}")
    for name in ours:
        times = [middle([each[side].get(name) for each in rounds]) for side in range(3)]
        print(f"{name:30}{row(*times)}")
    first_calls(tf)


def measured(ours: dict[str, Call], plain: dict[str, Call], peer: Peer) -> list[Any]:
    """One round of all three."""
    mine, theirs = {}, {}
    for name, call in ours.items():
        mine[name] = seconds(call)
        if name in plain:
            theirs[name] = seconds(plain[name])
    return [mine, theirs, peer.measure()]


def row(ours: float | None, plain: float | None, peer: float | None) -> str:
    """The columns of one workload."""
    ratio = f"{ours / plain:.2f}" if ours and plain else "-"
    return f"{show(ours):>11}{show(plain):>11}{ratio:>8}{show(peer):>13}"


def middle(values: list[float | None]) -> float | None:
    """The median, or None where nothing was measured."""
    known = [value for value in values if value is not None]
    return median(known) if known else None


def show(time: float | None) -> str:
    """A time with a fitting unit."""
    if time is None:
        return "-"
    return f"{time * 1e3:.2f} ms" if time >= 1e-3 else f"{time * 1e6:.2f} us"


def seconds(call: Call, least: float = 0.03) -> float:
    """The time of one call, repeated for at least that many seconds."""
    call()
    count, start = 0, perf_counter()
    while (passed := perf_counter() - start) < least:
        call()
        count += 1
    return passed / count


def first_calls(tf: Any) -> None:
    """Prints what tracing, optimizing and compiling takes, once the rest is loaded."""
    x = tf.constant(np.linspace(0, 1, 16, dtype=np.float32))
    for count in (2, 20, 200, 2000):

        def unrolled(x: Any, count: int = count) -> Any:
            for index in range(count // 2):
                x = tf.tanh(x) + 0.001 * index
            return x

        start = perf_counter()
        tf.function(unrolled)(x)
        print(f"{f'first call, {count} ops':30}{show(perf_counter() - start):>11}")


class Peer:
    """TensorFlow in its own process, if its interpreter is given."""

    def __init__(self, python: str | None, only: str) -> None:
        self.process = None
        if python:
            command = [python, __file__, "--peer", "--only", only]
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )

    def measure(self) -> dict[str, float]:
        """One round of all workloads."""
        if self.process is None or not (self.process.stdin and self.process.stdout):
            return {}
        print(file=self.process.stdin, flush=True)
        times: dict[str, float] = json.loads(self.process.stdout.readline())
        return times

    def close(self) -> None:
        """Ends the process."""
        if self.process is not None:
            self.process.communicate()


def serve(only: str) -> None:
    """Measures once for each line read, under TensorFlow."""
    import tensorflow as tf  # type: ignore[import-untyped, unused-ignore]

    calls = dict(workloads(tf, only))
    for _ in sys.stdin:
        times = {name: seconds(call) for name, call in calls.items()}
        print(json.dumps(times), flush=True)


# --- the work


def sample(*shape: int) -> Any:
    """Normal float32 numbers, always the same ones."""
    return np.random.RandomState(7).standard_normal(shape).astype(np.float32)


def power(tf: Any, x: Any) -> Any:
    result = tf.eye(10, dtype=tf.int32)
    for _ in range(100):
        result = tf.matmul(x, result)
    return result


def squares(tf: Any, n: Any) -> Any:
    zero = tf.constant(0, tf.int64)
    return tf.while_loop(
        lambda i, total: i < n, lambda i, total: (i + 1, total + i * i), [zero, zero]
    )[1]


def collatz(tf: Any, n: Any) -> Any:
    def turn(n: Any, steps: Any) -> Any:
        after = tf.cond(tf.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1)
        return after, steps + 1

    start = [n, tf.constant(0, tf.int64)]
    return tf.while_loop(lambda n, steps: tf.not_equal(n, 1), turn, start)[1]


def chain(np_or_tf: Any, x: Any) -> Any:
    inner = 0.7978845608 * (x + 0.044715 * x * (x * x))
    gelu = 0.5 * x * (1.0 + np_or_tf.tanh(inner))
    return gelu * ((0.1 * x + 0.2) * x + 0.3)


def normalized(tf: Any, x: Any) -> Any:
    centered = x - tf.reduce_mean(x, axis=-1, keepdims=True)
    variance = tf.reduce_mean(centered * centered, axis=-1, keepdims=True)
    return centered * tf.math.rsqrt(variance + 1e-5)


def workloads(tf: Any, only: str) -> Iterator[tuple[str, Call]]:
    """Name and call of each traced function; some words choose."""
    words = only.split()
    for name, (function, values) in functions().items():
        if words and not any(word in name for word in words):
            continue
        arguments = [
            {key: tf.constant(each) for key, each in value.items()}
            if isinstance(value, dict)
            else tf.constant(value)
            for value in values
        ]
        yield name, call_of(tf, function, arguments)


def call_of(tf: Any, function: Callable[..., Any], arguments: list[Any]) -> Call:
    """A call of the traced function."""
    traced = tf.function(lambda *args: function(tf, *args), autograph=False)
    return lambda: traced(*arguments)


def functions() -> dict[str, tuple[Callable[..., Any], list[Any]]]:
    """What each workload does with a library, and its arguments."""
    scalars = {f"k{index}": np.float32(index) for index in range(20)}
    matrix, images = sample(1024, 1024), sample(8, 32, 32, 32)
    return {
        "a + b, scalars": (lambda tf, a, b: a + b, [np.float32(1), np.float32(2)]),
        "dict of 20 scalars": (lambda tf, d: d["k0"] + d["k9"], [scalars]),
        "power, 100 of 10 x 10 int32": (power, [np.eye(10, dtype=np.int32)]),
        "while, 10,000 steps": (squares, [np.int64(10_000)]),
        "Collatz of 837,799": (collatz, [np.int64(837_799)]),
        "chain of 14, 1e6": (chain, [sample(1_000_000)]),
        "chain of 14, 1e7": (chain, [sample(10_000_000)]),
        "softmax 1024 x 1024": (lambda tf, x: tf.nn.softmax(x), [matrix]),
        "layer norm 1024 x 1024": (normalized, [matrix]),
        "convolution 3 x 3": (
            lambda tf, x, w: tf.nn.conv2d(x, w, 1, "SAME"),
            [images, sample(3, 3, 32, 64)],
        ),
        "matmul 1024": (lambda tf, a: tf.matmul(a, a), [matrix]),
    }


def numpy_calls() -> dict[str, Call]:
    """The same in NumPy, and in Python where a loop runs over scalars."""
    one, two, table = np.float32(1), np.float32(2), {"k0": np.float32(0)}
    table["k9"] = np.float32(9)
    integers, matrix = np.eye(10, dtype=np.int32), sample(1024, 1024)
    images, filters = sample(8, 32, 32, 32), sample(3, 3, 32, 64)
    small, large = sample(1_000_000), sample(10_000_000)
    return {
        "a + b, scalars": lambda: np.add(one, two),
        "dict of 20 scalars": lambda: np.add(table["k0"], table["k9"]),
        "power, 100 of 10 x 10 int32": lambda: power_numpy(integers),
        "while, 10,000 steps": lambda: squares_python(10_000),
        "Collatz of 837,799": lambda: collatz_python(837_799),
        "chain of 14, 1e6": lambda: chain(np, small),
        "chain of 14, 1e7": lambda: chain(np, large),
        "softmax 1024 x 1024": lambda: softmax_numpy(matrix),
        "layer norm 1024 x 1024": lambda: normalized_numpy(matrix),
        "convolution 3 x 3": lambda: convolution_numpy(images, filters),
        "matmul 1024": lambda: np.matmul(matrix, matrix),
    }


def power_numpy(x: Any) -> Any:
    result = np.eye(10, dtype=np.int32)
    for _ in range(100):
        result = np.matmul(x, result)
    return result


def squares_python(n: int) -> int:
    i = total = 0
    while i < n:
        total += i * i
        i += 1
    return total


def collatz_python(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def softmax_numpy(x: Any) -> Any:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def normalized_numpy(x: Any) -> Any:
    centered = x - x.mean(-1, keepdims=True)
    variance = (centered * centered).mean(-1, keepdims=True)
    return centered / np.sqrt(variance + np.float32(1e-5))


def convolution_numpy(images: Any, filters: Any) -> Any:
    padded = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    views = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), (1, 2))
    rows = views.transpose(0, 1, 2, 4, 5, 3).reshape(-1, 288)
    return (rows @ filters.reshape(288, 64)).reshape(8, 32, 32, 64)


if __name__ == "__main__":
    main()
