"""Saves that are killed at each call that changes the disk, or meet a full disk.

    python -m tests.runtime.checkpoints.interrupted_saves [SAVE ...] [--full-disk]
        [--step N] [--rounds N]

Prints a line for each save: at how many places it was interrupted, how often files were
found changed after that (so that the kill was inside of the save: something had been
written, and not all), and what was there: the old state or the new one. Anything else
fails. Further rounds have other sizes, and kill with other shares of a write done.
Needs Linux and a C compiler: the calls are counted by ``killing_writes.c``, which is
preloaded.
"""

from __future__ import annotations

import argparse
import collections
import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import runtime as tf
from tests.runtime.checkpoints.saves import NEW, OLD, SAVES, Events, Snapshot

HERE: Final = Path(__file__).parent
LIBRARY: Final = ctypes.CDLL(None)
KILLED: Final = -9
ROUNDS: Final = ((3000, 4), (1, 1), (40_000, 7), (700, 2), (9000, 6))
"""Elements that are saved, and eighths of the last write that are done."""
REFUSED: Final = 3
"""The status of a child whose save said clearly that it cannot."""


REFUSALS: Final = (tf.errors.OpError, OSError)


def in_child(prepare: Callable[[], None], action: Callable[[], Any]) -> int:
    """How a child that acts ends: its status, or the signal below zero."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            prepare()
            action()
            code = 0
        except REFUSALS:
            code = REFUSED
        finally:
            LIBRARY.fill_after(ctypes.c_long(-1))
            LIBRARY.kill_after(ctypes.c_long(-1))
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def contents(folder: str) -> dict[str, bytes | None]:
    """Of all files below a folder, and that there are folders."""
    return {
        str(each): each.read_bytes() if each.is_file() else None
        for each in Path(folder).rglob("*")
    }


def interrupt(
    name: str, folder: str, is_full: bool, step: int, size: int
) -> tuple[collections.Counter[str], int]:
    """Interrupts a save at every place: how often each state was there then.

    And how often what lay on the disk was no longer what had been there before.
    """
    found: collections.Counter[str] = collections.Counter()
    inside = 0
    set_at = LIBRARY.fill_after if is_full else LIBRARY.kill_after
    at, status = 0, KILLED
    warm = os.path.join(folder, "warm")
    os.mkdir(warm)
    first = SAVES[name](warm, size)
    # what is imported and made once is not made again in each child
    first.act()
    assert first.state() == NEW
    while status:
        place = os.path.join(folder, str(at))
        os.mkdir(place)
        save = SAVES[name](place, size)
        before = contents(place)
        status = in_child(lambda at=at: set_at(ctypes.c_long(at)), save.act)
        assert status in (0, REFUSED if is_full else KILLED), (at, status)
        inside += bool(status) and contents(place) != before
        state = save.state()
        if status:
            found[state] += 1
            if status == REFUSED:
                assert state == OLD or isinstance(save, (Snapshot, Events)), (at, state)
        save.act()
        assert save.state() == NEW, at
        shutil.rmtree(place)
        at += step
    return found, inside


def preloaded(folder: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """This program once more, with the library that counts calls.

    Raises:
      FileNotFoundError: without a C compiler.
    """
    compiler = shutil.which("cc")
    if compiler is None:
        raise FileNotFoundError("cc")
    library = os.path.join(folder, "killing.so")
    source = str(HERE / "killing_writes.c")
    flags = ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]
    subprocess.run([compiler, *flags], check=True)
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", __spec__.name, *arguments, "--here"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, "LD_PRELOAD": library, "TMPDIR": folder},
    )


def main() -> None:
    """Interrupts the saves that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", nargs="*", metavar="SAVE")
    parser.add_argument("--full-disk", action="store_true", help="instead of kills")
    parser.add_argument("--step", type=int, default=1, help="only each so many places")
    parser.add_argument("--rounds", type=int, default=1, help="with other sizes")
    parser.add_argument("--here", action="store_true", help="the library is preloaded")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if not asked.here:
            found = preloaded(folder, *sys.argv[1:])
            sys.stdout.write(found.stdout)
            sys.exit(found.returncode)
        for size, share in ROUNDS[: asked.rounds]:
            LIBRARY.kill_within(ctypes.c_long(share))
            for name in asked.saves or SAVES:
                place = os.path.join(folder, f"{name}_{size}")
                os.mkdir(place)
                report(name, place, asked, size)


def report(name: str, place: str, asked: argparse.Namespace, size: int) -> None:
    """Interrupts one save, and prints its line."""
    states, inside = interrupt(name, place, asked.full_disk, asked.step, size)
    told = ", ".join(f"{each} {count}" for each, count in states.items())
    print(f"{name}: {states.total()} interrupted, {inside} inside: {told}", flush=True)


if __name__ == "__main__":
    main()
