"""`python -m tests.fuzz [--kind KIND] [--minutes N | --cases N] [--start NUMBER]`.

Prints a line for each failure, made small, and saves it below `tests/fuzz/cases`; ends
with the number of cases, deaths and late ones for each kind. Fails if it found any.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

from tests.fuzz.kinds import NAMES, NEEDED, Steps, is_possible
from tests.fuzz.running import Child, minimized, sort

CASES = Path(__file__).parent / "cases"
MOST_OF_A_SORT = 3
"""Failures of one sort that are made small and saved; the others are counted."""


def save(name: str, steps: Steps, fault: str, folder: Path) -> Path:
    """Writes the case where the tests find it."""
    text = json.dumps({"kind": name, "steps": steps, "fault": fault[:400]}, indent=1)
    digest = hashlib.sha256(json.dumps(steps).encode()).hexdigest()[:8]
    path = folder / f"{name}-{digest}.json"
    path.write_text(text + "\n")
    return path


def search(name: str, start: int, cases: int | None, until: float, keep: bool) -> int:
    """Runs cases of a kind; how many failed."""
    sorts: dict[str, int] = {}
    number, begin = start, time.monotonic()
    end = float("inf") if cases is None else start + cases
    with Child(name) as child:
        try:
            while time.monotonic() < until and number < end:
                fault = child.fault(number)
                if fault is not None:
                    of_sort = sorts[sort(fault)] = sorts.get(sort(fault), 0) + 1
                    if of_sort <= MOST_OF_A_SORT:
                        tell(child, number, fault, keep)
                number += 1
        finally:  # also when it is stopped: what was done is said
            failed = sum(sorts.values())
            print(
                f"{name}: {number - start} cases from {start} in "
                f"{time.monotonic() - begin:.0f} s, {failed} failed, "
                f"{child.ends['died']} died, {child.ends['late']} late",
                flush=True,
            )
    for each, count in sorted(sorts.items(), key=lambda item: -item[1]):
        print(f"    {count} x {each[:200]}", flush=True)
    return failed


def tell(child: Child, number: int, fault: str, keep: bool) -> None:
    """Makes a failure small, prints it and saves it if it is to be kept."""
    steps, fault = minimized(child, child.kind.make(number), fault)
    name = child.name
    print(f"{name} {number}: {fault}\n    {json.dumps(steps)[:1500]}", flush=True)
    if keep:
        print(f"    saved as {save(name, steps, fault, CASES)}", flush=True)


def stopped(number: int, frame: object) -> NoReturn:
    """Ends the search as an error would: with its counts."""
    sys.exit(f"stopped by signal {number}")


def main() -> None:
    """Search the kinds that are asked for, each for its share of the time."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--kind", choices=NAMES, action="append")
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="save failures as cases")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, stopped)
    kinds = given.kind or NAMES
    share = float("inf") if given.minutes is None else given.minutes * 60 / len(kinds)
    if given.cases is None and given.minutes is None:
        parser.error("say --minutes or --cases")
    failed = 0
    for name in kinds:
        if not is_possible(name):
            print(f"{name}: needs {NEEDED[name]}, which is not installed", flush=True)
            failed += name in (given.kind or ())
            continue
        until = time.monotonic() + share
        failed += search(name, given.start, given.cases, until, given.keep)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
