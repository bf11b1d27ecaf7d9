"""Programs whose lines of output are compared with what TensorFlow wrote.

A program calls ``show(label, ask)``; what ``ask`` gives, or the error, is a line.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

LINES: list[str] = []

_ADDRESS = re.compile(r"0[xX][0-9a-fA-F]+")
_OF_RUN = re.compile(r"{{[^}]*}} | name:( \w*)?$|(?<=')\d+(?=' is)")
"""What TensorFlow's messages say of one run: the wrapped op, names and numbers."""
_PLACE = re.compile(r"\b(?:tensorflow|runtime|graphir)(?:\.\w+)+\.(\w+)")


def show(label: str, ask: Callable[[], Any]) -> None:
    """Keeps what an expression gives, or which error it raises."""
    try:
        found = ask()
        line = f"{label} => {found if isinstance(found, str) else repr(found)}"
    except Exception as error:
        line = f"{label} !! {type(error).__name__}: {error}"
    line = _OF_RUN.sub("", " ".join(_ADDRESS.sub("0x", line).split()))
    LINES.append(_PLACE.sub(r"\1", line)[:400])


def lines_of(program: Path) -> list[str]:
    """The lines that a program shows."""
    LINES.clear()
    runpy.run_path(str(program), run_name=f"program_{program.stem}")
    return list(LINES)


def record(folder: Path) -> None:
    """Writes what the programs of a folder show, beside each.

    It is run by a Python that has TensorFlow, which programs know as ``runtime``:
    ``python -m tests.runtime.shown_answers FOLDER``.
    """
    import sys

    import tensorflow

    sys.modules["runtime"] = tensorflow
    for program in sorted(folder.glob("*.py")):
        text = "\n".join(lines_of(program)) + "\n"
        program.with_suffix(".txt").write_text(text)


if __name__ == "__main__":
    import sys

    from tests.runtime import shown_answers

    shown_answers.record(Path(sys.argv[1]))
