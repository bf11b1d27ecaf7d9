"""PreemptionCheckpointHandler: workers that are told to end save in one step."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.checkpoints.checkpoint import Checkpoint
from runtime.checkpoints.manager import CheckpointManager
from runtime.distribute.cluster_resolvers import ClusterResolver
from runtime.distribute.workers.membership import joined_group, membership_of
from runtime.distribute.workers.options import TerminationConfig
from runtime.tensors.likes import PathText
from runtime.variables.resource import ResourceVariable

_RESTARTABLE: Final = 143
"""The exit status of a process that is to be started again."""

_COUNTER: Final = "checkpointed_runs"
"""The name of the number of runs in checkpoints, as TensorFlow has it."""


class PreemptionCheckpointHandler:
    """Saves a checkpoint in all workers when one of them is told to end.

    Making it restores the latest checkpoint. From then on it watches for SIGTERM, or
    asks ``termination_watcher_fn`` in every step. The workers of a
    `tf.distribute.MultiWorkerMirroredStrategy` agree before each step, by a reduction
    of one number: when one was told to end, all save after the same step and exit with
    status 143, so that whatever runs them starts them again.

    Args:
      cluster_resolver: the resolver of the strategy's cluster.
      checkpoint_or_checkpoint_manager: what is saved. By a manager each worker saves in
        the manager's folder, which must be its own.
      checkpoint_dir: for a checkpoint, the folder: the first worker saves there, and
        all restore from there.
      termination_config: a `tf.distribute.experimental.TerminationConfig`: with a
        grace period training goes on for so many seconds after the news.

    >>> import tempfile
    >>> step = tf.Variable(0)
    >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    >>> handler = tf.distribute.experimental.PreemptionCheckpointHandler(
    ...     resolver, tf.train.Checkpoint(step=step), tempfile.mkdtemp(),
    ...     tf.distribute.experimental.TerminationConfig(lambda: step.numpy() == 2),
    ... )
    >>> for _ in range(5):
    ...     _ = handler.run(lambda: step.assign_add(1))
    Traceback (most recent call last):
    SystemExit: 143

    Raises:
      TypeError: for what is neither a checkpoint nor a manager.
      ValueError: for a checkpoint without a folder, or outside of the main thread,
        where no signal arrives, without ``termination_watcher_fn``.
    """

    def __init__(
        self,
        cluster_resolver: ClusterResolver,
        checkpoint_or_checkpoint_manager: Checkpoint | CheckpointManager,
        checkpoint_dir: PathText | None = None,
        termination_config: TerminationConfig | None = None,
    ) -> None:
        membership = membership_of(cluster_resolver, "MultiWorkerMirroredStrategy")
        self._group = None if membership is None else joined_group(membership)
        self._config = termination_config or TerminationConfig()
        self._told_at: float | None = None
        self._runs = ResourceVariable(
            0, dtype=dtypes.int64, trainable=False, name=_COUNTER
        )
        self._folder: str | None = None
        self._manager = self._managed(checkpoint_or_checkpoint_manager, checkpoint_dir)
        self._watch()

    def _managed(self, given: Any, folder: PathText | None) -> CheckpointManager:
        if isinstance(given, CheckpointManager):
            setattr(given.checkpoint, _COUNTER, self._runs)
            given.restore_or_initialize()
            return given
        if not isinstance(given, Checkpoint):
            raise TypeError(
                "`checkpoint_or_checkpoint_manager` must be a tf.train.Checkpoint or a "
                f"tf.train.CheckpointManager, not {given!r}."
            )
        if not folder:
            raise ValueError("A checkpoint needs `checkpoint_dir`, where it is saved.")
        setattr(given, _COUNTER, self._runs)
        CheckpointManager(given, folder, max_to_keep=1).restore_or_initialize()
        if self._group is None or self._group.rank == 0:
            return CheckpointManager(given, folder, max_to_keep=1)
        # all take part in saving, since some values are merged when they are read
        self._folder = os.path.join(os.fsdecode(folder), f"worker_{self._group.rank}")
        return CheckpointManager(given, self._folder, max_to_keep=1)

    def _watch(self) -> None:
        if self._config.termination_watcher_fn is not None:
            return
        if threading.current_thread() is not threading.main_thread():
            raise ValueError(
                "Signals arrive in the main thread alone: make the handler there, or "
                "give a TerminationConfig with `termination_watcher_fn`."
            )
        signal.signal(signal.SIGTERM, self._hear)

    def _hear(self, number: int, frame: Any) -> None:
        self._told_at = self._told_at or monotonic()

    def run(
        self, distributed_train_function: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Calls a function of one step, unless all workers are to save and exit now.

        Returns:
          The function's result.

        Raises:
          SystemExit: with status 143, when the checkpoint is saved; not with an
            ``exit_fn`` that returns.
        """
        self.save_checkpoint_if_preempted()
        result = distributed_train_function(*args, **kwargs)
        self._runs.assign_add(1)
        return result

    def save_checkpoint_if_preempted(self, *args: Any, **kwargs: Any) -> None:
        """Saves and exits if any worker was told to end; all must call it in one step.

        Args are handed to the manager's ``save``. Raises what `run` does.
        """
        if not self._is_time():
            return
        if self._config.save_fn is not None:
            self._config.save_fn(*args, **kwargs)
        else:
            self._manager.save(*args, **kwargs)
        if self._group is not None:
            self._group.barrier()  # nobody ends before all have saved
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        self._told_at = None
        if self._config.exit_fn is None:
            sys.exit(_RESTARTABLE)
        self._config.exit_fn()

    def _is_time(self) -> bool:
        """Whether one of the workers was told to end, and its grace period is over."""
        watcher = self._config.termination_watcher_fn
        if self._told_at is None and watcher is not None and watcher():
            self._told_at = monotonic()
        grace = self._config.grace_period or 0.0
        is_mine = self._told_at is not None and monotonic() - self._told_at >= grace
        if self._group is None:
            return is_mine
        return bool(self._group.all_reduce(np.int32(is_mine), "max"))

    @contextmanager
    def watch_preemption_scope(self) -> Iterator[None]:
        """A block at whose end all save and exit if one was told to end in it."""
        yield
        self.save_checkpoint_if_preempted()

    @property
    def total_run_calls(self) -> int:
        """How often `run` has called a function, also before a restart."""
        return int(self._runs.numpy())


__all__ = ["PreemptionCheckpointHandler"]
