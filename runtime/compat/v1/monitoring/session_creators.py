"""What makes the sessions of monitored sessions: of a chief, and of other workers."""

from __future__ import annotations

import abc

from runtime.compat.v1.monitoring.scaffolds import Scaffold
from runtime.compat.v1.monitoring.session_manager import SessionManager
from runtime.compat.v1.sessions import Session
from runtime.tracing.graphs import default_graph


class SessionCreator(metaclass=abc.ABCMeta):
    """The interface of what makes sessions."""

    @abc.abstractmethod
    def create_session(self) -> Session:
        """A session that is ready."""


class ChiefSessionCreator(SessionCreator):
    """Makes sessions whose variables are restored, or initialized.

    Args:
      scaffold: the operations that do it.
      master: is taken for programs that give it; sessions are of this process.
      config: the same.
      checkpoint_dir: the folder whose latest checkpoint is restored.
      checkpoint_filename_with_path: the checkpoint to restore.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: object = None,
        checkpoint_dir: str | None = None,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config = master, config
        self._checkpoint_dir = checkpoint_dir
        self._checkpoint = checkpoint_filename_with_path

    def create_session(self) -> Session:
        """Completes the graph; returns a session that is ready."""
        scaffold = self._scaffold.finalize()
        return manager_of(scaffold).prepare_session(
            self._master,
            saver=scaffold.saver,
            checkpoint_dir=self._checkpoint_dir,
            checkpoint_filename_with_path=self._checkpoint,
            config=self._config,
            init_op=scaffold.init_op,
            init_feed_dict=scaffold.init_feed_dict,
            init_fn=scaffold.init_fn,
        )


class WorkerSessionCreator(SessionCreator):
    """Makes sessions whose variables a chief has initialized.

    Args:
      max_wait_secs: the seconds to wait for the chief.
    """

    def __init__(
        self,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: object = None,
        max_wait_secs: float = 30 * 60,
    ) -> None:
        self._scaffold = scaffold or Scaffold()
        self._master, self._config = master, config
        self._max_wait_secs = max_wait_secs

    def create_session(self) -> Session:
        """Completes the graph; returns a session when the chief's variables are there.

        Raises:
          DeadlineExceededError: if they are not there in time.
        """
        scaffold = self._scaffold.finalize()
        return manager_of(scaffold).wait_for_session(
            self._master, self._config, self._max_wait_secs
        )


def manager_of(scaffold: Scaffold) -> SessionManager:
    """A manager of sessions with the operations of a scaffold."""
    return SessionManager(
        local_init_op=scaffold.local_init_op,
        ready_op=scaffold.ready_op,
        ready_for_local_init_op=scaffold.ready_for_local_init_op,
        graph=default_graph(),
        local_init_feed_dict=scaffold.local_init_feed_dict,
    )


__all__ = ["ChiefSessionCreator", "SessionCreator", "WorkerSessionCreator"]
