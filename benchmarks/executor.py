"""What compiled graphs cost beside the same work in Python and NumPy.

    python benchmarks/executor.py [--rounds N]

Every figure is the median of the rounds, in which both sides take turns.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

import runtime as tf
from graphir.compute.threads import SETTINGS
from runtime.executor.planning import blocks

STEPS = 10_000
BLOCKS = (128, 256, 512)
"""Sizes in KiB."""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    print(f"{'':34}{'ours':>12}{'plain':>12}{'ratio':>8}")
    for label, ours, plain in cases():
        times = [(seconds(ours), seconds(plain)) for _ in range(rounds)]
        a, b = median(t[0] for t in times), median(t[1] for t in times)
        print(f"{label:34}{show(a):>12}{show(b):>12}{a / b:>8.2f}")
    print_blocks(rounds)
    for count in (200, 2000):
        middle = median(compile_seconds(count) for _ in range(rounds))
        print(f"{f'compile {count} ops':34}{show(middle):>12}")


def print_blocks(rounds: int) -> None:
    """Prints what a chain takes by the size of its blocks and the number of threads."""
    x = tf.constant(np.linspace(-3, 3, 1_000_000, dtype=np.float32))
    before = blocks.BLOCK_BYTES, SETTINGS.for_arrays
    for size in BLOCKS:
        blocks.BLOCK_BYTES = size << 10  # type: ignore[misc]
        chain = tf.function(curved)
        chain(x)
        for SETTINGS.for_arrays in (1, 2):
            middle = median(seconds(lambda f=chain: f(x)) for _ in range(rounds))
            label = f"14 ops on 1e6, {size} KiB, {SETTINGS.for_arrays} threads"
            print(f"{label:34}{show(middle):>12}")
    blocks.BLOCK_BYTES, SETTINGS.for_arrays = before  # type: ignore[misc]


def show(seconds: float) -> str:
    """A time with a fitting unit."""
    if seconds >= 1e-3:
        return f"{seconds * 1e3:.2f} ms"
    return f"{seconds * 1e6:.2f} us"


def seconds(call: Callable[[], Any], least: float = 0.05) -> float:
    """The mean time of one call, over at least that many seconds."""
    call()
    count, start = 0, perf_counter()
    while perf_counter() - start < least:
        call()
        count += 1
    return (perf_counter() - start) / count


def cases() -> list[tuple[str, Callable[[], Any], Callable[[], Any]]]:
    """Label, a traced function, and the same in plain Python and NumPy."""
    wide = tf.constant(np.linspace(0, 1, 100_000, dtype=np.float32))
    array = wide.numpy()
    steps, start = tf.constant(STEPS), tf.constant(27)
    loop, collatz, chain = map(tf.function, (counting, collatz_steps, chained))
    return [
        ("while, 10,000 steps", lambda: loop(steps), lambda: counting_plain(STEPS)),
        ("Collatz of 27", lambda: collatz(start), lambda: collatz_plain(27)),
        ("12 ops on 100,000 floats", lambda: chain(wide), lambda: chained_plain(array)),
    ]


def counting(steps: Any) -> Any:
    return tf.while_loop(
        lambda i, total: i < steps,
        lambda i, total: (i + 1, total + i * i),
        [tf.constant(0), tf.constant(0)],
    )[1]


def counting_plain(steps: int) -> int:
    i = total = 0
    while i < steps:
        i, total = i + 1, (total + i * i) & 0xFFFFFFFF
    return total


def collatz_steps(n: Any) -> Any:
    def turn(n: Any, steps: Any) -> Any:
        after = tf.cond(tf.equal(n % 2, 0), lambda: n // 2, lambda: 3 * n + 1)
        return after, steps + 1

    return tf.while_loop(lambda n, steps: n > 1, turn, [n, tf.constant(0)])[1]


def collatz_plain(n: int) -> int:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def chained(x: Any) -> Any:
    for _ in range(4):
        x = tf.maximum(x * 1.5 - 0.25, 0.0)
    return x


def chained_plain(x: Any) -> Any:
    half, quarter, zero = np.float32(1.5), np.float32(0.25), np.float32(0)
    for _ in range(4):
        x = np.maximum(x * half - quarter, zero)
    return x


def curved(x: Any) -> Any:
    t = tf.tanh(0.79788 * (x + 0.044715 * x * (x * x)))
    return (0.5 * x * (1.0 + t)) * ((0.1 * x + 0.2) * x + 0.3)


def compile_seconds(count: int) -> float:
    """The time to compile a chain of so many ops."""
    from graphir import dtypes
    from graphir.builder import GraphBuilder
    from graphir.graph import Graph
    from graphir.shapes import Shape
    from runtime.executor import compile_graph

    graph = Graph("chain")
    x = value = graph.add_input("x", dtypes.float32, Shape([None]))
    build = GraphBuilder(graph)
    for _ in range(count):
        value = build.node("AddV2", [value, x]).output
    start = perf_counter()
    compile_graph(graph, [x], [value])
    return perf_counter() - start


if __name__ == "__main__":
    main()
