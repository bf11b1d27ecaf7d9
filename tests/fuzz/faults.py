"""Faults in the middle of things: state is as before or as after, nothing stays behind.

A step is `[scenario, fault, n]`: an allocation that fails, an exception at the nth call
or interrupt at the nth line in our code, or a disk that is full at the nth byte of a
file. After it the scenario runs again, undisturbed, and must do what it always does.
"""

from __future__ import annotations

import dis
import gc
import os
import resource
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, Final

from graphir.compute.forks import held_locks
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.outcomes import PACKAGES
from tests.fuzz.scenarios import AFTER, BEFORE, SCENARIOS, strategy_of_two

FAULTS: Final = ("memory", "call", "interrupt", "disk")
WRITING: Final = (
    *("Saving", "SavingModel", "SavingGraph", "SavingElements", "WritingFile"),
    *("WritingRecords", "WritingEvents", "KeepingElements"),
)


WITHOUT_MESSAGES: Final = (
    *("Assigning", "Tracing", "Calling", "Differentiating", "Inserting", "Iterating"),
    *("WritingFile", "WritingRecords", "Mirroring", "MirroringInFunction", "Merging"),
    *("AssigningCopies", "UpdatingCopies"),
    *("AssigningCopiesInFunction", "UpdatingCopiesInFunction"),
)
"""protobuf's own code in C ends the process where an allocation of its own fails."""


class PlannedError(RuntimeError):
    """The error that a fault raises."""


@contextmanager
def failing_memory(n: int) -> Iterator[None]:
    """The nth allocation from now on fails, and those just after it."""
    import _testcapi

    _testcapi.set_nomemory(n, n + 1)
    try:
        yield
    finally:
        _testcapi.remove_mem_hooks()


@contextmanager
def failing_calls(n: int) -> Iterator[None]:
    """The nth call of a function of ours raises."""
    left = n

    def count(frame: Any, event: str, arg: Any) -> None:
        nonlocal left
        if event != "call" or not frame.f_code.co_filename.startswith(PACKAGES):
            return
        left -= 1
        if left == 0:
            sys.setprofile(None)
            raise PlannedError("planned")

    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(None)


def leaves_with(frame: Any) -> bool:
    """Whether the next step is the exit of a block of `with`.

    Python, from 3.11 on, looks for no signal before it: locks are let go. What is
    returned from the block is put aside first. Python 3.10 may look there, and then
    keeps a lock, which nothing in a program can prevent.
    """
    code = frame.f_code.co_code[frame.f_lasti : frame.f_lasti + 10 : 2]
    names = [dis.opname[each] for each in code]
    while names and names[0] in ("POP_BLOCK", "ROT_TWO", "SWAP"):
        del names[0]
    return names[:3] in (["LOAD_CONST"] * 3, ["LOAD_CONST", "DUP_TOP", "DUP_TOP"])


@contextmanager
def interrupts(n: int) -> Iterator[None]:
    """Ctrl-C comes at the nth line of ours."""
    left = n

    def count(frame: Any, event: str, arg: Any) -> Any:
        nonlocal left
        if not frame.f_code.co_filename.startswith(PACKAGES):
            return None
        if event == "line":
            left -= left > 1 or not leaves_with(frame)
            if left == 0:
                sys.settrace(None)
                signal.raise_signal(signal.SIGINT)
        return count

    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(None)


@contextmanager
def full_disk(n: int) -> Iterator[None]:
    """No file gets longer than so many bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (n, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)


MAKERS: Final[dict[str, Callable[[int], Any]]] = {
    "memory": failing_memory,
    "call": failing_calls,
    "interrupt": interrupts,
    "disk": full_disk,
}


def make(number: int) -> Steps:
    """A scenario and a fault."""
    random = Random(number)
    fault = FAULTS[number % len(FAULTS)]
    names = {"disk": WRITING, "memory": WITHOUT_MESSAGES}.get(fault, sorted(SCENARIOS))
    most = {"memory": 3000, "call": 1500, "interrupt": 6000, "disk": 6000}[fault]
    return [random.choice(names), fault, int(most ** random.random())]


def processes() -> int:
    """How many processes this one has begun that have not ended."""
    count = 0
    for each in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread has ended
            count += len((each / "children").read_text().split())
    return count


def left_behind(folder: Path) -> set[str]:
    """Files of unfinished writes."""
    return {
        str(each.relative_to(folder))
        for each in folder.rglob("*")
        if each.is_file() and ("partial" in each.name or "tmp" in each.name.lower())
    }


def run(steps: Steps, folder: Path) -> str | None:
    """What is broken after the fault."""
    name, fault, n = steps
    scenario = SCENARIOS[name](folder)
    threads = threading.active_count()
    descriptors, begun = len(os.listdir("/proc/self/fd")), processes()
    with suppress(BaseException), MAKERS[fault](n):  # whatever comes, comes
        scenario.act()
    if held_locks():
        return f"{fault} in {name} leaves a lock taken"
    try:
        state = scenario.state()
    except Exception as error:
        return f"{fault} in {name} breaks what is kept: {type(error).__name__}: {error}"
    if state not in (BEFORE, AFTER):
        return f"{fault} in {name} leaves what is neither before nor after: {state}"
    files = left_behind(folder)
    if files:  # those of an iterator go with it
        gc.collect()
        files = left_behind(folder)
    if files:
        return f"{fault} in {name} leaves files: {sorted(files)}"
    (folder / "again").mkdir()
    again = SCENARIOS[name](folder / "again")
    again.act()
    if again.state() != AFTER:
        return f"{fault} in {name} breaks the next one: {again.state()}"
    if threading.active_count() > threads + 8:
        return f"{fault} in {name} leaves threads: {threading.enumerate()}"
    if len(os.listdir("/proc/self/fd")) > descriptors + 4:
        return f"{fault} in {name} leaves descriptors"
    if processes() > begun:
        return f"{fault} in {name} leaves processes"
    return None


def prepare(folder: Path) -> None:
    """Devices are configured before anything is computed."""
    strategy_of_two()


KIND: Final = Kind(make, run, least=3, seconds=20.0, memory=8 << 30, prepare=prepare)
