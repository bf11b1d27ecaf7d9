"""The list of checkpoints that a saver has written, and their deletion."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Sequence
from contextlib import suppress

from runtime.bundles.bundle_reader import index_path
from runtime.bundles.earlier_files import earlier_files

_HOUR = 3600.0


class KeptCheckpoints:
    """The latest checkpoints, oldest first, with their times.

    Args:
      max_to_keep: the most checkpoints to keep; 0 for any number.
      keep_hours: the hours between old checkpoints that are never deleted.
    """

    def __init__(self, max_to_keep: int, keep_hours: float) -> None:
        self._most = max_to_keep
        self._hours = keep_hours
        self._kept: list[tuple[str, float]] = []
        self._next_time = time.time() + keep_hours * _HOUR

    @property
    def paths(self) -> list[str]:
        """The prefixes, oldest first."""
        return [path for path, _ in self._kept]

    def replace(self, kept: Sequence[tuple[str, float]]) -> None:
        """Replaces the list of checkpoints by pairs of a prefix and a time in seconds.

        Raises:
          AssertionError: if ``kept`` is not a list.
        """
        assert isinstance(kept, list), "A list of checkpoints is needed."
        self._kept = list(kept)

    def add(self, path: str) -> str | None:
        """Adds a checkpoint; returns an old one to delete, if the limit is reached."""
        if not self._most:
            return None
        self._kept = [each for each in self._kept if each[0] != path]
        self._kept.append((path, time.time()))
        if len(self._kept) <= self._most:
            return None
        oldest, written = self._kept.pop(0)
        if written > self._next_time:
            self._next_time += self._hours * _HOUR
            return None
        return oldest


def remove_checkpoint(
    checkpoint_prefix: str,
    checkpoint_format_version: int = 2,
    meta_graph_suffix: str = "meta",
) -> None:
    """Deletes the files of a checkpoint and its graph, if they exist."""
    meta = f"{checkpoint_prefix}.{meta_graph_suffix}"
    # the index first: there is never half of one
    paths = [index_path(checkpoint_prefix)]
    paths += glob.glob(glob.escape(checkpoint_prefix) + ".data-?????-of-?????")
    if checkpoint_format_version == 1:
        paths = earlier_files(checkpoint_prefix)
    for each in (*paths, meta):
        with suppress(FileNotFoundError):
            os.unlink(each)


def get_checkpoint_mtimes(checkpoint_prefixes: Sequence[str]) -> list[float]:
    """The modification times of checkpoints; missing files are left out."""
    found = []
    for each in checkpoint_prefixes:
        for path in [index_path(each), *earlier_files(each)]:
            if os.path.exists(path):
                found.append(os.stat(path).st_mtime)
                break
    return found


__all__ = ["KeptCheckpoints", "get_checkpoint_mtimes", "remove_checkpoint"]
