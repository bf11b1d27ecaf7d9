"""Keras' test files in processes of a few files each; each process may be run again."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

Outcomes = dict[str, dict[str, object]]
"""By the id of the test: `outcome`, `why`, `seconds`."""

PLUGIN: Final = Path(__file__).parent
FILES: Final = 12
"""The files of one process."""
NOTHING_TO_RUN: Final = (0, 5)
"""What pytest ends with if all of its tests have outcomes of an earlier run."""
BYTES: Final = 150_000
"""Files of a process that is not one file end at this size."""
# Packages of the second folder come after those that the interpreter has itself.
START: Final = """
import runpy, sys
sys.path.append(sys.argv.pop(1))
runpy.run_module("pytest", run_name="__main__", alter_sys=True)
"""


class Side(NamedTuple):
    """Who runs the tests."""

    name: str
    command: tuple[str, ...]
    """What starts pytest; its arguments follow."""
    packages: Path
    """The folder that `keras` is in."""

    @classmethod
    def runtime(cls, python: str) -> Side:
        return cls("runtime", (python, "-m", "runtime", "-m", "pytest"), _home(python))

    @classmethod
    def tensorflow(cls, python: str, packages: Path) -> Side:
        """TensorFlow's Python, with pytest and others from a folder of packages."""
        command = (python, "-c", START, str(packages))
        return cls("tensorflow", command, _home(python))


def _home(python: str) -> Path:
    code = "from importlib.util import find_spec as f; print(f('keras').origin)"
    out = subprocess.run([python, "-c", code], check=True, capture_output=True)
    return Path(out.stdout.decode().strip()).parents[1]


class NoOutcomesError(Exception):
    """A process of tests ended before any of them."""


class Processes:
    """Those that run now; once stopped, no other is started."""

    def __init__(self) -> None:
        self.are_stopped = False
        self._running: set[subprocess.Popen[bytes]] = set()
        self._lock = Lock()

    def status_of(self, command: Sequence[str], **options: Any) -> int:
        """Runs a command to its end; options are those of `Popen`."""
        with self._lock:
            if self.are_stopped:
                return -signal.SIGTERM
            process = subprocess.Popen(command, **options)
            self._running.add(process)
        status = process.wait()
        with self._lock:
            self._running.remove(process)
        return status

    def stop(self) -> None:
        with self._lock:
            self.are_stopped = True
            for process in self._running:
                process.terminate()


