"""The time to export networks of `keras.applications` as ONNX files.

    python benchmarks/onnx_export.py [NETWORK ...]

Needs the extras keras and onnx. Of each network, ResNet50 if none is named: seconds of
the processor and by the clock, of the first export, which imports onnx if it is the
first of the process, and the median of three more.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

os.environ.setdefault("KERAS_BACKEND", "tensorflow")

import graphir.onnx
import runtime

GOAL = 3.0
"""Seconds for ResNet50."""


def exported(model: Any, path: Path) -> tuple[float, float]:
    """The seconds of one export: of the processor, and by the clock."""
    started = process_time(), perf_counter()
    graphir.onnx.export(model, path)
    return process_time() - started[0], perf_counter() - started[1]


def main() -> None:
    """Prints a line for each network."""
    runtime.as_tensorflow()
    from keras import applications

    print("| network | first, processor | first, clock | later, processor | MB |")
    print("| --- | --- | --- | --- | --- |")
    for name in sys.argv[1:] or ["ResNet50"]:
        model = getattr(applications, name)(weights=None)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "model.onnx")
            processor, clock = exported(model, path)
            later = median(exported(model, path)[0] for _ in range(3))
            size = path.stat().st_size / 1e6
        mark = " !" if name == "ResNet50" and processor > GOAL else ""
        times = f"{processor:.2f} s{mark} | {clock:.2f} s | {later:.2f} s"
        print(f"| {name} | {times} | {size:.0f} |", flush=True)


if __name__ == "__main__":
    main()
