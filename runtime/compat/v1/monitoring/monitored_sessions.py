"""Monitored sessions: they start, call hooks at each run, recover and stop."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, TypeVar

from graphir.errors import AbortedError, OutOfRangeError, UnavailableError
from runtime.compat.v1.monitoring.saving_hooks import (
    CheckpointSaverHook,
    StepCounterHook,
    SummarySaverHook,
)
from runtime.compat.v1.monitoring.scaffolds import Scaffold
from runtime.compat.v1.monitoring.session_creators import (
    ChiefSessionCreator,
    SessionCreator,
    WorkerSessionCreator,
)
from runtime.compat.v1.monitoring.session_hooks import (
    Feeds,
    Fetches,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
)
from runtime.compat.v1.pipelines.queue_runners import start_queue_runners
from runtime.compat.v1.sessions import Session
from runtime.messages.logs import get_logger
from runtime.queues.coordinator import Coordinator
from runtime.tracing.graphs import Graph, default_graph

if TYPE_CHECKING:
    from typing_extensions import Self

_LOST: Final = (AbortedError, UnavailableError)
"""Errors after which a session is made again, from the latest checkpoint."""

_Result = TypeVar("_Result")

_CHECKPOINT_SECS: Final = 600
_SUMMARY_STEPS: Final = 100


class _Default:
    """An argument that was not given."""

    def __repr__(self) -> str:
        return "USE_DEFAULT"


USE_DEFAULT: Final = _Default()


class StepContext(NamedTuple):
    """What a function of `run_step_fn` gets."""

    session: Session
    run_with_hooks: Callable[..., Any]

    def request_stop(self) -> None:
        """Ends the function and asks for the end.

        Raises:
          StopIteration: always.
        """
        raise StopIteration("step_fn has requested the iterations to stop.")


class _HookedSession:
    """A session with a coordinator, at whose runs hooks are called."""

    def __init__(self, session: Session, hooks: Sequence[SessionRunHook]) -> None:
        self.session, self._hooks = session, hooks
        self.coordinator = Coordinator(clean_stop_exception_types=())
        self._is_asked_to_stop = False
        start_queue_runners(session, self.coordinator)
        for each in hooks:
            each.after_create_session(session, self.coordinator)

    def should_stop(self) -> bool:
        return self._is_asked_to_stop or self.coordinator.should_stop()

    def run(
        self, fetches: Fetches, feeds: Feeds | None, options: Any, metadata: Any
    ) -> Any:
        if self.should_stop():
            raise RuntimeError("Run called even after should_stop requested.")
        asked = SessionRunArgs(fetches, feeds, options)
        context = SessionRunContext(asked, self.session)
        wanted, fed = self._requests(context, feeds)
        try:
            found = self.session.run([fetches, wanted], fed, options, metadata)
        except _LOST:
            raise
        except Exception:
            # what stopped the threads is the cause of what failed here
            self.coordinator.raise_requested_exception()
            raise
        for place, each in enumerate(self._hooks):
            values = SessionRunValues(found[1].get(place), options, metadata)
            each.after_run(context, values)
        self._is_asked_to_stop |= context.stop_requested
        return found[0]

    def _requests(
        self, context: SessionRunContext, feeds: Feeds | None
    ) -> tuple[dict[int, Fetches], Feeds]:
        wanted: dict[int, Fetches] = {}
        fed: Feeds = {}
        for place, each in enumerate(self._hooks):
            request = each.before_run(context)
            if request is None:
                continue
            if request.fetches is not None:
                wanted[place] = request.fetches
            if request.feed_dict:
                _check_feeds(fed, request.feed_dict, "two hooks")
                fed.update(request.feed_dict)
        _check_feeds(fed, feeds or {}, "a SessionRunHook and user")
        return wanted, {**fed, **(feeds or {})}

    def close(self, grace_secs: float) -> None:
        self.coordinator.request_stop()
        try:
            self.coordinator.join(
                stop_grace_period_secs=grace_secs, ignore_live_threads=True
            )
        finally:
            self.session.close()


def _check_feeds(one: Feeds, other: Feeds, whom: str) -> None:
    both = [each for each in one if each in other]
    if both:
        raise RuntimeError(f"Same tensor is fed by {whom}. Conflict(s): {both}")


class _MonitoredSession:
    """What both kinds of monitored sessions have in common."""

    _recovers: ClassVar[bool]

    def __init__(
        self,
        session_creator: SessionCreator | None,
        hooks: Sequence[SessionRunHook] | None,
        stop_grace_period_secs: float,
    ) -> None:
        self._graph: Graph = default_graph()
        self._was_final = self._graph.finalized
        self._hooks = list(hooks or ())
        self._creator = session_creator or ChiefSessionCreator()
        self._grace_secs = stop_grace_period_secs
        for each in self._hooks:
            each.begin()
        self._held: _HookedSession | None = self._made()

    def _made(self) -> _HookedSession:
        while True:
            try:
                return _HookedSession(self._creator.create_session(), self._hooks)
            except _LOST as error:
                if not self._recovers:
                    raise
                self._tell(error)

    def _tell(self, error: Exception) -> None:
        get_logger().info(
            "An error was raised. This may be due to a preemption in a connected "
            "worker or parameter server. The current session will be closed and a new "
            "session will be created. Error: %s",
            error,
        )

    @property
    def graph(self) -> Graph | None:
        """The graph; None after the end."""
        return None if self._held is None else self._graph

    def run(
        self,
        fetches: Fetches,
        feed_dict: Feeds | None = None,
        options: object = None,
        run_metadata: object = None,
    ) -> Fetches:
        """The values of tensors, with all hooks called; None for operations.

        Raises:
          RuntimeError: after the end, or after a hook asked for it; for a tensor that
            two feed.
        """
        while True:
            held = self._open()
            try:
                return held.run(fetches, feed_dict, options, run_metadata)
            except _LOST as error:
                if not self._recovers:
                    raise
                self._tell(error)
                held.close(self._grace_secs)
                self._held = self._made()

    def _open(self) -> _HookedSession:
        if self._held is None:
            raise RuntimeError("Session is already closed.")
        return self._held

    def run_step_fn(self, step_fn: Callable[..., _Result]) -> _Result:
        """Calls a function that runs the session itself, with and without hooks.

        Its argument ``step_context`` has ``session``, ``run_with_hooks`` and
        ``request_stop``, whose error ends the block of the session.

        Raises:
          ValueError: for a function with other arguments.
        """
        names = list(inspect.signature(step_fn).parameters)
        if "step_context" not in names:
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and "
                f"`step_context` arguments if it's an instance method. Got {names} "
                "instead."
            )
        held = self._open()

        def run_with_hooks(*args: Any, **kwargs: Any) -> Any:
            return self.run(*args, **kwargs)

        return step_fn(StepContext(held.session, run_with_hooks))

    def should_stop(self) -> bool:
        """Whether the end was asked for, or has been."""
        return self._held is None or self._held.should_stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        if kind in (OutOfRangeError, StopIteration):
            # the input is at its end
            kind = None
        self._close(kind)
        return kind is None

    def close(self) -> None:
        """Calls the ends of the hooks, stops the threads and closes the session.

        Raises:
          RuntimeError: if it is closed already.
        """
        self._close(None)

    def _close(self, kind: Any) -> None:
        try:
            if not kind:
                held = self._open()
                for each in self._hooks:
                    each.end(held.session)
        finally:
            held = self._open()
            try:
                held.close(self._grace_secs)
            finally:
                self._held = None
                if not self._was_final:
                    self._graph._unsafe_unfinalize()

    def __del__(self) -> None:
        held = getattr(self, "_held", None)
        if held is not None:
            held.coordinator.request_stop()


class MonitoredSession(_MonitoredSession):
    """A session that starts, calls hooks at each run, recovers, and stops.

    Args:
      session_creator: makes its sessions, by default `ChiefSessionCreator`.
      hooks: are called at each run.
      stop_grace_period_secs: the seconds that threads have to end.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = tf.compat.v1.assign_add(step, 1)
    ...     hooks = [tf.compat.v1.train.StopAtStepHook(num_steps=3)]
    ...     with tf.compat.v1.train.MonitoredSession(hooks=hooks) as session:
    ...         while not session.should_stop():
    ...             last = session.run(count)
    >>> last
    np.int64(3)

    At the end of an ``OutOfRangeError`` the block ends without an error. After
    ``AbortedError`` and ``UnavailableError`` a session is made again.
    """

    _recovers = True

    StepContext = StepContext

    def __init__(
        self,
        session_creator: SessionCreator | None = None,
        hooks: Sequence[SessionRunHook] | None = None,
        stop_grace_period_secs: float = 120,
    ) -> None:
        super().__init__(session_creator, hooks, stop_grace_period_secs)


class SingularMonitoredSession(_MonitoredSession):
    """A monitored session that does not recover, and can be used as a session.

    Args:
      scaffold: the operations that start it.
      checkpoint_dir: the folder whose latest checkpoint is restored.
    """

    _recovers = False

    def __init__(
        self,
        hooks: Sequence[SessionRunHook] | None = None,
        scaffold: Scaffold | None = None,
        master: str = "",
        config: object = None,
        checkpoint_dir: str | None = None,
        stop_grace_period_secs: float = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:
        creator = ChiefSessionCreator(
            scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path
        )
        super().__init__(creator, hooks, stop_grace_period_secs)

    def raw_session(self) -> Session:
        """The session itself, without hooks."""
        return self._open().session


def MonitoredTrainingSession(
    master: str = "",
    is_chief: bool = True,
    checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None,
    hooks: Sequence[SessionRunHook] | None = None,
    chief_only_hooks: Sequence[SessionRunHook] | None = None,
    save_checkpoint_secs: float | _Default | None = USE_DEFAULT,
    save_summaries_steps: int | _Default | None = USE_DEFAULT,
    save_summaries_secs: float | _Default | None = USE_DEFAULT,
    config: object = None,
    stop_grace_period_secs: float = 120,
    log_step_count_steps: int = 100,
    max_wait_secs: float = 7200,
    save_checkpoint_steps: int | _Default | None = USE_DEFAULT,
    summary_dir: str | None = None,
    save_graph_def: bool = True,
) -> MonitoredSession:
    """A monitored session with the hooks of a training.

    With a folder it restores the latest checkpoint there, writes one every 10 minutes,
    summaries every 100 steps, and the number of steps a second.

    Args:
      is_chief: whether this worker initializes and saves; others wait for it.
      checkpoint_dir: the folder of checkpoints and event files.
      hooks: are called at each run.
      chief_only_hooks: the same, on the chief alone.
      save_checkpoint_secs, save_checkpoint_steps: how often checkpoints are written.
      save_summaries_secs, save_summaries_steps: how often summaries are written.
      log_step_count_steps: how often the speed is told; 0 for never.
      max_wait_secs: how long another worker waits for the chief.
      summary_dir: the folder of event files, if it is another.
      save_graph_def: whether graphs are written with checkpoints.
    """
    scaffold = scaffold or Scaffold()
    if not is_chief:
        worker = WorkerSessionCreator(scaffold, master, config, max_wait_secs)
        return MonitoredSession(worker, list(hooks or ()), stop_grace_period_secs)
    every = list(chief_only_hooks or ())
    folder = summary_dir or checkpoint_dir
    if folder and log_step_count_steps and log_step_count_steps > 0:
        every.append(StepCounterHook(log_step_count_steps, output_dir=folder))
    steps, secs = _pace(
        save_summaries_steps, save_summaries_secs, (_SUMMARY_STEPS, None)
    )
    if folder and (steps or secs):
        every.append(SummarySaverHook(steps, secs, folder, scaffold=scaffold))
    steps, secs = _pace(
        save_checkpoint_steps, save_checkpoint_secs, (None, _CHECKPOINT_SECS)
    )
    if checkpoint_dir and (steps or secs):
        every.append(
            CheckpointSaverHook(
                checkpoint_dir,
                secs,
                steps,
                scaffold=scaffold,
                save_graph_def=save_graph_def,
            )
        )
    every.extend(hooks or ())
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    return MonitoredSession(creator, every, stop_grace_period_secs)


def _pace(
    steps: int | _Default | None,
    secs: float | _Default | None,
    usual: tuple[int | None, float | None],
) -> tuple[int | None, float | None]:
    """The steps or seconds between two; what was not given is None if the other was."""
    if isinstance(steps, _Default) and isinstance(secs, _Default):
        return usual
    return (
        None if isinstance(steps, _Default) else steps,
        None if isinstance(secs, _Default) else secs,
    )


__all__ = [
    "MonitoredSession",
    "MonitoredTrainingSession",
    "SingularMonitoredSession",
    "StepContext",
]
