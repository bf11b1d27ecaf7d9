"""One side of `keras_models.py` in a process of its own.

    python benchmarks/keras_serve.py SIDE

Each line read is a model and how it is trained, `fit` or `loop`; each line written is
JSON: seconds of a step by the clock and of the processor, the loss and the memory.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from time import perf_counter, process_time
from typing import Any

from sides.keras_steps import STEPS, fitting, own_steps


def main() -> None:
    """Answers until the input ends."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    side = sys.argv[1]
    make = maker(side)
    made: dict[tuple[str, str], Callable[[], float]] = {}
    for line in sys.stdin:
        name, way = json.loads(line)
        try:
            found = answer(made, make, name, way)
        except Exception as error:
            # one side's failure is a gap in the table, with its reason below
            found = {"error": f"{type(error).__name__}: {error}".splitlines()[0]}
        print(json.dumps(found), file=answers, flush=True)


def maker(side: str) -> Callable[[str, str], Callable[[], float]]:
    """What makes a call that trains a model."""
    if side == "PyTorch":
        torch_side = import_module("sides.keras_torch")
        return lambda name, way: torch_side.training(name)
    tf = library(side)
    native = side in ("jit", "XLA")
    ways = {"fit": fitting, "loop": own_steps}
    return lambda name, way: ways[way](tf, name, native)


def library(side: str) -> Any:
    """The module that the models are made of."""
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    if side in ("default", "jit"):
        import_module("runtime").as_tensorflow()
    tf = import_module("tensorflow")
    if hasattr(tf, "get_logger"):
        tf.get_logger().setLevel("ERROR")
    return tf


def answer(
    made: dict[tuple[str, str], Callable[[], float]],
    make: Callable[[str, str], Callable[[], float]],
    name: str,
    way: str,
) -> dict[str, Any]:
    """What one call takes; the first makes the model and is no time of a step."""
    is_first = (name, way) not in made
    if is_first:
        made[name, way] = make(name, way)
    clock, processor = perf_counter(), process_time()
    loss = made[name, way]()
    clock, processor = perf_counter() - clock, process_time() - processor
    found: dict[str, Any] = {
        "loss": loss,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }
    if is_first:
        return {**found, "first": clock}
    return {**found, "clock": clock / STEPS, "processor": processor / STEPS}


if __name__ == "__main__":
    main()
