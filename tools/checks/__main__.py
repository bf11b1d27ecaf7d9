"""`python -m tools.checks`: all checks of the source, which read each file once."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from . import (
    dead_code,
    layer_figures,
    layers,
    mirrored_tests,
    op_tables,
    packages,
    size,
)
from .tree import read_once, report


def main(root: Path) -> int:
    """Prints what each check finds; 1 if one finds anything."""
    gc.disable()  # the trees of all files stay to the end; collections only visit them
    with read_once(root):
        return max(
            report(layers.violations(root), "layers"),
            report(layer_figures.problems(root), "names of rooms"),
            report(size.problems(root), "sizes"),
            report(packages.problems(root), "packages"),
            report(op_tables.problems(root), "op tables"),
            report(dead_code.problems(root), "dead code"),
            mirrored_tests.main([], root),
        )


if __name__ == "__main__":
    sys.exit(main(Path.cwd()))
