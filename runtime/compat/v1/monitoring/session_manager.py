"""`SessionManager`: sessions with variables restored, or initialized, and checked."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from graphir.errors import DeadlineExceededError, FailedPreconditionError
from runtime.checkpoints.state_file import get_checkpoint_state
from runtime.compat.v1.monitoring.session_hooks import Feeds, Fetches
from runtime.compat.v1.saving.saver import Saver
from runtime.compat.v1.sessions import Session
from runtime.messages.logs import get_logger
from runtime.tracing.graphs import Graph, default_graph

_UNREADY: Final = (
    "Init operations did not make model ready{}.  Init op: {}, init fn: {}, {}error: {}"
)


class SessionManager:
    """Makes sessions whose variables come from a checkpoint, or are initialized.

    Args:
      local_init_op: runs in each session.
      ready_op: names what has no value; the model is ready when it names nothing.
      ready_for_local_init_op: the same, before ``local_init_op``.
      graph: the graph, by default the one in progress.
      recovery_wait_secs: seconds between looks at a checkpoint that is waited for.
      local_init_feed_dict: what is fed to ``local_init_op``.

    Raises:
      ValueError: for ``ready_for_local_init_op`` without ``local_init_op``.
    """

    def __init__(
        self,
        local_init_op: Fetches = None,
        ready_op: Fetches = None,
        ready_for_local_init_op: Fetches = None,
        graph: Graph | None = None,
        recovery_wait_secs: float = 30,
        local_init_run_options: object = None,
        local_init_feed_dict: Feeds | None = None,
    ) -> None:
        if ready_for_local_init_op is not None and local_init_op is None:
            raise ValueError(
                "If you pass a ready_for_local_init_op you must also pass a "
                "local_init_op , ready_for_local_init_op "
                f"[{ready_for_local_init_op}]"
            )
        self._local_init_op = local_init_op
        self._ready_op = ready_op
        self._ready_for_local_init_op = ready_for_local_init_op
        self._graph = graph or default_graph()
        self._wait_secs = recovery_wait_secs
        self._local_init_feed_dict = local_init_feed_dict

    def prepare_session(
        self,
        master: str,
        init_op: Fetches = None,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: object = None,
        init_feed_dict: Feeds | None = None,
        init_fn: Callable[[Session], None] | None = None,
    ) -> Session:
        """A session that is ready; without a checkpoint the variables are initialized.

        Raises:
          RuntimeError: without a checkpoint and without what initializes, or if
            variables have no value after that.
        """
        session, is_restored = self._restored(
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            wait_for_checkpoint,
            max_wait_secs,
        )
        if not is_restored:
            if init_op is None and not init_fn and self._local_init_op is None:
                raise RuntimeError(
                    "Model is not initialized and no init_op or init_fn or "
                    "local_init_op was given"
                )
            if init_op is not None:
                session.run(init_op, feed_dict=init_feed_dict)
            if init_fn:
                init_fn(session)
        self._require(session, init_op, init_fn)
        return session

    def _require(self, session: Session, init_op: Any, init_fn: Any) -> None:
        done, told = self._run_local_init_op(session)
        names = [_name(init_op), init_fn]
        if not done:
            raise RuntimeError(_UNREADY.format(" for local_init", *names, "", told))
        is_ready, told = _is_ready(self._ready_op, session, "Model not ready")
        if not is_ready:
            local = f"local_init_op: {_name(self._local_init_op)}, "
            raise RuntimeError(_UNREADY.format("", *names, local, told))

    def recover_session(
        self,
        master: str,
        saver: Saver | None = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        config: object = None,
    ) -> tuple[Session, bool]:
        """A session, and whether all its variables have values from a checkpoint."""
        session, is_restored = self._restored(
            saver,
            checkpoint_dir,
            checkpoint_filename_with_path,
            wait_for_checkpoint,
            max_wait_secs,
        )
        done, told = self._run_local_init_op(session)
        if not is_restored:
            return session, False
        whence = checkpoint_dir or checkpoint_filename_with_path
        label = f"Restoring model from {whence} did not make model ready"
        if not done:
            get_logger().info("%s for local init: %s", label, told)
            return session, False
        is_ready, told = _is_ready(self._ready_op, session, "Model not ready")
        if not is_ready:
            get_logger().info("%s: %s", label, told)
            return session, False
        return session, True

    def wait_for_session(
        self, master: str, config: object = None, max_wait_secs: float = float("inf")
    ) -> Session:
        """A session whose variables others have initialized.

        Sessions of one process have values of their own, so without ``ready_op`` only.

        Raises:
          DeadlineExceededError: after ``max_wait_secs`` seconds.
        """
        end = time.monotonic() + max_wait_secs
        while True:
            session = Session(graph=self._graph)
            done, told = self._run_local_init_op(session)
            if done:
                is_ready, told = _is_ready(self._ready_op, session, "Model not ready")
                if is_ready:
                    return session
            session.close()
            left = end - time.monotonic()
            if left <= 0:
                raise DeadlineExceededError(
                    None,
                    None,
                    f"Session was not ready after waiting {max_wait_secs} secs.",
                )
            get_logger().info("Waiting for model to be ready: %s", told)
            time.sleep(min(self._wait_secs, left))

    def _restored(
        self,
        saver: Saver | None,
        folder: str | None,
        path: str | None,
        waits: bool,
        max_wait_secs: float,
    ) -> tuple[Session, bool]:
        if folder and path:
            raise ValueError(
                "Can not provide both checkpoint_dir and checkpoint_filename_with_path."
            )
        session = Session(graph=self._graph)
        if saver is None or not (folder or path):
            return session, False
        if path:
            saver.restore(session, path)
            return session, True
        end = time.monotonic() + max_wait_secs
        state = get_checkpoint_state(folder)
        while not (state and state.model_checkpoint_path):
            if not waits or time.monotonic() >= end:
                return session, False
            get_logger().info("Waiting for checkpoint to be available.")
            time.sleep(self._wait_secs)
            state = get_checkpoint_state(folder)
        saver.restore(session, state.model_checkpoint_path)
        saver.recover_last_checkpoints(state.all_model_checkpoint_paths)
        return session, True

    def _run_local_init_op(self, session: Session) -> tuple[bool, str | None]:
        if self._local_init_op is None:
            return True, None
        is_ready, told = _is_ready(
            self._ready_for_local_init_op, session, "Model not ready for local init"
        )
        if is_ready:
            session.run(self._local_init_op, feed_dict=self._local_init_feed_dict)
        return is_ready, told


def _is_ready(op: Any, session: Session, label: str) -> tuple[bool, str | None]:
    """Whether an operation names nothing, and if not, what is to be told."""
    if op is None:
        return True, None
    try:
        found = session.run(op)
    except FailedPreconditionError as error:
        if "uninitialized" not in str(error):
            raise
        return False, str(error)
    if found is None or len(found) == 0:
        return True, None
    names = ", ".join(each.decode() for each in found)
    return False, f"Variables not initialized: {names}"


def _name(op: Any) -> str:
    """The name of an operation, or of several."""
    if isinstance(op, (list, tuple)):
        return ", ".join(map(_name, op))
    return str(getattr(op, "name", op))


__all__ = ["SessionManager"]
