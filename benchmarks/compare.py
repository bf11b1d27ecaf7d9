"""Two versions of the project, timed in turns: what became slower, what faster.

    python benchmarks/compare.py OLD [NEW] [--rounds N] [--least SECONDS]
        [--only WORDS] [--sides default,jit,project] [--json FILE]

OLD and NEW are revisions of git or directories; without NEW it is this tree, with what
is not committed. Both run the workloads of this tree, in processes that live as long as
the comparison and take turns, in another order each round. A ratio is NEW's time by
OLD's in the same round; the table has the median of the ratios and the interval that
holds it with 95 % confidence (of order statistics: no distribution is assumed; from 6
rounds on). OLD runs a second time in each round, and what it seems to differ from
itself is the noise: a workload is slower only if its whole interval is beyond the noise
and beyond 2 %.

The status is 1 if a workload is slower, fails or gives another result.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from performance import Side, agree, show

HERE = Path(__file__).resolve().parent
PACKAGES = ("autograph", "graphir", "runtime")
SMALLEST = 0.02
"""A share of the time that is no news, however sure it is."""


class Interval(NamedTuple):
    """The median of ratios, and the bounds that hold it with 95 % confidence."""

    low: float
    middle: float
    high: float


def main() -> int:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("old", help="a revision or a directory")
    parser.add_argument("new", nargs="?", default=str(HERE.parent))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--least", type=float, default=0.05, help="seconds a figure")
    parser.add_argument("--only", default="", help="words of the workloads to run")
    parser.add_argument("--sides", default="default,jit,project")
    parser.add_argument("--json", help="a file for all times")
    options = parser.parse_args()
    words = options.only.split(",")
    times: dict[str, dict[str, list[float]]] = {}
    print(f"{'workload':34}{'old':>11}{'new':>11}{'new/old':>9}   95 %          noise")
    verdicts = []
    with ExitStack() as stack:
        trees = [stack.enter_context(tree(each)) for each in (options.old, options.new)]
        for side in options.sides.split(","):
            with versions(side, *trees) as running:
                for name in workloads(side):
                    if not any(word in name for word in words):
                        continue
                    found = measured(running, name, options)
                    times[f"{side}: {name}"] = found.times
                    verdicts.append(found.verdict())
                    print(found.line(side, name), flush=True)
    if options.json:
        Path(options.json).write_text(json.dumps(times, indent=1))
    bad = sum(each not in ("", "faster") for each in verdicts)
    print(f"{len(verdicts)} workloads, {bad} slower, failed or with another result")
    return int(bad > 0)


@contextmanager
def tree(named: str) -> Iterator[Path]:
    """The directory of a version; that of a revision is made and removed.

    Raises:
      SystemExit: for what is neither a directory nor a revision.
    """
    if Path(named).is_dir():
        yield Path(named).resolve()
        return
    if not shutil.which("git"):
        raise SystemExit(f"{named}: is no directory, and revisions need git")
    with tempfile.TemporaryDirectory() as made:
        packed = Path(made) / "tree.tar"
        command = ["git", "archive", "-o", str(packed), named, *PACKAGES]
        told = subprocess.run(
            command, cwd=HERE.parent, capture_output=True, text=True, check=False
        )
        if told.returncode:
            raise SystemExit(f"{named}: {told.stderr.strip()}")
        with tarfile.open(packed) as archive:
            archive.extractall(made, filter="data")
        yield Path(made)


@contextmanager
def versions(side: str, old: Path, new: Path) -> Iterator[dict[str, Side]]:
    """Processes of both versions, and of the old one a second time."""
    with tempfile.TemporaryDirectory() as folder:  # for what a version leaves behind
        running = {
            name: Side(side, sys.executable, str(path), folder)
            for name, path in (("old", old), ("new", new), ("again", old))
        }
        try:
            yield running
        finally:
            for each in running.values():
                each.close()


def workloads(side: str) -> list[str]:
    """The names that a side can be asked for."""
    module = "project" if side == "project" else "tensors"
    text = f"from sides import {module}; print(*{module}.calls(), sep='\\n')"
    told = subprocess.run(
        [sys.executable, "-c", text],
        env={**os.environ, "PYTHONPATH": str(HERE)},
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()


class Measured(NamedTuple):
    """The times of a workload in each round, and what went wrong."""

    times: dict[str, list[float]]
    problem: str

    def ratios(self, name: str) -> Interval:
        """Those of a version to the old one, round by round."""
        pairs = zip(self.times[name], self.times["old"])
        return interval([one / other for one, other in pairs])

    def verdict(self) -> str:
        """A word if there is news."""
        if self.problem:
            return self.problem
        return verdict(self.ratios("new"), self.ratios("again"))

    def line(self, side: str, name: str) -> str:
        """The row of the table."""
        label = f"{side}: {name}"
        if self.problem:
            return f"{label:34} {self.problem}"
        old, new = (show(median(self.times[each])) for each in ("old", "new"))
        found, noise = self.ratios("new"), self.ratios("again")
        return (
            f"{label:34}{old:>11}{new:>11}{found.middle:9.3f}"
            f"   {found.low:.3f}-{found.high:.3f}"
            f"   {noise.low:.3f}-{noise.high:.3f}   {self.verdict()}".rstrip()
        )


def measured(running: dict[str, Side], name: str, options: Any) -> Measured:
    """All rounds of a workload; the first is for what is made once."""
    firsts = {each: side.measure(name, 0.0) for each, side in running.items()}
    times: dict[str, list[float]] = {each: [] for each in running}
    turns = random.Random(name)
    for _ in range(options.rounds):
        order = list(running)
        turns.shuffle(order)
        for each in order:
            found = running[each].measure(name, options.least)
            if "time" not in found:
                return Measured(times, f"{each} failed: {found.get('error', 'gone')}")
            times[each].append(found["time"])
    same = agree(firsts["old"]["sums"], firsts["new"]["sums"])
    return Measured(times, "" if same else "another result")


def interval(ratios: Sequence[float]) -> Interval:
    """The median, between the order statistics that hold it with 95 % confidence.

    See W. J. Conover, Practical Nonparametric Statistics, 3rd edition, section 3.2.
    """
    ordered, count = sorted(ratios), len(ratios)
    outside, below = 0.0, 0
    while below < (count - 1) // 2:
        outside += 2 * math.comb(count, below) / 2**count
        if outside > 0.05:
            break
        below += 1
    below = max(below - 1, 0)
    return Interval(ordered[below], median(ordered), ordered[-1 - below])


def verdict(found: Interval, noise: Interval) -> str:
    """`slower` or `faster`, if it is beyond doubt and beyond the noise."""
    if found.low > max(1 + SMALLEST, noise.high):
        return "slower"
    if found.high < min(1 - SMALLEST, noise.low):
        return "faster"
    return ""


if __name__ == "__main__":
    sys.exit(main())
