"""Training of Keras models beside TensorFlow, with and without XLA, and PyTorch.

    .venvs/keras/bin/python benchmarks/keras_models.py [--tensorflow PYTHON]
        [--peers PYTHON] [--rounds N] [--only WORDS] [--way fit|loop]
        [--threads N] [--no-starts]

Every side runs in a process of its own and takes turns with the others in each round: a
figure is the median of the rounds, in milliseconds a step of 32 examples, once by the
clock and once of the processor (on a busy machine, only the second means something).
`fit` is `Model.fit` on arrays; `loop` a step of one's own in a function; PyTorch has
the plain loop in both. The last rows are of new processes: importing, and up to
the end of the first trained step, and the most memory that these steps take.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

HERE = Path(__file__).parent
MODELS = ("MLP, SGD", "MLP, Adam", "LSTM, Adam", "GRU, Adam", "attention, Adam")
THREADS = (
    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"),
    *("TF_NUM_INTRAOP_THREADS", "TF_NUM_INTEROP_THREADS"),
)
ALIAS = "import runtime; runtime.as_tensorflow(); "
KERAS = "import tensorflow as tf; tf.keras.layers.Dense"
FIRST_STEP = """
import resource, sys
sys.path.insert(0, {here!r})
from keras_serve import maker
made = maker({side!r})("MLP, Adam", "fit")
made()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--peers", help="a Python that has PyTorch")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="words of the models to train")
    parser.add_argument("--way", choices=("fit", "loop"), action="append")
    parser.add_argument("--threads", type=int, help="of each side's kernels")
    parser.add_argument("--no-starts", action="store_true", help="no new processes")
    options = parser.parse_args()
    if options.threads:
        os.environ.update(dict.fromkeys(THREADS, str(options.threads)))
    pythons = {
        "default": sys.executable,
        "jit": sys.executable,
        "TensorFlow": options.tensorflow,
        "XLA": options.tensorflow,
        "PyTorch": options.peers,
    }
    pythons = {name: python for name, python in pythons.items() if python}
    chosen = [each for each in MODELS if any(w in each for w in _words(options))]
    sides = {name: Side(name, python) for name, python in pythons.items()}
    print(f"{'ms a step: clock (processor)':32}{''.join(f'{n:>20}' for n in sides)}")
    for way in options.way or ("fit", "loop"):
        for name in chosen:
            print_row(f"{name}, {way}", measured(sides, name, way, options.rounds))
    for side in sides.values():
        side.close()
    if not options.no_starts:
        print_starts(pythons, max(1, options.rounds // 2))


def _words(options: argparse.Namespace) -> list[str]:
    words: list[str] = options.only.split("|")
    return words


class Side:
    """A process that trains models of one library."""

    def __init__(self, name: str, python: str) -> None:
        self.process = subprocess.Popen(
            [python, str(HERE / "keras_serve.py"), name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=_environment(),
        )

    def train(self, name: str, way: str) -> dict[str, Any]:
        """One call."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps([name, way]), file=self.process.stdin, flush=True)
        except BrokenPipeError:
            return {"error": "the process ended"}
        line = self.process.stdout.readline()
        found: dict[str, Any] = json.loads(line or '{"error": "the process ended"}')
        return found

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def _environment() -> dict[str, str]:
    return {**os.environ, "KERAS_BACKEND": "tensorflow", "PYTHONPATH": str(HERE)}


def measured(
    sides: dict[str, Side], name: str, way: str, rounds: int
) -> dict[str, dict[str, Any]]:
    """The medians of each side, which take turns."""
    found: dict[str, list[dict[str, Any]]] = {side: [] for side in sides}
    for _ in range(rounds + 1):
        for side, process in sides.items():
            found[side].append(process.train(name, way))
    return {side: _medians(answers) for side, answers in found.items()}


def _medians(answers: list[dict[str, Any]]) -> dict[str, Any]:
    for each in answers:
        if "error" in each:
            return each
    later = answers[1:]
    return {
        **{key: median(x[key] for x in later) for key in ("clock", "processor")},
        "loss": later[-1]["loss"],
    }


def print_row(title: str, found: dict[str, dict[str, Any]]) -> None:
    """A line of the table, and below it what failed."""
    cells = []
    for each in found.values():
        text = "-"
        if "clock" in each:
            text = f"{1e3 * each['clock']:.2f} ({1e3 * each['processor']:.2f})"
        cells.append(f"{text:>20}")
    print(f"{title:32}{''.join(cells)}", flush=True)
    for side, each in found.items():
        if "error" in each:
            print(f"  {side}: {each['error']}")


def print_starts(pythons: dict[str, str], rounds: int) -> None:
    """Imports and first steps in new processes, in seconds, and their memory."""
    imports = {
        "default": ALIAS + KERAS,
        "TensorFlow": KERAS,
        "PyTorch": "import torch",
    }
    for title, programs in (
        ("import: s, clock (processor)", imports),
        ("to the end of fit: s", {s: _first_step(s) for s in pythons}),
    ):
        takes: dict[str, list[tuple[float, float, float]]] = {}
        for _ in range(rounds):
            for side in pythons:
                if side in programs:
                    taken = run(pythons[side], programs[side])
                    takes.setdefault(side, []).append(taken)
        cells, memory = [], []
        for side in pythons:
            own = takes.get(side)
            medians = [median(each) for each in zip(*own)] if own else []
            shown = f"{medians[0]:.2f} ({medians[1]:.2f})" if own else "-"
            cells.append(f"{shown:>20}")
            memory.append(f"{f'{medians[2] / 1e6:.0f}' if own else '-':>20}")
        print(f"{title:32}{''.join(cells)}")
        print(f"{'  most memory: MB':32}{''.join(memory)}", flush=True)


def _first_step(side: str) -> str:
    return FIRST_STEP.format(here=str(HERE), side=side)


def run(python: str, program: str) -> tuple[float, float, float]:
    """The seconds of a process, those of the processor, and the most memory."""
    start = perf_counter()
    process = subprocess.Popen(
        [python, "-c", program],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=_environment(),
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{python} ended with {process.returncode}")
    processor = usage.ru_utime + usage.ru_stime
    return perf_counter() - start, processor, usage.ru_maxrss * 1024


if __name__ == "__main__":
    main()
