"""Which parts of which files there are to compute, and which are done."""

from __future__ import annotations

import glob
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from graphir.disk.fresh_files import is_unfinished, write_whole
from runtime.distribute.bulk.tables import row_count

PLAN: Final = "plan.json"


@dataclass(frozen=True)
class Part:
    """Some rows of one file, and the file that their results go to."""

    number: int
    source: str
    first: int
    last: int
    result: str


@dataclass(frozen=True)
class Plan:
    """All parts, in the order of files and rows: results are named by it.

    A part is done when its file is there, which is written whole or not at all.
    """

    parts: tuple[Part, ...]

    @property
    def rows(self) -> int:
        """The number of rows of all parts."""
        return sum(each.last - each.first for each in self.parts)

    def waiting(self) -> list[Part]:
        """The parts without a result."""
        return [each for each in self.parts if not Path(each.result).exists()]


def planned(
    patterns: Sequence[str], folder: str, rows: int, ending: str, job: dict[str, Any]
) -> Plan:
    """The parts of all files that the patterns name; also kept in the folder.

    A folder that has the plan of another job, or of other files, is refused, so that
    results of different jobs are never mixed.

    Raises:
      FileNotFoundError: if a pattern names no file.
      ValueError: for a folder of another job, or files that cannot be read.
    """
    files = _files(patterns)
    target = Path(folder)
    counts = {str(each): row_count(each) for each in files}
    parts: list[Part] = []
    for source, count in counts.items():
        for first in range(0, count, rows):
            number = len(parts)
            result = str(target / f"part-{number:06d}.{ending}")
            parts.append(Part(number, source, first, min(first + rows, count), result))
    found = Plan(tuple(parts))
    described = {"job": job, "parts": [asdict(each) for each in parts]}
    text = json.dumps(described, indent=1, sort_keys=True) + "\n"
    kept = target / PLAN
    if kept.exists():
        if kept.read_text(encoding="utf-8") != text:
            raise ValueError(
                f"{folder} has results of another job, or of other files: see "
                f"{kept}. Name another folder."
            )
        return found
    if target.exists() and not all(
        is_unfinished(each, PLAN) for each in target.iterdir()
    ):
        raise ValueError(f"{folder} is not empty, and has no {PLAN}.")
    target.mkdir(parents=True, exist_ok=True)
    write_whole(str(kept), text.encode())
    return found


def _files(patterns: Sequence[str]) -> list[Path]:
    found: list[Path] = []
    for pattern in patterns:
        matching = sorted(glob.glob(pattern, recursive=True))
        if not matching:
            raise FileNotFoundError(f"no file is named {pattern}.")
        found += [Path(each) for each in matching if Path(each) not in found]
    return found
