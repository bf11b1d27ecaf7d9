"""Figures of the rooms: imports of higher rooms, circles, sizes.

`python -m tools.checks.layer_figures` prints them; `layers` has the limits. Imports of
higher rooms by a name in a string, which `layers` does not see, are refused here.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from .imports import circles_among, imports_of
from .rooms import Room, Rooms, read_rooms
from .tree import SourceFile, source_files


def figures(root: Path) -> Iterator[str]:
    """The figures, one a line."""
    files = list(source_files(root))
    modules = {file.module for file in files}
    rooms = read_rooms(root, {})
    imports = {file: list(imports_of(file, modules)) for file in files}
    upward = sum(
        _is_higher(rooms.of(file.module), rooms.of(found.target))
        for file, each in imports.items()
        for found in each
        if not found.at_start and not found.for_types and not file.is_init
    )
    yield f"lazy imports of a higher room: {upward}"
    named = _named(rooms, files)
    yield f"imports of a higher room by a name in a string: {', '.join(named) or 0}"
    circles = circles_among(imports, at_start=False)
    sizes = sorted(map(len, circles), reverse=True)
    yield f"circles of imports, lazy or for types, by files: {sizes or 0}"
    yield from rooms.sizes(files)


def problems(root: Path) -> Iterator[str]:
    """The imports of a higher room by a name in a string."""
    for place in _named(read_rooms(root, {}), list(source_files(root))):
        yield f"{place}: imports a higher room, by its name in a string"


def _named(rooms: Rooms, files: list[SourceFile]) -> list[str]:
    return [
        f"{file.relative}:{line}"
        for file in files
        for line, target in _imports_by_name(file)
        if _is_higher(rooms.of(file.module), rooms.of(target))
    ]


def _imports_by_name(file: SourceFile) -> Iterator[tuple[int, str]]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "import_module":
            name = node.args[0]
            if isinstance(name, ast.Constant):
                yield node.lineno, str(name.value)


def _is_higher(mine: Room | None, other: Room | None) -> bool:
    if mine is None or other is None or mine.top != other.top:
        return False
    return other.rank > mine.rank


if __name__ == "__main__":
    print(*figures(Path.cwd()), sep="\n")
