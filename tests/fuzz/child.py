"""A child that runs cases: `python -m tests.fuzz.child KIND`, cases as lines of JSON.

For each line `[number, steps or null]` it answers `[number, fault or null]`.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from tests.fuzz.kinds import Kind, kind
from tests.fuzz.outcomes import described


def limit_memory(size: int) -> None:
    """Let this process have so many bytes more than it has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + size
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def answer(chosen: Kind, line: str, folder: Path) -> list[Any]:
    """The number of the case, and what is wrong with it."""
    number, steps = json.loads(line)
    given = chosen.make(number) if steps is None else steps
    inner = folder / "inner"
    inner.mkdir()
    os.chdir(inner)
    try:
        return [number, chosen.run(given, inner)]
    except Exception as error:  # an error that no kind expects is a fault
        return [number, f"raises {described(error)}"]
    finally:
        os.chdir(folder)
        shutil.rmtree(folder / "inner", ignore_errors=True)


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    chosen = kind(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        os.chdir(folder)
        if chosen.prepare is not None:
            chosen.prepare(Path(folder))
        answers.write("ready\n")
        answers.flush()
        limit_memory(chosen.memory)
        for line in sys.stdin:
            answers.write(json.dumps(answer(chosen, line, Path(folder))) + "\n")
            answers.flush()
        os.chdir("/")


if __name__ == "__main__":
    main()
