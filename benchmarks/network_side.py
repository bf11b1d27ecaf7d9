"""network_side.py SIDE NETWORK FOLDER SECONDS: one network on one side, as JSON.

Times are in seconds, memory in bytes. The weights of the first side of Keras are left
in the folder for the others, and each side's result for eight examples.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
from sides.networks import BATCH, examples, labels

LEAST_CALLS = 3


def timed(call: Callable[[], Any], seconds: float) -> tuple[float, float]:
    """The medians of the clock's and of the processor's time."""
    call()
    found: list[tuple[float, float]] = []
    end = perf_counter() + seconds
    while len(found) < LEAST_CALLS or perf_counter() < end:
        clock, processor = perf_counter(), process_time()
        call()
        found.append((perf_counter() - clock, process_time() - processor))
    clocks, processors = zip(*found, strict=True)
    return median(clocks), median(processors)


def made(side: str, name: str) -> Any:
    """The network on that side."""
    if side in ("chosen", "jit", "ONNX Runtime"):
        import runtime

        runtime.as_tensorflow()
    if side == "PyTorch":
        from sides.torch_networks import Side
    else:
        from sides.keras_networks import Side  # type: ignore[assignment]
    return Side(side, name)


def shared_weights(network: Any, side: str, file: Path) -> None:
    """Gives all sides of Keras the weights of the first one."""
    if file.exists():
        with np.load(file) as arrays:
            network.take_weights([arrays[each] for each in arrays.files])
    elif side != "PyTorch":
        np.savez(file, *network.weights())


def measured(side: str, name: str, folder: Path, seconds: float) -> dict[str, Any]:
    """A row for each figure."""
    network = made(side, name)
    shared_weights(network, side, folder / f"{name}.npz")
    found: dict[str, Any] = {}
    for batch in (1, BATCH):
        call = network.forward(examples(name, batch))
        found[f"forward, batch {batch}"] = timed(call, seconds)
    np.save(folder / f"{name} {side}.npy", call())
    step = network.training(examples(name, BATCH), labels(BATCH))
    if step is not None:
        clock, processor = perf_counter(), process_time()
        step()
        found["first training step"] = (
            perf_counter() - clock,
            process_time() - processor,
        )
        found["training step, batch 8"] = timed(step, seconds)
    found["peak memory"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return found


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    _, chosen, network_name, place, limit = sys.argv
    row = measured(chosen, network_name, Path(place), float(limit))
    print(json.dumps(row))
