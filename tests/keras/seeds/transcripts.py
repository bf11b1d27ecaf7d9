"""What a program of a seed prints, comparably: no times, no pictures of progress.

    python -m tests.keras.seeds.transcripts PYTHON      with TensorFlow: writes anew

A line of a transcript is compared in its words; numbers that are printed with up to
four decimals, as losses are, may differ by a thousandth, others by a millionth.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

FOLDER = Path(__file__).parent
PROGRAMS = (
    "effective_style",
    "function_guide",
    "eager_notebook",
    "report_of_six_parts",
)
DEBUGGER = "l\nn\nc\n"
"""What the user types where a program stops in the debugger."""
TOLERANCE = 1e-6
"""Of numbers that are printed in full."""
ROUNDED = 4
"""Decimals of losses and the like."""
SPREAD = 1.001e-3
"""Of these: a unit of the third decimal. TensorFlow's own losses move by 3e-4 with
other kernels or weights that differ by one unit, for Adam makes rounding grow; in
float64, `tests/keras/training.py`, they agree to 1e-12."""
_COLOR = re.compile(r"\x1b\[[0-9;]*m")
_PROGRESS = re.compile(r"^\s*(\d+)/(\d+)\s")
_TIME = re.compile(r"\b[\d:.]+(ms|us|s)(/step|/epoch)?(?=\s|$)")
_BAR = re.compile(r"\[[=>.]+\]|━+")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e[+-]?\d+)?")
_KERNEL = re.compile(r"{{function_node .*?}} ?| name: $")


def transcript(python: Sequence[str], program: str, version: int) -> list[str]:
    """The lines that a program of a seed prints, with Keras 2 or 3.

    Raises:
      RuntimeError: if it ends with an error.
    """
    done = subprocess.run(
        [*python, FOLDER / f"{program}.py"],
        input=DEBUGGER,
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "KERAS_BACKEND": "tensorflow",
            "TF_CPP_MIN_LOG_LEVEL": "3",
            "TF_USE_LEGACY_KERAS": str(int(version == 2)),
        },
    )
    if done.returncode:
        raise RuntimeError(f"{program} with Keras {version}:\n{done.stderr}")
    return list(comparable(done.stdout))


def comparable(text: str) -> Iterator[str]:
    """The lines of an output without times; of a progress bar, its end alone.

    >>> bar = "1/5 [=>..] - ETA: 2s - loss: 1.0\\x085/5 [==] - 3s 4ms/step - loss: 0.5"
    >>> list(comparable(bar))
    ['5/5 - - loss: 0.5']
    """
    before = ""
    for line in re.split(r"[\r\n\x08]+", _COLOR.sub("", text)):
        progress = _PROGRESS.match(line)
        if (progress and progress[1] != progress[2]) or "ETA" in line:
            continue
        if progress:
            line = _TIME.sub("", _BAR.sub("", line))
        if line.startswith("> "):  # where the debugger stopped
            continue
        line = " ".join(_KERNEL.sub("", line.replace("(Pdb) ", "")).split())
        # a quick bar is at its end once or twice
        if line and not (progress and line == before):
            yield line
        before = line


def differences(found: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The lines that are not the same, numbers within their tolerances.

    >>> differences(["loss: 0.501"], ["loss: 0.500"])
    []
    >>> differences(["loss: 0.6", "more"], ["loss: 0.5"])
    ["1: 'loss: 0.6' for 'loss: 0.5'", "2: 'more' for ''"]
    """
    return [
        f"{number}: {one!r} for {other!r}"
        for number, (one, other) in enumerate(
            zip_longest(found, wanted, fillvalue=""), 1
        )
        if not _is_same(one, other)
    ]


def _is_same(one: str, other: str) -> bool:
    if _words(one) != _words(other):
        return False
    pairs = zip(_NUMBER.findall(one), _NUMBER.findall(other), strict=True)
    return all(_is_close(a, b) for a, b in pairs)


def _is_close(one: str, other: str) -> bool:
    are_rounded = max(map(_decimals, (one, other))) <= ROUNDED
    tolerance = SPREAD if are_rounded else TOLERANCE
    first, second = float(one), float(other)
    return abs(first - second) <= tolerance * max(1.0, abs(second))


def _decimals(number: str) -> int:
    return len(number.partition("e")[0].partition(".")[2])


def _words(line: str) -> str:
    # arrays are padded to the width of their longest number
    text = _NUMBER.sub("N", line)
    return text.replace(" ]", "]").replace("[ ", "[").replace(" ,", ",")


def recorded(program: str, version: int) -> list[str]:
    """What the program prints with TensorFlow."""
    path = FOLDER / f"{program}_{version}.txt"
    return path.read_text("utf-8").splitlines()


def main() -> None:
    """Records every program with a Python that has TensorFlow."""
    for program in PROGRAMS:
        for version in (2, 3):
            lines = transcript([sys.argv[1]], program, version)
            path = FOLDER / f"{program}_{version}.txt"
            path.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
