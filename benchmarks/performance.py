"""The table of `docs/performance.md`: traced functions, and who else runs such work.

    python benchmarks/performance.py [--tensorflow PYTHON] [--peers PYTHON]
        [--rounds N] [--only WORDS] [--write FILE]

Every side runs in a process of its own, one at a time, and takes turns with the others
in each round; a figure is the median of the rounds. NumPy is what one writes by hand,
with plain Python where a loop runs over scalars.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

MICRO, MILLI = 1e-6, 1e-3
GOALS: dict[str, tuple[float, float | None]] = {
    "traced a + b, scalars": (4 * MICRO, 4 * MICRO),
    "traced, dict of 20": (12 * MICRO, 12 * MICRO),
    "power(x, 100)": (145 * MICRO, 60 * MICRO),
    "while, 10,000 steps": (0.9 * MILLI, 20 * MICRO),
    "Collatz": (60 * MICRO, 10 * MICRO),
    "nested, break, continue": (0.5 * MILLI, 20 * MICRO),
    "LSTM, 100 steps": (4.4 * MILLI, 2.9 * MILLI),
    "chain of 12, 1e6": (1.7 * MILLI, 0.4 * MILLI),
    "chain of 12, 1e7": (22 * MILLI, 3.5 * MILLI),
    "Black-Scholes, 1e6": (6 * MILLI, 1.3 * MILLI),
    "softmax 1024 x 1024": (1.2 * MILLI, 0.38 * MILLI),
    "layer norm 1024 x 1024": (1.0 * MILLI, 0.3 * MILLI),
    "MLP training step": (0.5 * MILLI, 0.5 * MILLI),
    "convolution": (2.4 * MILLI, 2.4 * MILLI),
    "convolution, gradients": (8 * MILLI, 8 * MILLI),
    "linear regression step": (12 * MICRO, 12 * MICRO),
    "first call, 200 ops": (20 * MILLI, 0.3),
    "first call, 2,000 ops": (150 * MILLI, 2.0),
}
"""Seconds to reach: the default executor, and with native code."""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--peers", help="a Python that has JAX and PyTorch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--least", type=float, default=0.05, help="seconds a figure")
    parser.add_argument("--only", default="", help="words of the workloads to run")
    parser.add_argument("--write", help="the page whose table to replace")
    options = parser.parse_args()
    sides = {
        name: Side(name, python)
        for name, python in interpreters(options).items()
        if python
    }
    words = options.only.split(",") if options.only else [""]
    workloads = [name for name in GOALS if any(word in name for word in words)]
    rows = {name: measured(sides, name, options) for name in workloads}
    for side in sides.values():
        side.close()
    imports = {} if options.only else import_times(options)
    lines = table(rows, list(sides), imports)
    print("\n".join(lines))
    if options.write:
        written = Path(options.write)
        written.write_text(page(written.read_text(), lines))


def interpreters(options: argparse.Namespace) -> dict[str, str | None]:
    """What runs each side; without an interpreter there is none."""
    return {
        "default": sys.executable,
        "jit": sys.executable,
        "NumPy": sys.executable,
        "TensorFlow": options.tensorflow,
        "XLA": options.tensorflow,
        "JAX": options.peers,
        "PyTorch": options.peers,
    }


class Side:
    """A process that measures workloads of one library."""

    def __init__(
        self, name: str, python: str, project: str = "", folder: str | None = None
    ) -> None:
        here = Path(__file__).parent
        environment = dict(os.environ)
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (project, str(here))))
        # first calls compile, in every round
        environment["AUTOGRAPH_JIT_CACHE"] = "0"
        self.process = subprocess.Popen(
            [python, str(here / "serve.py"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
            cwd=folder,
        )

    def measure(self, workload: str, least: float) -> dict[str, Any]:
        """One figure."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps([workload, least]), file=self.process.stdin, flush=True)
            found: dict[str, Any] = json.loads(self.process.stdout.readline() or "{}")
        except BrokenPipeError:
            return {"error": "the process ended"}
        return found

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def measured(
    sides: dict[str, Side], workload: str, options: argparse.Namespace
) -> dict[str, dict[str, Any]]:
    """What each side found in all rounds."""
    rounds = [
        {
            name: side.measure(workload, options.least if turn else 0.0)
            for name, side in sides.items()
        }
        for turn in range(options.rounds + 1)
    ]
    found = {}
    for name in sides:
        # the first round is for what is made once
        times = [each[name]["time"] for each in rounds[1:] if "time" in each[name]]
        found[name] = {**rounds[0][name], **({"time": median(times)} if times else {})}
    return found


