"""Whole networks beside TensorFlow, XLA, JAX, PyTorch and ONNX Runtime.

    .venvs/keras/bin/python benchmarks/networks.py [--tensorflow PYTHON]
        [--peers PYTHON] [--onnx PYTHON] [--rounds N] [--seconds S] [--only WORDS]

The networks are Keras' on its backends, with the same weights and examples; in PyTorch
they are written for it (the large ones are torchvision's); ONNX Runtime is given what
this project exports. Each network on each side runs in a process of its own, one at a
time, and the sides take turns; a figure is the median of the rounds, by the clock, and
with `--processor` the processor's time, all that means something on a busy machine.
A first training step has an empty cache of machine code in the first round, which is
the row `first training step`; with more rounds the last one is `... in a new process`.
The column `chosen` is this project as it comes: a table of costs chooses what is native
code; `jit` is all of it. An `=` after a network's name says that all sides of Keras
gave the same results (within 1e-3 of the largest), a `!` names those that gave others
than the first, a `?` those that gave none.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from sides.networks import SHAPES

HERE = Path(__file__).parent
THREADS = (
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    *("TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"),
)
FIRST = "first training step"
ROWS = (
    *("forward, batch 1", "forward, batch 8", "training step, batch 8"),
    *(FIRST, f"{FIRST} in a new process", "peak memory"),
)
SIDES = ("chosen", "jit", "TensorFlow", "XLA", "JAX", "PyTorch", "ONNX Runtime")
LONGEST = 600
TOLERANCE = 1e-3

Found = dict[str, Any]


def main() -> None:
    """Measures and prints a table."""
    options = _options()
    here, there = [sys.executable] * 2, [options.tensorflow] * 2
    pythons = [*here, *there, *[options.peers] * 2, options.onnx]
    sides = {
        side: python
        for side, python in zip(SIDES, pythons, strict=True)
        if python and side not in options.without
    }
    print(f"| ms, MB | {' | '.join(sides)} |\n|{' --- |' * (len(sides) + 1)}")
    with tempfile.TemporaryDirectory() as folder:
        for name in SHAPES:
            if any(word in name for word in options.only.split("|")):
                print_network(name, sides, Path(folder), options)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python with TensorFlow and Keras")
    parser.add_argument("--peers", help="one with JAX, Keras, PyTorch and torchvision")
    parser.add_argument("--onnx", help="one with Keras, ONNX and ONNX Runtime")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure")
    parser.add_argument("--only", default="", help="words of the networks' names")
    parser.add_argument("--without", action="append", default=[], choices=SIDES)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--processor", action="store_true", help="the processor's time")
    return parser.parse_args()


def print_network(
    name: str, sides: dict[str, str], folder: Path, options: argparse.Namespace
) -> None:
    """The rows of one network, and what went wrong."""
    found: dict[str, list[Found]] = {side: [] for side in sides}
    for _ in range(options.rounds):
        for side, python in sides.items():
            found[side].append(run(side, python, name, folder, options))
    print(f"| **{name}** {agreement(name, list(sides), folder)} |{' |' * len(sides)}")
    for row in ROWS:
        cells = [_cell(row, found[side], options.processor) for side in sides]
        print(f"| {row} | {' | '.join(cells)} |", flush=True)
    for side, rounds in found.items():
        for each in rounds:
            if "error" in each:
                print(f"{side}: {each['error']}", file=sys.stderr)


def run(
    side: str, python: str, name: str, folder: Path, options: argparse.Namespace
) -> Found:
    """One process."""
    command = [python, HERE / "network_side.py", side, name, folder, options.seconds]
    environment = {
        **os.environ,
        **dict.fromkeys(THREADS, str(options.threads)),
        "KERAS_BACKEND": "jax" if side == "JAX" else "tensorflow",
        "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent)]),
        "AUTOGRAPH_JIT_CACHE": str(folder / f"code of {side}"),
    }
    try:
        ended = subprocess.run(
            [str(each) for each in command],
            env=environment,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    except subprocess.TimeoutExpired:
        return {"error": f"{name}: longer than {LONGEST} s"}
    if ended.returncode:
        return {"error": f"{name}: {(ended.stderr.splitlines() or ['?'])[-1]}"}
    result: Found = json.loads(ended.stdout.splitlines()[-1])
    return result


def agreement(name: str, sides: list[str], folder: Path) -> str:
    """Which sides gave the first one's results: the mark behind a network's name.

    A mark stands for a comparison that was made: none for a side alone.
    """
    # PyTorch draws its own weights
    sides = [side for side in sides if side != "PyTorch"]
    files = {side: folder / f"{name} {side}.npy" for side in sides}
    arrays = {side: np.load(file) for side, file in files.items() if file.exists()}
    missing = [side for side in sides if side not in arrays]
    marks = [f"? {', '.join(missing)}"] if missing else []
    if len(arrays) > 1:
        first = next(iter(arrays.values()))
        most = np.abs(first).max() * TOLERANCE
        bad = [
            side
            for side, array in list(arrays.items())[1:]
            if not np.abs(array - first).max() <= most
        ]
        marks.insert(0, f"! {', '.join(bad)}" if bad else "" if missing else "=")
    return " ".join(filter(None, marks))


def _cell(row: str, rounds: list[Found], by_processor: bool) -> str:
    if row == FIRST:
        rounds = rounds[:1]
    elif row.startswith(FIRST):
        rounds, row = rounds[1:][-1:], FIRST
    found = [each[row] for each in rounds if row in each]
    if not found:
        return "-"
    if row == "peak memory":
        return f"{median(found) / 1e6:,.0f}"
    value = 1e3 * median(each[by_processor] for each in found)
    return f"{value:,.2f}" if value < 10 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
