"""Converted code on plain values beside Python: time, depth of recursion.

    python benchmarks/plain_python.py [--rounds N]

Prints the table that stands in `docs/performance.md`. Plain and converted calls take
turns, and the median of the ratios counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from statistics import quantiles
from typing import Any


def loop(n: int) -> Any:
    """Arithmetic in a loop."""
    total = 0
    for i in range(n):
        if i % 3 == 0:
            total += i * 2
        else:
            total -= i
    return total


def ifs(n: int) -> Any:
    """Nested branches."""
    r = 0
    for i in range(n):
        if i > 10:
            if i > 100:
                if i > 1000:
                    r += 3
                else:
                    r += 2
            else:
                r += 1
        elif i == 5:
            r -= 1
    return r


def build(n: int) -> Any:
    """A list that grows, and a comprehension."""
    out = []
    for i in range(n):
        if i & 1:
            out.append(i * i)
    return [x + 1 for x in out if x]


def strings(n: int) -> Any:
    """Methods of strings."""
    parts = []
    for i in range(n):
        s = str(i)
        if s.endswith("7"):
            s = s.upper().zfill(5)
        parts.append(s)
    return ",".join(parts)


def fib(n: int) -> Any:
    """Recursion with two calls."""
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def straight(a: int) -> Any:
    """No control flow."""
    b = a * 2 + 1
    c = b - a
    d = (a + b) * c
    e = abs(d) + max(a, b)
    f = d // (c + 1)
    return a + b + c + d + e + f


class Counter:
    """Its methods do next to nothing: what a call costs is all there is."""

    def __init__(self) -> None:
        self.count = 0

    def add(self, step: int) -> int:
        self.count += step
        return self.count

    def add_twice(self, step: int) -> int:
        self.add(step)
        return self.add(step)


def methods(n: int) -> Any:
    """Calls of small methods."""
    counter = Counter()
    for i in range(n):
        counter.add_twice(i)
    return counter.count


def depth(n: int) -> Any:
    """Recursion with one call."""
    if n == 0:
        return 0
    return 1 + depth(n - 1)


def times_plain(
    converted: Callable[[int], Any],
    function: Callable[[int], Any],
    argument: int,
    count: int,
    rounds: int,
) -> tuple[float, float]:
    """How often the time of `function` the converted one takes; of `count` calls.

    The two take turns, so that what else the machine does falls on both: the median of
    the rounds' ratios, and the width of their middle half.
    """
    ratios = []
    for _ in range(rounds):
        plain = seconds(function, argument, count)
        ratios.append(seconds(converted, argument, count) / plain)
    first, middle, third = quantiles(ratios, n=4)
    return middle, third - first


def seconds(function: Callable[[int], Any], argument: int, count: int) -> float:
    """The processor time of `count` calls."""
    begin = time.process_time()
    for _ in range(count):
        function(argument)
    return time.process_time() - begin


def deepest(function: Callable[[int], Any]) -> int:
    """How deep the function can recurse."""
    reached = 1
    while True:
        try:
            function(reached)
        except RecursionError:
            return reached
        reached += 1


CASES = (
    (loop, 1000, 10),
    (ifs, 1000, 10),
    (build, 1000, 8),
    (strings, 1000, 4),
    (fib, 15, 2),
    (straight, 3, 1000),
    (methods, 1000, 5),
)
"""Functions, their argument, and calls that take about a millisecond."""


def main() -> None:
    """Print the table."""
    from autograph import to_graph  # `recorded_python.py` has TensorFlow's instead

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--rounds", type=int, default=60)
    rounds = parser.parse_args().rounds
    print("| shape | times plain Python | middle half |\n| --- | --- | --- |")
    for function, argument, count in CASES:
        converted = to_graph(function)
        assert converted(argument) == function(argument)
        found, width = times_plain(converted, function, argument, count, rounds)
        label = (function.__doc__ or "").rstrip(".").lower()
        print(f"| {label} | {found:.1f} | ± {width / 2:.2f} |")
    print(f"\nrecursion: {deepest(to_graph(depth))} of Python's {deepest(depth)}")


if __name__ == "__main__":
    main()