@dataclass(frozen=True)
class Run:
    """One run of many files, whose outcomes collect in a folder."""

    side: Side
    folder: Path
    wanted: frozenset[str] | None = None
    """The ids to run; None: all."""
    jobs: int = 2
    processes: Processes = field(default_factory=Processes)

    def all(self, names: Sequence[str]) -> Outcomes:
        """The outcomes of the tests in these folders or files of `keras/src`.

        What the folder has outcomes of already is not run again.

        Raises:
            NoOutcomesError: a process ended before its first test; others are stopped.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        chunks = list(_chunks(self._files(names)))
        with ThreadPoolExecutor(self.jobs) as pool:
            futures = [pool.submit(self._chunk, chunk) for chunk in chunks]
            try:
                for each in as_completed(futures):
                    each.result()
            except NoOutcomesError:
                self.processes.stop()
                raise
        return read(self.folder)

    def _files(self, names: Sequence[str]) -> list[Path]:
        source = self.side.packages / "keras" / "src"
        found: set[Path] = set()
        for name in names or (".",):
            place = source / name
            found.update([place] if place.is_file() else place.rglob("*_test.py"))
        if self.wanted is not None:
            files = {each.partition("::")[0] for each in self.wanted}
            home = self.side.packages
            found = {each for each in found if str(each.relative_to(home)) in files}
        return sorted(found)

    def _chunk(self, files: list[Path]) -> None:
        """Runs files; after a crash it goes on behind the test that crashed."""
        stem = "-".join(files[0].with_suffix("").parts[-2:])
        log = self.folder / f"{stem}.jsonl"
        while True:
            before = log.stat().st_size if log.exists() else 0
            status = self._process(files, log)
            if self.processes.are_stopped:
                return
            if status not in NOTHING_TO_RUN and not _has_grown(log, before):
                raise NoOutcomesError(_ending(files, status, log.with_suffix(".log")))
            crashed = _unfinished(log)
            if status in (0, 1, 2, 5) or crashed is None:
                break
            with log.open("a") as lines:
                why = f"the process ended with {status}"
                entry = {"id": crashed, "outcome": "crashed", "why": why}
                lines.write(json.dumps(entry) + "\n")
        if self.jobs:
            print(
                f"{len(read_one(log)):6} {stem} and {len(files) - 1} more", flush=True
            )

    def _process(self, files: list[Path], log: Path) -> int:
        with tempfile.TemporaryDirectory() as elsewhere:
            environment = dict(
                os.environ,
                KERAS_BACKEND="tensorflow",
                KERAS_HOME=f"{elsewhere}/home",
                KERAS_OUTCOMES=str(log.resolve()),
                KERAS_DONE=_as_file(f"{elsewhere}/done", read(self.folder)),
                TF_CPP_MIN_LOG_LEVEL="3",
                CUDA_VISIBLE_DEVICES="",
                PYTEST_DISABLE_PLUGIN_AUTOLOAD="1",
                PYTHONPATH=str(PLUGIN),
            )
            if self.wanted is not None:
                wanted = _as_file(f"{elsewhere}/wanted", self.wanted)
                environment["KERAS_WANTED"] = wanted
            options = ["-q", "-p", "outcomes", "-p", "no:cacheprovider", "-W", "ignore"]
            options += ["-c", os.devnull, "--rootdir", str(self.side.packages)]
            options += ["--tb=short", "--no-summary", "--continue-on-collection-errors"]
            with log.with_suffix(".log").open("a") as text:
                return self.processes.status_of(
                    [*self.side.command, *options, *map(str, files)],
                    env=environment,
                    cwd=elsewhere,
                    stdout=text,
                    stderr=subprocess.STDOUT,
                )


def _has_grown(log: Path, size: int) -> bool:
    return log.exists() and log.stat().st_size > size


def _ending(files: list[Path], status: int, text: Path) -> str:
    """How a process ended that ran no test."""
    names = ", ".join(each.name for each in files)
    lines = [each for each in text.read_text("utf-8").splitlines() if each.strip()]
    last = lines[-1] if lines else "nothing was printed"
    return f"the tests of {names} did not start: exit status {status}: {last} ({text})"


def _as_file(path: str, ids: Iterable[str]) -> str:
    Path(path).write_text(json.dumps(sorted(ids)))
    return path


def _chunks(files: list[Path]) -> list[list[Path]]:
    """Files of one folder that go together, the longest work first."""
    found: list[list[Path]] = []
    size = 0
    for file in files:
        own = file.stat().st_size
        together = bool(found) and found[-1][-1].parent.parent == file.parent.parent
        if not together or len(found[-1]) == FILES or size + own > BYTES:
            found.append([])
            size = 0
        found[-1].append(file)
        size += own
    return sorted(found, key=lambda each: -sum(f.stat().st_size for f in each))


def read(folder: Path) -> Outcomes:
    """The outcomes that a folder holds."""
    found: Outcomes = {}
    for log in sorted(folder.glob("*.jsonl")):
        found.update(read_one(log))
    return found


def read_one(log: Path) -> Outcomes:
    """The outcomes in one file; a later one of the same test counts."""
    if not log.exists():
        return {}
    entries = map(json.loads, log.read_text().splitlines())
    return {each["id"]: each for each in entries if "id" in each}


def _unfinished(log: Path) -> str | None:
    """The test that had started and has no outcome."""
    found = None
    for line in log.read_text().splitlines() if log.exists() else ():
        entry = json.loads(line)
        if "started" in entry:
            found = entry["started"]
        elif entry["id"] == found:
            found = None
    return found
