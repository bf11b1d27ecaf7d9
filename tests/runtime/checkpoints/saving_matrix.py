"""Which objects are saved and loaded between TensorFlow and this: a table, made.

    AUTOGRAPH_TENSORFLOW_PYTHON=... python -m tests.runtime.checkpoints.saving_matrix
        [--record]

Runs every cell: each kind of object is written here and there, and read here and there.
With ``--record``, what TensorFlow wrote and answered is kept in ``cases/matrix`` for
machines without it, and the table in ``docs/saving.md`` is made anew.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.runtime.checkpoints import saved_kinds
from tests.tensorflow_process import TensorFlowError, TensorFlowProcess

CASES: Final = Path(__file__).parent / "cases" / "matrix"
OUTCOMES: Final = CASES / "outcomes.json"
PAGE: Final = Path(__file__).parents[3] / "docs" / "saving.md"
BEGIN, END = "<!-- matrix -->\n", "<!-- end of matrix -->\n"
COLUMNS: Final = (
    *("files", "checkpoint: here to here", "here to there", "there to here"),
    *("model: here to here", "here to there", "there to here"),
)
NEEDS_TENSORFLOW: Final = (2, 5)
"""The columns that TensorFlow itself must read, where there are files."""
REMOTE: Final = """
import linecache, sys, types
if "kinds" not in sys.modules:  # once: extension types are registered by name
    names = vars(sys.modules.setdefault("kinds", types.ModuleType("kinds")))
    names["tf"] = tf
    source = source.replace("import runtime as tf", "")
    linecache.cache["kinds"] = (len(source), None, source.splitlines(True), "kinds")
    exec(compile(source, "kinds", "exec"), names)
names = vars(sys.modules["kinds"])
"""
NOT_SAVED: Final = "not saved"
SOURCE: Final = Path(saved_kinds.__file__).read_text()
CHECKPOINT: Final = ("c.index", "c.data-00000-of-00001")


def place_of(kind: str) -> Path:
    """Where the files of a kind are kept that TensorFlow wrote."""
    return CASES / saved_kinds.KINDS[kind].__name__


def outcome(read: Callable[[], Any], wanted: Any) -> str:
    """Whether what is read is what was saved, or the class of the error."""
    try:
        found = read()
    except TensorFlowError as error:
        return f"no: {error.kind}"
    except Exception as error:  # which one comes is the cell
        return f"no: {type(error).__name__}"
    return "yes" if json.loads(json.dumps(found)) == wanted else "differs"


def files_of(ours: Path, theirs: Path) -> str:
    """Whether the files of a checkpoint have the same bytes."""
    pairs = [(ours / name, theirs / name) for name in CHECKPOINT]
    is_equal = all(one.read_bytes() == other.read_bytes() for one, other in pairs)
    return "equal" if is_equal else "differ"


def cells(
    kind: str, theirs: Path, wanted: Any, tensorflow: TensorFlowProcess | None
) -> list[str | None]:
    """A row; without TensorFlow, the cells that need none."""
    with tempfile.TemporaryDirectory() as folder:
        ours = Path(folder, "ours")
        ours.mkdir()
        made = outcome(lambda: saved_kinds.written(kind, folder, str(ours)), wanted)
        if made != "yes":
            return [f"not written: {made}"] * len(COLUMNS)

        def there(code: str) -> str | None:
            if tensorflow is None:
                return None
            values = {"source": SOURCE, "kind": kind, "folder": folder}
            run = tensorflow.run
            return outcome(lambda: run(REMOTE + code, path=str(ours), **values), wanted)

        checkpoints = [
            files_of(ours, theirs),
            outcome(lambda: saved_kinds.restored(kind, folder, str(ours)), wanted),
            there('result = names["restored"](kind, folder, path)'),
            outcome(lambda: saved_kinds.restored(kind, folder, str(theirs)), wanted),
        ]
        if kind in saved_kinds.WITHOUT_MODEL:
            return [*checkpoints, *[NOT_SAVED] * 3]
        return [
            *checkpoints,
            outcome(lambda: saved_kinds.loaded(str(ours)), model_answer(kind, wanted)),
            there('result = names["loaded"](path)')
            if kind != "`PythonState`"
            else there('result = names["loaded"](path) and [names["NEW"]]'),
            outcome(
                lambda: saved_kinds.loaded(str(theirs)), model_answer(kind, wanted)
            ),
        ]


def model_answer(kind: str, wanted: Any) -> Any:
    """What the function of a model says; Python's state is no part of graphs."""
    return "0" if kind == "`PythonState`" else wanted


def written_there(kind: str, path: Path, tensorflow: TensorFlowProcess) -> Any:
    """Lets TensorFlow write the files of a kind; its answer."""
    with tempfile.TemporaryDirectory() as folder:
        path.mkdir(parents=True)
        code = REMOTE + 'result = names["written"](kind, folder, path)'
        values = {"source": SOURCE, "kind": kind, "folder": folder}
        return tensorflow.run(code, path=str(path), **values)


def whole(tensorflow: TensorFlowProcess, keep: Path) -> dict[str, dict[str, Any]]:
    """Every cell, and what TensorFlow answered; its files are kept in a folder."""
    found = {}
    for kind in saved_kinds.KINDS:
        theirs = keep / place_of(kind).name
        wanted = written_there(kind, theirs, tensorflow)
        row = cells(kind, theirs, wanted, tensorflow)
        found[kind] = {"answer": wanted, "cells": row}
    return found


def table(outcomes: dict[str, dict[str, Any]]) -> str:
    """The table of the page."""
    rows = [["object", *COLUMNS], ["---"] * (len(COLUMNS) + 1)]
    rows += [[kind, *each["cells"]] for kind, each in outcomes.items()]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def recorded() -> dict[str, dict[str, Any]]:
    """The cells that were recorded."""
    found: dict[str, dict[str, Any]] = json.loads(OUTCOMES.read_text())
    return found


def record(found: dict[str, dict[str, Any]], kept: Path) -> None:
    """Keeps TensorFlow's files and all answers, and writes the page."""
    shutil.rmtree(CASES, ignore_errors=True)
    shutil.copytree(kept, CASES)
    OUTCOMES.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + table(found) + END + after)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args()
    python = os.environ["AUTOGRAPH_TENSORFLOW_PYTHON"]
    with TensorFlowProcess(python) as process, tempfile.TemporaryDirectory() as kept:
        found = whole(process, Path(kept))
        if asked.record:
            record(found, Path(kept))
    print(table(found), end="")


if __name__ == "__main__":
    main()
