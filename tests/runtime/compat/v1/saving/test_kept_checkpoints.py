"""The list of checkpoints that a saver keeps, and their files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import runtime as tf
from runtime.compat.v1.saving import kept_checkpoints
from runtime.compat.v1.saving.kept_checkpoints import (
    KeptCheckpoints,
    get_checkpoint_mtimes,
    remove_checkpoint,
)


def test_the_oldest_goes_when_there_are_too_many() -> None:
    kept = KeptCheckpoints(2, 1000)
    assert [kept.add(name) for name in "abab"] == [None, None, None, None]
    assert kept.paths == ["a", "b"]
    assert kept.add("c") == "a"
    assert kept.paths == ["b", "c"]
    assert KeptCheckpoints(0, 1).add("a") is None


def test_one_is_kept_each_so_many_hours(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(kept_checkpoints.time, "time", lambda: now[0])
    kept = KeptCheckpoints(1, 1)
    deleted = []
    for hour in (0.5, 1.5, 1.6, 2.5):
        now[0] = hour * 3600
        deleted.append(kept.add(str(hour)))
    assert deleted == [None, "0.5", None, "1.6"]


def test_the_list_is_replaced_by_one() -> None:
    kept = KeptCheckpoints(3, 1)
    kept.replace([("a", 1.0), ("b", 2.0)])
    assert kept.paths == ["a", "b"]
    with pytest.raises(AssertionError, match="A list of checkpoints is needed"):
        kept.replace((("a", 1.0),))


def test_files_of_a_checkpoint(tmp_path: Path) -> None:
    prefix = tf.train.Checkpoint(v=tf.Variable(1)).write(str(tmp_path / "m"))
    (tmp_path / "m.meta").touch()
    (tmp_path / "other").touch()
    os.utime(tmp_path / "m.index", (7, 7))
    assert get_checkpoint_mtimes([prefix, "absent"]) == [7.0]
    remove_checkpoint(prefix)
    assert [each.name for each in tmp_path.iterdir()] == ["other"]
    remove_checkpoint(prefix)
