"""The recorded list of Keras' tests that pass with TensorFlow, and the sample of CI."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Final

LIST: Final = Path(__file__).with_name("passing.txt")
"""A line a file of tests, then one for each class and one for each test, indented."""
SAMPLE: Final = 8
"""One of so many tests is in the sample."""
SLOW_FILES: Final = ("keras/src/applications/",)
"""Not in the sample: each of these tests takes minutes."""


def write(ids: Iterable[str], path: Path = LIST) -> None:
    """Writes ids as a list."""
    lines: list[str] = []
    for file, tests in groupby(sorted(map(_parts, ids)), lambda each: each[0]):
        lines.append(file)
        for owner, own in groupby(tests, lambda each: each[1]):
            lines.append(f" {owner}")
            lines.extend(f"  {name}" for _, _, name in own)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def _parts(test: str) -> tuple[str, str, str]:
    file, _, rest = test.partition("::")
    owner, _, name = rest.rpartition("::")
    return file, owner, name


def read(path: Path = LIST) -> frozenset[str]:
    """The ids of a list."""
    found = []
    file = owner = ""
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("  "):
            found.append("::".join(filter(None, (file, owner, line[2:]))))
        elif line.startswith(" "):
            owner = line[1:]
        else:
            file = line
    return frozenset(found)


def renewed(
    listed: Iterable[str], ran: Iterable[str], passed: Iterable[str]
) -> frozenset[str]:
    """The list after a run: files that ran have what passed now, others as before."""
    files = {_parts(each)[0] for each in ran}
    kept = (each for each in listed if _parts(each)[0] not in files)
    return frozenset(kept) | frozenset(passed)


def sample(ids: Iterable[str]) -> frozenset[str]:
    """The same tests each time, spread over all files."""
    return frozenset(
        each
        for each in ids
        if not each.startswith(SLOW_FILES)
        and int(hashlib.sha256(each.encode()).hexdigest(), 16) % SAMPLE == 0
    )
