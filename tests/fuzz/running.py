"""Cases run in a child, which is killed where one takes too long; made small.

What counts is the time of the processor that the child uses, with what it started; only
a case that waits is judged by the clock. So a loaded machine makes no case late.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Final

from tests.fuzz.kinds import Kind, Steps, kind

ROOT: Final = Path(__file__).parents[2]
STARTING: Final = 600.0
"""Seconds that a child may take to start, on a loaded machine."""
WAITING: Final = 12.0
"""How many times as long a case may take by the clock as it may compute."""
MOST_TOLD: Final = 20_000
"""Characters of what a child said last: where each thread was, of some."""
GLANCE: Final = 0.5
"""Seconds between two looks at the time that a child has used."""


class Child:
    """Runs cases of a kind; started when it is needed, and again when it died."""

    def __init__(self, name: str, seconds: float | None = None) -> None:
        self.kind: Kind = kind(name)
        self.name = name
        self._seconds = self.kind.seconds if seconds is None else seconds
        self._process: subprocess.Popen[bytes] | None = None
        self._told: IO[bytes] | None = None
        self.ends: dict[str, int] = {"died": 0, "late": 0}

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stop()

    def fault(self, number: int, steps: Steps | None = None) -> str | None:
        """What is wrong with a case: that of a number, or the one given."""
        process = self._started()
        assert process.stdin is not None
        process.stdin.write(json.dumps([number, steps]).encode() + b"\n")
        process.stdin.flush()
        line = self._answer(process.pid)
        if line is None:
            self.ends["late"] += 1
            self._tell_where()
            return f"takes longer than {self._seconds:g} s{self._stop()}"
        if not line:
            self.ends["died"] += 1
            code = process.wait()
            return f"the process ends with status {code}{self._stop()}"
        found: str | None = json.loads(line)[1]
        return found

    def _answer(self, pid: int) -> bytes | None:
        """A line of the child, None if it computes or waits for too long."""
        used = processor_time(pid)
        end = time.monotonic() + self._seconds * WAITING
        while time.monotonic() < end:
            line = self._line(min(GLANCE, self._seconds))
            if line is not None:
                return line
            if processor_time(pid) - used > self._seconds:
                return None
        return None

    def _line(self, seconds: float) -> bytes | None:
        """A line of the child; empty if it ended, None if none came in time."""
        assert self._process is not None
        assert self._process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds):
                return None
        return self._process.stdout.readline()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._told = tempfile.TemporaryFile()  # noqa: SIM115 - closed by _stop
            self._process = subprocess.Popen(
                [
                    sys.executable,
                    "-X",
                    "faulthandler",
                    "-m",
                    "tests.fuzz.child",
                    self.name,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._told,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
            )
            if not self._line(STARTING):
                raise RuntimeError(f"no child starts{self._stop()}")
        return self._process

    def _tell_where(self) -> None:
        """Lets a child that does not answer say what each thread is at."""
        assert self._process is not None
        self._process.send_signal(signal.SIGABRT)  # faulthandler's
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GLANCE * WAITING)

    def _stop(self) -> str:
        """Ends the child; what it said last, after a colon."""
        if self._process is None or self._told is None:
            return ""
        self._process.kill()
        self._process.communicate()
        self._process = None
        with self._told as told:
            told.seek(0)
            text = told.read().decode(errors="replace").strip()
        self._told = None
        return f": {text[-MOST_TOLD:]}" if text else ""


def processor_time(pid: int) -> float:
    """Seconds that a process has computed, with those of its children that ended.

    >>> processor_time(os.getpid()) > 0.0
    True
    """
    # what stands in brackets is the name of the program, which may hold anything
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def smaller(steps: Steps, least: int) -> Iterator[Steps]:
    """The case without some of its steps: halves first, then single ones."""
    free = len(steps) - least
    size = free // 2
    while size:
        for at in range(least, len(steps), size):
            yield steps[:at] + steps[at + size :]
        size //= 2


def minimized(child: Child, steps: Steps, fault: str) -> tuple[Steps, str]:
    """The smallest case found that is wrong in the same way, and what is wrong."""
    again = True
    while again:
        again = False
        for each in smaller(steps, child.kind.least):
            found = child.fault(0, each)
            if found is not None and sort(found) == sort(fault):
                steps, fault, again = each, found, True
                break
    return steps, fault


def sort(fault: str) -> str:
    """What faults of one sort have in common: the words before the first colon."""
    return fault.partition(":")[0]
