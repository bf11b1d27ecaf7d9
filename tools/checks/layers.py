"""Who may import whom: a table between packages, `Layers:` inside each of them.

`Layers: a, b, c` (lowest first) or `Layers ...:` over a table, in the docstring of an
`__init__`: a module imports only those before its own; the unlisted are all on top, and
import each other only without a cycle.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from .exemptions import UPWARD
from .imports import Import, cycles_among, imports_of, layers_of
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


def violations(root: Path) -> Iterator[str]:
    """Each import that the rules forbid, as `file:line: what and why`."""
    files = list(source_files(root))
    modules = {file.module for file in files}
    layers = {file.module: layers_of(file) for file in files if file.is_init}
    imports = {file: list(imports_of(file, modules)) for file in files}
    cycles = cycles_among(imports)
    for file, found in [(owner, each) for owner in files for each in imports[owner]]:
        in_cycle = (file.module, found.target) in cycles
        if problem := _between(file, found) or _within(file, found, layers, in_cycle):
            yield f"{file.relative}:{found.line}: imports {found.target}: {problem}"


def _between(file: SourceFile, found: Import) -> str | None:
    top, other = file.module.partition(".")[0], found.target.partition(".")[0]
    if other in OURS - MAY_IMPORT.get(top, OURS - {"tools"}):
        return f"{top} may not import {other}"
    third_party = other not in OURS and other not in sys.stdlib_module_names
    if found.at_start and third_party and other not in START_UP.get(top, {other}):
        return f"{top} may import {other} only inside the function that needs it"
    return None


def _within(
    file: SourceFile, found: Import, layers: dict[str, list[str]], in_cycle: bool
) -> str | None:
    own, theirs = file.module.split("."), found.target.split(".")
    pairs = enumerate(zip(own, theirs))
    depth = next((index for index, (one, two) in pairs if one != two), 0)
    order = layers.get(".".join(own[:depth]), [])
    if found.for_types or not order:
        return None
    rank = {name: index for index, name in enumerate(order)}
    mine, other = (rank.get(names[depth], len(order)) for names in (own, theirs))
    allowed = (file.module, ".".join(theirs[: depth + 1])) in UPWARD
    if other < mine or (allowed and not found.at_start):
        return None
    if other == mine == len(order):
        return "the two import each other in a circle" if in_cycle else None
    return f"not listed before {own[depth]} in `Layers` of {'.'.join(own[:depth])}"


if __name__ == "__main__":
    sys.exit(report(violations(Path.cwd()), "layers"))
