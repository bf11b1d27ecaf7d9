"""Keras' own tests on the runtime, compared with those that pass with TensorFlow.

    python -m tests.keras [--sample] [--again] [--jobs N] [FOLDER ...]
    python -m tests.keras --tensorflow PYTHON --packages FOLDER [FOLDER ...]

Folders and files are relative to `keras/src` of the installed Keras. The second form
runs them with a Python that has TensorFlow, pytest and what else the tests need coming
from a folder of packages, and writes the recorded list anew. Outcomes collect in
`.real/keras`: what has run is not run again, unless asked for.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections import Counter
from pathlib import Path

from tests.keras import record
from tests.keras.running import NoOutcomesError, Outcomes, Run, Side

FOLDER = Path(".real/keras")


def main() -> int:
    options = _options()
    side = Side.runtime(sys.executable)
    if options.tensorflow:
        side = Side.tensorflow(options.tensorflow, options.packages)
    folder = FOLDER / ("sample" if options.sample else side.name)
    if options.again or options.sample:
        shutil.rmtree(folder, ignore_errors=True)
    recorded = record.read()
    wanted = record.sample(recorded) if options.sample else recorded
    # what fails with TensorFlow too, say for a missing package, is not run on ours
    asked = None if options.tensorflow else wanted
    run = Run(side, folder.resolve(), asked, options.jobs)
    try:
        outcomes = run.all(options.folders)
    except NoOutcomesError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.tensorflow:
        passed = {each for each, o in outcomes.items() if o["outcome"] == "passed"}
        record.write(record.renewed(recorded, outcomes, passed))
        return 0
    return report(outcomes, wanted, options.folders)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.keras")
    parser.add_argument("folders", nargs="*")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tensorflow", metavar="PYTHON")
    parser.add_argument("--packages", type=Path, metavar="FOLDER")
    return parser.parse_args()


def report(outcomes: Outcomes, expected: frozenset[str], folders: list[str]) -> int:
    """Prints how many tests of each folder pass; 1 if under 99.5 % of the list do."""
    chosen = {each for each in expected if _is_in(each, folders)}
    by_folder: dict[str, Counter[str]] = {}
    for test in chosen:
        outcome = str(outcomes.get(test, {}).get("outcome", "not run"))
        by_folder.setdefault(_folder(test), Counter())[outcome] += 1
    print(f"{'folder':32}{'passed':>8}{'of':>8}")
    for folder, counts in sorted(by_folder.items()):
        print(f"{folder:32}{counts['passed']:8}{counts.total():8}")
    others = sorted(t for t in chosen if outcomes.get(t, {}).get("outcome") != "passed")
    for test in others:
        entry = outcomes.get(test, {"outcome": "not run", "why": ""})
        print(f"{entry['outcome']}: {test}: {_reason(str(entry.get('why', '')))}")
    passed = len(chosen) - len(others)
    share = 100 * passed / max(len(chosen), 1)
    print(f"{passed} of {len(chosen)} that pass with TensorFlow: {share:.2f} %")
    return int(share < 99.5)


def _is_in(test: str, folders: list[str]) -> bool:
    return not folders or any(test.startswith(f"keras/src/{each}") for each in folders)


def _folder(test: str) -> str:
    parts = test.partition("::")[0].split("/")[2:-1]
    return "/".join(parts[:2]) or "."


def _reason(why: str) -> str:
    errors = [line[1:].strip() for line in why.splitlines() if line.startswith("E ")]
    return " ".join(errors[:2])[:160]


if __name__ == "__main__":
    sys.exit(main())
