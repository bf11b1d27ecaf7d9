"""Pipelines of tf.data beside TensorFlow and PyTorch's DataLoader: µs an item.

    python benchmarks/data.py [--tensorflow PYTHON] [--peers PYTHON]
        [--rounds N] [--only WORDS] [--scale S] [--cpu] [--memory]

Each side runs in a process of its own, one at a time, and takes turns with the others
in each round; a figure is the median of the rounds. A `!` marks one that misses its
goal. `--scale 0.01` reads a hundredth of the items; `--cpu` counts the processor time
of a side's process, all its threads, where a machine has other work to do.
A second table, alone with `--memory`, says what an epoch takes and iterators leave.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any


@dataclass(frozen=True)
class Row:
    """A line of the table: what is measured, and what is to be reached."""

    title: str
    most: float | None = None
    """Microseconds."""
    rate: float | None = None
    """Times TensorFlow's rate."""
    beside: str = ""
    """Another line: this one may take ``times`` as long."""
    times: float = 1.0

    @property
    def goal(self) -> str:
        """The goal in words."""
        if self.most is not None:
            return f"at most {self.most:g} µs"
        if self.rate is not None:
            return f"{self.rate:g} times TensorFlow's rate"
        if self.times < 1:
            return f"{1 / self.times:g} times the rate of *{self.beside}*"
        return (
            f"{self.times:g} times the time of *{self.beside}*" if self.beside else "-"
        )

    def misses(self, found: dict[str, dict[str, float]], name: str) -> bool:
        """Whether the figure here is not what it should be, as far as is known."""
        mine, theirs = found[name]["here"], found[name].get("TensorFlow")
        if self.most is not None:
            return mine > self.most
        if self.rate is not None:
            return theirs is not None and theirs / mine < self.rate
        other = found.get(self.beside, {}).get("here")
        return other is not None and mine > self.times * other


ROWS = {
    "slices": Row("100,000 numbers, map, shuffle(1000), batch(32), an item", most=3),
    "images": Row("60,000 of them, shuffle(10000), batch(32), a batch", rate=5),
    "images, shuffle, map": Row("a cast and a division between, a batch", rate=5),
    "images, map, shuffle": Row("the same before the shuffle, a batch", rate=5),
    "bare generator": Row("numbers in a Python loop, an item"),
    "generator": Row("from_generator, an item", beside="bare generator", times=2),
    "bare generator of pairs": Row("rows and labels in a loop, an item"),
    "generator of pairs": Row(
        "from_generator, an item", beside="bare generator of pairs", times=2
    ),
    "records": Row("100,000, batch(128), parse_example, a batch", rate=1),
    "calls": Row("map of 1 ms of NumPy, a call"),
    "calls, two at once": Row(
        "num_parallel_calls=2, a call", beside="calls", times=1 / 1.8
    ),
    "loop": Row("in a function over range(10_000), a step", most=1),
    "loop, native": Row("jit_compile=True, a step", most=1),
    "start": Row("an iterator of five stages to its first element", most=100),
}


MEMORY = {
    "epoch": ("an epoch over a file of 1 GB, beside its buffers: MB", 100),
    "threads": ("10,000 iterators, made and dropped, leave: threads", 0),
    "files": ("the same: open files", 0),
    "kilobytes": ("the same: kB", 16),
}
"""What is measured, and the most that it may be."""


def main() -> None:
    """Prints the tables, or serves one side of the first."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--tensorflow", help="a Python that has TensorFlow")
    parser.add_argument("--peers", help="a Python that has PyTorch")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="part of the items")
    parser.add_argument("--only", default="", help="words of the rows to measure")
    parser.add_argument("--cpu", action="store_true", help="processor time")
    parser.add_argument("--memory", action="store_true", help="the second table only")
    parser.add_argument("--serve", help="answer as this side", metavar="SIDE")
    asked = parser.parse_args()
    if asked.serve:
        serve(asked)
        return
    if not asked.memory:
        print_times(asked)
    if asked.memory or not asked.only:
        print("\n".join(memory_table(asked.scale)))


def print_times(asked: argparse.Namespace) -> None:
    """Measures every row on every side, in turns."""
    pythons = {
        "here": sys.executable,
        "TensorFlow": asked.tensorflow,
        "PyTorch": asked.peers,
    }
    sides = {
        name: Side(name, python, asked) for name, python in pythons.items() if python
    }
    words = asked.only.split(",")
    names = [name for name in ROWS if any(word in name for word in words)]
    found = {name: measured(sides, name, asked.rounds) for name in names}
    for side in sides.values():
        side.close()
    print("\n".join(table(found, list(sides))))


class Side:
    """A process that measures the pipelines of one library."""

    def __init__(self, name: str, python: str, asked: argparse.Namespace) -> None:
        command = [python, __file__, "--serve", name, "--scale", str(asked.scale)]
        self.process = subprocess.Popen(
            [*command, *(["--cpu"] if asked.cpu else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3"},
        )

    def measure(self, workload: str) -> float | None:
        """Microseconds an item; None where the side has no such workload.

        Raises:
          RuntimeError: if the work fails there.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps(workload), file=self.process.stdin, flush=True)
        answer = json.loads(self.process.stdout.readline() or '"the process ended"')
        if isinstance(answer, str):
            raise RuntimeError(f"{workload}: {answer}")
        return answer  # type: ignore[no-any-return]

    def close(self) -> None:
        """Ends the process."""
        self.process.communicate()


