"""A graph of many nodes: what tracing, optimizing and the first run take, and memory.

    python benchmarks/large_graphs.py [--nodes 100000] [--jit]

Each link of the chain reads its predecessor and one from half the way back. Times are
processor time of one process; memory is what the process has grown by at its peak.
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import numpy as np

import runtime as tf

PER_LINK = 6
"""Nodes of a link: four operations and two constants."""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--jit", action="store_true", help="with native code")
    options = parser.parse_args()
    x = tf.constant(np.ones(4, np.float32))
    tf.function(lambda x: tf.tanh(x) + 1.0, jit_compile=options.jit)(x)
    links = options.nodes // PER_LINK

    @tf.function(jit_compile=options.jit)
    def network(x: Any) -> Any:
        made = [x]
        for number in range(links):
            made.append(tf.tanh(made[-1] * 0.5 + made[len(made) // 2]) + float(number))
        return made[-1]

    before = peak_bytes()
    concrete = measured("trace", lambda: network.get_concrete_function(x))
    count = len(concrete.graph.ir)
    measured("optimize", lambda: concrete.optimized_graph)
    measured("first run", lambda: concrete(x))
    measured("second run", lambda: concrete(x))
    print(f"{count:,} nodes, {(peak_bytes() - before) / count:,.0f} bytes a node")


def measured(name: str, call: Callable[[], Any]) -> Any:
    """The result of a call, whose times are printed."""
    begun, start = process_time(), perf_counter()
    result = call()
    seconds, passed = process_time() - begun, perf_counter() - start
    print(f"{name:12} {seconds:6.2f} s of processor time, {passed:6.2f} s", flush=True)
    return result


def peak_bytes() -> int:
    """The most memory that the process has had."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


if __name__ == "__main__":
    sys.exit(main())
