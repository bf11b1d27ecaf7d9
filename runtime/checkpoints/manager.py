"""CheckpointManager: numbered checkpoints in one folder; deletes old checkpoints."""

from __future__ import annotations

import glob
import os
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from runtime.bundles.bundle_reader import index_path
from runtime.bundles.bundle_writer import make_folder
from runtime.checkpoints.checkpoint import Checkpoint, refuse_in_graph
from runtime.checkpoints.options import CheckpointOptions
from runtime.checkpoints.state_file import get_checkpoint_state, update_checkpoint_state
from runtime.tensors.likes import PathText

_HOUR: Final = 3600.0


class CheckpointManager:
    """Saves a checkpoint under growing numbers and keeps the last few.

    Args:
      checkpoint: the `tf.train.Checkpoint` that is saved.
      directory: the folder, which is for this manager alone.
      max_to_keep: how many checkpoints stay; None for all.
      keep_checkpoint_every_n_hours: the hours between old checkpoints that are never
        deleted.
      checkpoint_name: the name of the files, before the number.
      step_counter: a variable that counts steps, for ``checkpoint_interval``.
      checkpoint_interval: at least so many steps lie between two checkpoints.
      init_fn: a function that ``restore_or_initialize`` calls without a checkpoint to
        restore.

    >>> import tempfile
    >>> step = tf.Variable(0)
    >>> checkpoint = tf.train.Checkpoint(step=step)
    >>> manager = tf.train.CheckpointManager(checkpoint, tempfile.mkdtemp(), 2)
    >>> [manager.save()[-6:] for _ in range(3)]
    ['ckpt-1', 'ckpt-2', 'ckpt-3']
    >>> len(manager.checkpoints), manager.latest_checkpoint[-6:]
    (2, 'ckpt-3')

    Raises:
      ValueError: for ``max_to_keep`` below 1, or an interval without a counter.
    """

    def __init__(
        self,
        checkpoint: Checkpoint,
        directory: PathText,
        max_to_keep: int | None,
        keep_checkpoint_every_n_hours: float | None = None,
        checkpoint_name: str = "ckpt",
        step_counter: Any = None,
        checkpoint_interval: int | None = None,
        init_fn: Callable[[], Any] | None = None,
        last_checkpoint_step: int | None = None,
    ) -> None:
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(
                "Expected a positive integer or `None` for `max_to_keep`, got "
                f"{max_to_keep}."
            )
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError(
                "`step_counter` should be passed if `checkpoint_interval` is not None."
            )
        self._checkpoint = checkpoint
        self._directory = os.fsdecode(os.fspath(directory))
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._max_to_keep = max_to_keep
        self._keep_hours = keep_checkpoint_every_n_hours
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._last_step = last_checkpoint_step
        self._init_fn = init_fn
        self._kept: dict[str, float] = {}
        """Paths that may be deleted some day, the oldest first, and their times."""
        self._latest: str | None = None
        # a manager made anew at once shall not keep everything
        self._last_preserved = time.time() - 1.0
        self._take_up()

    def _take_up(self) -> None:
        """Continues with the checkpoints in the folder."""
        state = get_checkpoint_state(self._directory)
        if state is None:
            return
        self._latest = state.model_checkpoint_path
        paths = list(state.all_model_checkpoint_paths)
        times = list(state.all_model_checkpoint_timestamps)
        if len(times) != len(paths):
            times = [time.time()] * len(paths)
        self._kept = dict(zip(paths, times))
        self._last_preserved = state.last_preserved_timestamp or self._last_preserved

    @property
    def directory(self) -> str:
        """The folder."""
        return self._directory

    @property
    def checkpoint(self) -> Checkpoint:
        """The saved object."""
        return self._checkpoint

    @property
    def checkpoint_interval(self) -> int | None:
        """The least number of steps between two checkpoints."""
        return self._interval

    @property
    def latest_checkpoint(self) -> str | None:
        """The prefix of the checkpoint saved last, or None."""
        return self._latest

    @property
    def checkpoints(self) -> list[str]:
        """The managed checkpoints, oldest first."""
        return list(self._kept)

    def save(
        self,
        checkpoint_number: Any = None,
        check_interval: bool = True,
        options: CheckpointOptions | None = None,
    ) -> str | None:
        """Saves, then deletes old checkpoints; returns the path, or None if too early.

        Raises:
          NotImplementedError: while a function is traced.
          PermissionDeniedError, ResourceExhaustedError: if it cannot be written; then
            the earlier checkpoints stay.
        """
        refuse_in_graph("tf.train.CheckpointManager")
        if self._is_early(check_interval):
            return None
        # a checkpoint with a number of its own counts too
        saves = self._checkpoint.save_counter.assign_add(1)
        number = saves if checkpoint_number is None else checkpoint_number
        path = f"{self._prefix}-{int(number)}"
        options = options or CheckpointOptions()
        self._checkpoint._write(path, options, lambda: self._note(path))
        if self._step_counter is not None:
            self._last_step = int(self._step_counter)
        return path

    def _is_early(self, check_interval: bool) -> bool:
        if self._interval is None or self._last_step is None:
            return False
        # at one step it is saved once, whatever the interval
        least = self._interval if check_interval else 1
        return int(self._step_counter) < self._last_step + least

    def _note(self, path: str) -> None:
        """Makes a written checkpoint the latest; then the oldest ones go."""
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        self._record()
        if self._sweep():
            self._record()

    def _record(self) -> None:
        make_folder(self._prefix)
        update_checkpoint_state(
            self._directory,
            self._latest,
            self.checkpoints,
            all_model_checkpoint_timestamps=list(self._kept.values()),
            last_preserved_timestamp=self._last_preserved,
        )

    def _sweep(self) -> bool:
        """Deletes the oldest ones; whether there were any."""
        found = False
        while self._max_to_keep is not None and len(self._kept) > self._max_to_keep:
            found = True
            path = next(iter(self._kept))
            written = self._kept.pop(path)
            hours = self._keep_hours
            if hours and written - hours * _HOUR >= self._last_preserved:
                self._last_preserved = written
                continue
            _delete(path)
        return found

    def restore_or_initialize(self) -> str | None:
        """Restores the latest checkpoint; without one calls ``init_fn``.

        Returns the path that was restored, or None.
        """
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._step_counter is not None:
                self._last_step = int(self._step_counter)
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self) -> None:
        """Waits until background writes are finished."""
        self._checkpoint.sync()


def _delete(path: str) -> None:
    """Removes a checkpoint: its index first, so that there is never half of one."""
    data = glob.glob(f"{glob.escape(path)}.data-?????-of-?????")
    for each in [index_path(path), *data]:
        with suppress(FileNotFoundError):  # somebody else did
            os.unlink(each)


__all__ = ["CheckpointManager"]