def measured(sides: dict[str, Side], workload: str, rounds: int) -> dict[str, float]:
    """The median of the rounds, by side; the first round is not counted."""
    found: dict[str, list[float]] = {}
    for turn in range(rounds + 1):
        for name, side in sides.items():
            time = side.measure(workload)
            if time is not None and turn:
                found.setdefault(name, []).append(time)
    return {name: median(times) for name, times in found.items()}


def table(found: dict[str, dict[str, float]], sides: list[str]) -> list[str]:
    """The lines of a Markdown table."""
    heads = ["µs", *sides, "TensorFlow / here", "goal"]
    lines = [f"| {' | '.join(heads)} |", f"|{' --- |' * len(heads)}"]
    for name, times in found.items():
        row = ROWS[name]
        cells = [f"{times[side]:.3g}" if side in times else "-" for side in sides]
        cells[0] += " !" if row.misses(found, name) else ""
        theirs = times.get("TensorFlow")
        cells.append(f"{theirs / times['here']:.3g}" if theirs else "-")
        lines.append(f"| {' | '.join([f'*{name}*: {row.title}', *cells, row.goal])} |")
    return lines


def memory_table(scale: float) -> list[str]:
    """The lines of a Markdown table of what a process of its own measured."""
    script = Path(__file__).parent / "sides" / "pipeline_memory.py"
    command = [sys.executable, str(script), "--scale", str(scale)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    lines = ["| memory | here | goal |", "| --- | --- | --- |"]
    for name, (title, most) in MEMORY.items():
        mark = " !" if found[name] > most else ""
        lines.append(f"| {title} | {found[name]:.3g}{mark} | at most {most} |")
    return lines


# --- in the process of a side


def serve(asked: argparse.Namespace) -> None:
    """Answers a workload a line with its time, until the input ends."""
    answers = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    clock = process_time if asked.cpu else perf_counter
    with TemporaryDirectory() as folder:
        makers = makers_of(asked.serve, Path(folder), asked.scale)
        runs: dict[str, Callable[[], int]] = {}
        for line in sys.stdin:
            found = answer(makers, runs, json.loads(line), clock)
            print(json.dumps(found), file=answers, flush=True)


def makers_of(side: str, folder: Path, scale: float) -> dict[str, Any]:
    """What makes the runs of a side."""
    pipelines = import_module("sides.pipelines")
    if side == "PyTorch":
        found: dict[str, Any] = import_module("sides.torch_loaders").calls(scale)
        return found
    library = import_module("runtime" if side == "here" else "tensorflow")
    found = pipelines.calls(library, folder, scale)
    if side == "TensorFlow":
        del found["loop, native"]  # it refuses such loops
        return found
    count = pipelines.yielded_items(scale)
    for name, made in (("", pipelines.numbers), (" of pairs", pipelines.pairs)):
        found[f"bare generator{name}"] = lambda made=made: pipelines.reading(
            _Anew(lambda: made(count)), count
        )
    return found


class _Anew:
    """What a function gives, each time that it is iterated over."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.__iter = function

    def __iter__(self) -> Any:
        return self.__iter()


def answer(
    makers: dict[str, Any],
    runs: dict[str, Callable[[], int]],
    workload: str,
    clock: Callable[[], float],
) -> float | str | None:
    """Microseconds an item; what failed; None where the side has no such workload."""
    if workload not in makers:
        return None
    try:
        if workload not in runs:
            runs[workload] = makers[workload]()
        begun = clock()
        count = runs[workload]()
        return (clock() - begun) * 1e6 / count
    except Exception as error:
        # the process that asked says which side failed, and why
        return f"{type(error).__name__}: {error}".splitlines()[0]


if __name__ == "__main__":
    main()
