"""Checks the direction of imports between packages, and between their rooms."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .exemptions import UPWARD
from .imports import Import, circles_among, imports_of
from .rooms import Rooms, read_rooms
from .tree import SourceFile, report, source_files

OURS: Final = {"autograph", "graphir", "runtime", "autograph_tools", "tools"}
MAY_IMPORT: Final = {
    "autograph": {"autograph"},
    "graphir": {"graphir"},
    "runtime": {"autograph", "graphir", "runtime"},
    "examples": {"autograph", "graphir", "runtime"},
}
"""Of ours. Others may import all but `tools`: its installed name is autograph_tools."""

START_UP: Final = {key: {"numpy", "ml_dtypes"} for key in ("graphir", "runtime")}
"""Third-party packages that a file may import before they are needed."""

KNOT: Final = 4
"""At most so many files may import each other in a circle, lazily or for types."""


def violations(root: Path) -> Iterator[str]:
    """The forbidden imports, as `file:line: the violation`."""
    files = list(source_files(root))
    modules = {file.module for file in files}
    rooms = read_rooms(root, UPWARD)
    imports = {file: list(imports_of(file, modules)) for file in files}
    for file, found in [(owner, each) for owner in files for each in imports[owner]]:
        if problem := _between(file, found) or _within(file, found, rooms):
            yield f"{file.relative}:{found.line}: imports {found.target}: {problem}"
    yield from rooms.problems(files)
    for circle in circles_among(imports, at_start=True):
        yield f"{', '.join(circle)}: import each other in a circle"
    for circle in circles_among(imports, at_start=False):
        if len(circle) > KNOT:
            yield f"{', '.join(circle)}: a circle of over {KNOT} files"


def _between(file: SourceFile, found: Import) -> str | None:
    top, other = file.module.partition(".")[0], found.target.partition(".")[0]
    if other in OURS - MAY_IMPORT.get(top, OURS - {"tools"}):
        return f"{top} may not import {other}"
    third_party = other not in OURS and other not in sys.stdlib_module_names
    if found.at_start and third_party and other not in START_UP.get(top, {other}):
        return f"{top} may import {other} only inside the function that needs it"
    return None


def _within(file: SourceFile, found: Import, rooms: Rooms) -> str | None:
    mine, other = rooms.of(file.module), rooms.of(found.target)
    if (
        found.for_types
        or file.is_init
        or not mine
        or not other
        or mine.top != other.top
    ):
        return None
    if other.rank <= mine.rank or (
        not found.at_start and rooms.allows(file.module, other)
    ):
        return None
    return f"{other.name} does not stand before {mine.name} in rooms.txt"


if __name__ == "__main__":
    sys.exit(report(violations(Path.cwd()), "layers"))
