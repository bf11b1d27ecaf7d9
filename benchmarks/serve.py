"""One side of the table in a process of its own; `performance.py` asks it for times.

    python benchmarks/serve.py SIDE

Each line read is a workload and the least time to measure; each line written is JSON:
the seconds of one call, those of the first one, and sums of what it gives.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

MODULES = {
    "default": "tensors",
    "jit": "tensors",
    "project": "project",
    "TensorFlow": "tensors",
    "XLA": "tensors",
    "JAX": "jax_arrays",
    "PyTorch": "torch_tensors",
    "NumPy": "numpy_arrays",
}


def main() -> None:
    """Answers until the input ends."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    name = sys.argv[1]
    side = import_module(f"sides.{MODULES[name]}")
    choose_library(name, side)
    makers = side.calls()
    made: dict[str, Any] = {}
    for line in sys.stdin:
        workload, least = json.loads(line)
        found = answer(side, makers, made, workload, least)
        print(json.dumps(found), file=answers, flush=True)


def choose_library(name: str, side: Any) -> None:
    """What the side of tensors is imported from, and how it traces."""
    if name in ("default", "jit"):
        side.use(import_module("runtime"), jit_compile=name == "jit" or None)
    elif name == "project":
        side.use(import_module("runtime"))
    elif name in ("TensorFlow", "XLA"):
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        library = import_module("tensorflow")
        library.get_logger().setLevel("ERROR")
        side.use(library, jit_compile=name == "XLA")


def answer(
    side: Any,
    makers: dict[str, Callable[[], Callable[[], Any]]],
    made: dict[str, Any],
    workload: str,
    least: float,
) -> dict[str, Any]:
    """The times of a workload; none where the side has no such workload."""
    if workload not in makers:
        return {}
    try:
        if workload not in made:
            call = makers[workload]()
            start = perf_counter()
            result = call()
            made[workload] = call, perf_counter() - start, sums(side.as_arrays(result))
        call, first, found = made[workload]
        return {"time": seconds(call, least), "first": first, "sums": found}
    except Exception as error:
        # one side's failure is a gap in the table, with its reason below
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0]}


def sums(arrays: list[Any]) -> list[float]:
    """What two sides must agree on."""
    return [float(np.sum(np.abs(each.astype(np.float64)))) for each in arrays]


def seconds(call: Callable[[], Any], least: float) -> float:
    """The time of one call, repeated for at least that many seconds."""
    count, start = 0, perf_counter()
    while True:
        call()
        count += 1
        passed = perf_counter() - start
        if passed >= least:
            return passed / count


if __name__ == "__main__":
    main()
