"""The interface of hooks: what monitored sessions call before and after each run."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from runtime.compat.v1.sessions import Session
from runtime.queues.coordinator import Coordinator

Fetches: TypeAlias = Any
"""A structure of tensors, operations and names; or of the values of these."""

Feeds: TypeAlias = dict[Any, Any]
"""Values by the tensors that take them."""


class SessionRunArgs(NamedTuple):
    """What one run of a session is asked for; hooks add theirs.

    >>> tf.compat.v1.train.SessionRunArgs("loss:0")
    SessionRunArgs(fetches='loss:0', feed_dict=None, options=None)
    """

    fetches: Fetches
    feed_dict: Feeds | None = None
    options: object = None


class SessionRunValues(NamedTuple):
    """What a run found of the fetches of a hook."""

    results: Fetches
    options: object
    run_metadata: object


class SessionRunContext:
    """What a hook is told of a run; it may ask for the end."""

    def __init__(self, original_args: SessionRunArgs, session: Session) -> None:
        self._original_args = original_args
        self._session = session
        self._stop_requested = False

    @property
    def original_args(self) -> SessionRunArgs:
        """What the program asked for, without what hooks ask for."""
        return self._original_args

    @property
    def session(self) -> Session:
        """The session of the run."""
        return self._session

    @property
    def stop_requested(self) -> bool:
        """Whether a hook asked for the end."""
        return self._stop_requested

    def request_stop(self) -> None:
        """Asks for the end: `should_stop` of the session is True from now on."""
        self._stop_requested = True


class SessionRunHook:
    """The base class of hooks, whose methods do nothing.

    >>> class Counter(tf.compat.v1.train.SessionRunHook):
    ...     runs = 0
    ...     def after_run(self, run_context, run_values):
    ...         self.runs += 1
    >>> counter = Counter()
    >>> with tf.Graph().as_default():
    ...     x = tf.constant(1)
    ...     with tf.compat.v1.train.MonitoredSession(hooks=[counter]) as session:
    ...         _ = [session.run(x) for _ in range(3)]
    >>> counter.runs
    3
    """

    def begin(self) -> None:
        """Is called once before the session is made; the graph can be added to."""

    def after_create_session(self, session: Session, coord: Coordinator) -> None:
        """Is called with a new session; the graph is final."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Is called before each run; gives what it wants fetched and fed, or None."""
        return None

    def after_run(
        self, run_context: SessionRunContext, run_values: SessionRunValues
    ) -> None:
        """Is called after each run that raised no error."""

    def end(self, session: Session) -> None:
        """Is called at the end, unless an error ended the session."""


__all__ = [
    "Feeds",
    "Fetches",
    "SessionRunArgs",
    "SessionRunContext",
    "SessionRunHook",
    "SessionRunValues",
]
