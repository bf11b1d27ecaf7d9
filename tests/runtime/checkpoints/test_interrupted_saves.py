"""A process that is killed while it saves, or whose disk is full, loses nothing.

The whole, with every save and every place:
`python -m tests.runtime.checkpoints.interrupted_saves`, also with `--full-disk`.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.checkpoints.interrupted_saves import preloaded
from tests.runtime.checkpoints.saves import SAVES

pytestmark = pytest.mark.skipif(
    shutil.which("cc") is None or sys.platform != "linux",
    reason="needs a C compiler on Linux",
)


def interrupted(folder: Path, *arguments: str) -> dict[str, dict[str, int]]:
    """For each save how often each state was there."""
    found = preloaded(str(folder), *arguments)
    assert found.returncode == 0, found.stdout
    rows = [line.split(":") for line in found.stdout.splitlines()]
    words = {name: told.replace(",", "").split() for name, _, told in rows}
    return {
        name: dict(zip(each[::2], map(int, each[1::2]))) for name, each in words.items()
    }


def test_some_kills_leave_what_was_there(tmp_path: Path) -> None:
    saves = ("Checkpoints", "Manager", "OtherModel", "WrittenFile")
    found = interrupted(tmp_path, *saves, "--step", "4")
    assert {*found} == {*saves}
    assert all(each["old"] for each in found.values())


def test_what_writes_nothing_leaves_nothing(tmp_path: Path) -> None:
    assert interrupted(tmp_path, "Loading", "Memory") == {"Loading": {}, "Memory": {}}


def test_a_disk_that_is_full_somewhere(tmp_path: Path) -> None:
    found = interrupted(
        tmp_path, "Checkpoints", "WrittenFile", "--full-disk", "--step", "1700"
    )
    assert {*found["Checkpoints"]} == {*found["WrittenFile"]} == {"old"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "least"),
    # data, index, state file: each made, written, synced, renamed
    [
        ("Checkpoints", 12),
        ("Manager", 14),
        ("Sharded", 18),
        ("SameName", 18),
        ("SameNameSharded", 24),
        ("OtherCount", 16),
        ("Merge", 10),
        ("MergeOver", 20),
        ("Table", 12),
        ("Position", 12),
        ("GraphFile", 3),
        ("Compiled", 3),
        ("Parts", 6),
        ("NamedVariables", 16),
        ("Model", 16),
        ("OtherModel", 20),
        ("WrittenFile", 3),
        ("Records", 5),
        ("Events", 6),
        ("Elements", 12),
        ("Snapshot", 3),
        ("Cache", 3),
    ],
)
def test_killed_at_every_call_that_writes(
    name: str, least: int, tmp_path: Path
) -> None:
    found = interrupted(tmp_path, name)[name]
    assert sum(found.values()) >= least
    assert {*found} <= {"old", "new"}


@pytest.mark.slow
def test_every_save_on_a_full_disk(tmp_path: Path) -> None:
    found = interrupted(tmp_path, "--full-disk", "--step", "2500")
    assert {*found} == {*SAVES}


def test_a_limit_of_the_system_is_one_clear_error(tmp_path: Path) -> None:
    state = tf.train.Checkpoint(x=tf.Variable(tf.ones([3000])))
    kept = state.save(str(tmp_path / "c"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4000, before[1]))
        with pytest.raises(tf.errors.OpError, match="File too large"):
            state.save(str(tmp_path / "c"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handler)
    assert tf.train.latest_checkpoint(tmp_path) == kept
    assert not [each for each in os.listdir(tmp_path) if each.startswith(".")]