IMPORTS = {
    "default": "runtime",
    "NumPy": "numpy",
    "TensorFlow": "tensorflow",
    "JAX": "jax",
    "PyTorch": "torch",
}


def import_times(options: argparse.Namespace) -> dict[str, float]:
    """The seconds of an import in a new process, beyond those of an empty one."""
    found = {}
    for name, python in interpreters(options).items():
        if python and name in IMPORTS:
            empty, full = (
                median(run_seconds(python, text) for _ in range(options.rounds + 1))
                for text in ("pass", f"import {IMPORTS[name]}")
            )
            found[name] = full - empty
    return found


def run_seconds(python: str, statement: str) -> float:
    """The time of a process that runs one statement."""
    start = perf_counter()
    subprocess.run([python, "-c", statement], stderr=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def table(
    rows: dict[str, dict[str, dict[str, Any]]],
    sides: Sequence[str],
    imports: dict[str, float],
) -> list[str]:
    """The lines of a Markdown table, and what has to be said of it."""
    heads = ["workload", *sides, "goal: default", "goal: jit"]
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    notes = []
    for name, found in rows.items():
        goals = GOALS[name]
        cells = [
            cell(found[side], dict(zip(("default", "jit"), goals)).get(side))
            for side in sides
        ]
        lines.append(
            f"| {name} | {' | '.join(cells)} | {' | '.join(map(show, goals))} |"
        )
        notes += [f"- {name}, {problem}" for problem in problems(found)]
    if imports:
        cells = [show(imports.get(side)) for side in sides]
        goal = show(2 * imports["NumPy"])
        lines.append(f"| import | {' | '.join(cells)} | {goal} | {goal} |")
    return [*lines, "", *(notes or ["Every side gives the same results."])]


def cell(found: dict[str, Any], goal: float | None) -> str:
    """A time; one that misses its goal is marked."""
    time = found.get("time")
    mark = " !" if time and goal and time > goal else ""
    return f"{show(time)}{mark}"


def problems(found: dict[str, dict[str, Any]]) -> list[str]:
    """Sides that failed, or gave other results than ours."""
    told = [
        f"{name}: {each['error']}" for name, each in found.items() if "error" in each
    ]
    expected = found["default"].get("sums")
    for name, each in found.items():
        given = each.get("sums")
        if expected and given and not agree(expected, given):
            told.append(f"{name} gives another result")
    return told


def agree(one: Sequence[float], two: Sequence[float]) -> bool:
    """Whether two sums are the same to the digits of float32 work."""
    return len(one) == len(two) and all(
        math.isclose(a, b, rel_tol=1e-3) for a, b in zip(one, two)
    )


def show(time: float | None) -> str:
    """A time with a fitting unit."""
    if time is None:
        return "-"
    if time >= 1:
        return f"{time:.2f} s"
    return f"{time * 1e3:.3g} ms" if time >= 1e-3 else f"{time * 1e6:.3g} µs"


def page(page_now: str, lines: list[str]) -> str:
    """The page with another table, date and machine; the text around them stays.

    Raises:
      ValueError: if the page lacks one of the three.
    """
    model = next(
        (
            line.partition(":")[2].strip()
            for line in Path("/proc/cpuinfo").read_text().splitlines()
            if line.startswith("model name")
        ),
        platform.processor(),
    )
    measured_on = (
        f"Measured on {date.today().isoformat()}, {model}, {os.cpu_count()} cores, "
        f"Python {platform.python_version()}, by\n"
    )
    table_now = "\n".join(lines) + "\n\n## How the figures are measured\n"
    for pattern, text in (
        (r"Measured on .*, by\n", measured_on),
        (r"(?s)\| workload \|.*?\n## How the figures are measured\n", table_now),
    ):
        page_now, count = re.subn(pattern, lambda _, text=text: text, page_now, count=1)
        if not count:
            raise ValueError(f"The page has nothing like {pattern!r}.")
    return page_now


if __name__ == "__main__":
    main()
