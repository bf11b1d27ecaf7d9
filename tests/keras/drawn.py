"""Models drawn at random, here and with TensorFlow: prints what differs.

    python -m tests.keras.drawn --tensorflow PYTHON [--first N] [--count N] [--keras 3]
    python -m tests.keras.drawn --tensorflow PYTHON --count 60 --record

The second form records what TensorFlow gives in `drawn_models_2.json`, or 3; long
texts by their digest.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.keras.answers import differences

PROGRAM = Path(__file__).with_name("drawn_models.py")
LONG = 160
"""Texts of more characters are recorded by their digest."""


def answers(
    command: Sequence[str], version: int, first: int, count: int
) -> dict[str, Any]:
    """What one side sees of some models, by their number."""
    done = subprocess.run(
        [*command, str(PROGRAM), str(first), str(count)],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "TF_USE_LEGACY_KERAS": "1" if version == 2 else "0",
            "KERAS_BACKEND": "tensorflow",
            "TF_CPP_MIN_LOG_LEVEL": "3",
        },
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}: {done.stderr}")
    cases = map(json.loads, done.stdout.splitlines())
    return {str(each.pop("case")): each for each in cases}


def here(version: int, first: int, count: int) -> dict[str, Any]:
    return answers([sys.executable, "-m", "runtime"], version, first, count)


def record_of(version: int) -> Path:
    return PROGRAM.with_name(f"drawn_models_{version}.json")


def digested(answer: Any) -> Any:
    """An answer with digests for long texts; numbers have seven digits."""
    if isinstance(answer, dict):
        return {key: digested(each) for key, each in answer.items()}
    if isinstance(answer, list) and all(isinstance(each, str) for each in answer):
        return digested("\n".join(answer))
    if isinstance(answer, list):
        return [digested(each) for each in answer]
    if isinstance(answer, str) and len(answer) > LONG:
        return hashlib.sha256(answer.encode()).hexdigest()[:16]
    return float(f"{answer:.7g}") if isinstance(answer, float) else answer


def main() -> int:
    options = _options()
    chosen = options.keras, options.first, options.count
    recorded = answers([options.tensorflow], *chosen)
    if options.record:
        lines = (f'"{k}": {json.dumps(digested(v))}' for k, v in recorded.items())
        record_of(options.keras).write_text("{\n" + ",\n".join(lines) + "\n}\n")
        return 0
    found = here(*chosen)
    unequal = 0
    for number, answer in recorded.items():
        told = list(differences(found[number], answer))
        unequal += bool(told)
        for each in told:
            print(f"{number}{each}")
    print(f"{unequal} of {len(recorded)} models differ")
    return int(unequal > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.keras.drawn")
    parser.add_argument("--tensorflow", metavar="PYTHON", required=True)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--keras", type=int, choices=[2, 3], default=2)
    parser.add_argument("--record", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
