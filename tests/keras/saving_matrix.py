"""Which files of Keras models are read by whom: a table, made.

    python -m tests.keras.saving_matrix PYTHON_WITH_TENSORFLOW [--record]

Run by a Python with Keras and Keras 2 (``keras``, ``tf_keras``). Models of each kind
are written in every format here and there, and read here and there, by
`saved_models.py`. With ``--record`` the table in ``docs/saving.md`` is made anew.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
PROGRAM: Final = HERE / "saved_models.py"
OUTCOMES: Final = HERE / "saving_matrix.json"
PAGE: Final = HERE.parents[1] / "docs" / "saving.md"
BEGIN, END = "<!-- matrix of Keras -->\n", "<!-- end of matrix of Keras -->\n"
NEAR: Final = 1e-5
FORMATS: Final = {
    "checkpoint": "`tf.train.Checkpoint(model=, optimizer=)`",
    "keras": "`model.save`: `.keras`",
    "h5": "`model.save`: `.h5`",
    "weights": "`save_weights`: `.weights.h5`",
    "bundle": "`save_weights`: a checkpoint",
    "directory": "`model.save`: a SavedModel",
    "exported": "`model.export`: a SavedModel",
}
SECONDS: Final = 900


def answered(interpreter: list[str], version: int, *arguments: str) -> str:
    """What the program prints with Keras 2 or 3.

    Raises:
      RuntimeError: if it fails.
    """
    done = subprocess.run(
        [*interpreter, str(PROGRAM), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env={**os.environ, "TF_USE_LEGACY_KERAS": "1" if version == 2 else "0"},
    )
    if done.returncode:
        raise RuntimeError(f"{arguments} ended with {done.stderr[-2000:]}")
    return done.stdout


def cell(found: dict[str, dict[str, Any]], form: str) -> str:
    """Which models of a format answer as they did when they were saved."""
    rows = {name: seen for name, seen in found.items() if name.endswith(f"/{form}")}
    far = [
        name.partition("/")[0]
        for name, seen in rows.items()
        if not all(isinstance(each, float) and each <= NEAR for each in seen.values())
    ]
    return f"not {', '.join(far)}" if far else f"yes ({len(rows)})"


def outcomes(theirs: list[str], folder: Path) -> dict[str, list[str]]:
    """Each row: here to here, here to there, there to here."""
    ours = [sys.executable, "-m", "runtime"]
    rows = {}
    for version in (3, 2):
        places = {
            "here": folder / f"here{version}",
            "there": folder / f"there{version}",
        }
        answered(ours, version, "write", str(places["here"]))
        answered(theirs, version, "write", str(places["there"]))
        readings = [(ours, "here"), (theirs, "here"), (ours, "there")]
        seen = [
            json.loads(answered(reader, version, "read", str(places[writer])))
            for reader, writer in readings
        ]
        for form, title in FORMATS.items():
            if any(name.endswith(f"/{form}") for name in seen[0]):
                rows[f"Keras {version}, {title}"] = [cell(each, form) for each in seen]
    return rows


def table(rows: dict[str, list[str]]) -> str:
    """The table of the page."""
    lines = [["format", "here to here", "here to there", "there to here"], ["---"] * 4]
    lines += [[name, *cells] for name, cells in rows.items()]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def record(rows: dict[str, list[str]]) -> None:
    """Keeps the rows and writes the page."""
    OUTCOMES.write_text(json.dumps(rows, indent=1) + "\n")
    before, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(before + BEGIN + table(rows) + END + after)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tensorflow")
    parser.add_argument("--record", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        rows = outcomes([asked.tensorflow], Path(folder))
    if asked.record:
        record(rows)
    print(table(rows), end="")


if __name__ == "__main__":
    main()
