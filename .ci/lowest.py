"""Prints constraints: the lowest version of each package that the project may use.

    python .ci/lowest.py pyproject.toml > constraints.txt

Tools of development have no bounds to test: of `dev` only what the core may use counts.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

REQUIREMENT = re.compile(r'"([A-Za-z0-9_-]+)>=([0-9.]+),<[0-9.]+"')


def main() -> None:
    """Writes `name==lowest` for each requirement that has both bounds."""
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    project = text.partition("[project]")[2].partition("[tool.")[0]
    for name, lowest in sorted(set(REQUIREMENT.findall(project))):
        if name not in ("keras", "mkdocs", "onnx"):  # environments of their own
            print(f"{name}=={lowest}")


if __name__ == "__main__":
    main()
