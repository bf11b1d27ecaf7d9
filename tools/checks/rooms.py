"""Reads the rooms of the packages from `rooms.txt`, and checks their sizes."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from .tree import SourceFile

ROOT_FILES: Final = 12
"""At most so many files stand at the root of a package."""

ROOM_FILES: Final = 25
"""At most so many files stand in one room."""

ELSEWHERE: Final = "Not here:"
"""With this begins the sentence of a room about what does not belong in it."""

_LIST: Final = "tools/checks/rooms.txt"
_IMPORTED_AS: Final = {"tools": "autograph_tools"}


@dataclass(frozen=True)
class Room:
    """A folder or a file in the list: its package, its name there, its place."""

    top: str
    name: str
    rank: int


class Rooms:
    """All rooms by dotted name, and upward imports with their reasons."""

    def __init__(
        self, listed: Iterable[Room], upward: Mapping[tuple[str, str], str]
    ) -> None:
        self._rooms = {f"{room.top}.{room.name}": room for room in listed}
        self._tops = {room.top for room in self._rooms.values()}
        self._upward = upward

    def of(self, module: str) -> Room | None:
        """The room of a module: the longest listed name that its name begins with."""
        while module and module not in self._rooms:
            module = module.rpartition(".")[0]
        return self._rooms.get(module)

    def allows(self, module: str, higher: Room) -> bool:
        """Whether a lazy import of a higher room is exempt."""
        return (module, f"{higher.top}.{higher.name}") in self._upward

    def sizes(self, files: Iterable[SourceFile]) -> Iterator[str]:
        """The files at the root of each package, and in its largest room."""
        ours = [file for file in files if file.module.partition(".")[0] in self._tops]
        sizes = Counter(_folder(file) for file in ours if not file.is_init)
        for root in sorted({folder.partition("/")[0] for folder in sizes}):
            inner = {
                name: n for name, n in sizes.items() if name.startswith(f"{root}/")
            }
            largest = max(inner, key=inner.__getitem__, default=root)
            yield f"{root}: {sizes[root]} files, {largest}: {sizes[largest]} files"

    def problems(self, files: list[SourceFile]) -> Iterator[str]:
        """Modules in no room; rooms that are missing, too large or not described."""
        modules = {file.module for file in files}
        for name in self._rooms:
            if name not in modules:
                yield f"{_LIST}: {name} is not there"
        sizes = Counter(_folder(file) for file in files if not file.is_init)
        for file in files:
            yield from self._problems_of(file, sizes, modules)

    def _problems_of(
        self, file: SourceFile, sizes: Counter[str], modules: set[str]
    ) -> Iterator[str]:
        top, _, inner = file.module.partition(".")
        if top not in self._tops:
            return
        if inner and not self.of(file.module):
            yield f"{file.relative}: its room is not in {_LIST}"
        if not file.is_init:
            return
        # what a folder `site` holds is served to other programs as it is
        if inner and "site" not in inner.split("."):
            yield from _undescribed(file, modules)
        most = ROOM_FILES if inner else ROOT_FILES
        if (count := sizes[_folder(file)]) > most:
            yield f"{file.relative}: {count} files in one room, at most {most}"


def _undescribed(file: SourceFile, modules: set[str]) -> Iterator[str]:
    """The docstring says what is in the room, and what stands elsewhere and where."""
    text = ast.get_docstring(file.tree) or ""
    _, marker, elsewhere = text.partition(ELSEWHERE)
    if not marker:
        yield f"{file.relative}: its docstring has no sentence `{ELSEWHERE} ...`"
    for name in re.findall(r"`([a-z_.0-9]+)`", elsewhere):
        if not any(f"{start}{name}" in modules for start in _starts(file.module)):
            yield f"{file.relative}: `{name}`, where things stand, is not there"


def _starts(module: str) -> Iterator[str]:
    """From where a name may be told: this room, those around it, and the top."""
    while module:
        yield f"{module}."
        module = module.rpartition(".")[0]
    yield ""


def _folder(file: SourceFile) -> str:
    return file.relative.rpartition("/")[0]


def read_rooms(root: Path, upward: Mapping[tuple[str, str], str]) -> Rooms:
    """The rooms of a checkout: an unindented line is a package, others its rooms."""
    return Rooms(_listed(root / _LIST), upward)


def _listed(path: Path) -> Iterator[Room]:
    top, rank = "", 0
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        if line and not line[0].isspace():
            top, rank = _IMPORTED_AS.get(line.strip(), line.strip()), 0
            continue
        for name in line.split():
            yield Room(top, name, rank)
            rank += 1
