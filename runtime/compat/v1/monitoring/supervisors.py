"""`Supervisor`: sessions that start, save, write summaries and stop by themselves."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Final

from graphir.wire import messages
from graphir.wire.messages import Message
from runtime.compat.v1.collections import report_uninitialized_variables
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    global_variables_initializer,
    local_variables_initializer,
    tables_initializer,
)
from runtime.compat.v1.monitoring.scaffolds import Scaffold
from runtime.compat.v1.monitoring.session_hooks import Feeds
from runtime.compat.v1.monitoring.session_manager import SessionManager
from runtime.compat.v1.pipelines.loopers import LooperThread
from runtime.compat.v1.pipelines.queue_runners import QueueRunner
from runtime.compat.v1.saving.meta_graphs import export_meta_graph
from runtime.compat.v1.saving.saver import Saver
from runtime.compat.v1.sessions import Session
from runtime.compat.v1.summaries.file_writers import FileWriter
from runtime.compat.v1.summaries.summary_ops import merge_all
from runtime.compat.v1.training.global_steps import get_global_step, global_step
from runtime.control_flow.conditionals import group
from runtime.errors import OutOfRangeError
from runtime.io.graph_files import write_graph
from runtime.messages.logs import get_logger
from runtime.queues.coordinator import Coordinator
from runtime.tracing.graphs import Graph, default_graph

_USE_DEFAULT: Final = 0


class Supervisor:
    """Prepares a session, saves and writes summaries beside a training, and stops.

    `MonitoredTrainingSession` is its successor.

    Args:
      graph: the graph, by default the one in progress; it is finalized.
      ready_op: names what has no value; the model is ready when it names nothing.
      is_chief: whether this process initializes and saves; others wait for it.
      init_op: gives the variables their values without a checkpoint.
      local_init_op: runs in each session.
      logdir: the folder of checkpoints and event files; without one none are written.
      summary_op: merged summaries; None for none.
      saver: saves and restores; None for no checkpoints.
      global_step: the tensor of the step; None for none.
      save_summaries_secs, save_model_secs: seconds between two; 0 for none.
      recovery_wait_secs: seconds between looks at a checkpoint that is waited for.
      stop_grace_secs: seconds that threads have to end.
      init_fn: is called with a session after ``init_op``.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = tf.compat.v1.assign_add(step, 1)
    ...     supervisor = tf.compat.v1.train.Supervisor()
    ...     with supervisor.managed_session() as session:
    ...         print(session.run(count))
    1

    Raises:
      RuntimeError: eagerly.
    """

    USE_DEFAULT: Final = _USE_DEFAULT

    def __init__(
        self,
        graph: Graph | None = None,
        ready_op: object = _USE_DEFAULT,
        ready_for_local_init_op: object = _USE_DEFAULT,
        is_chief: bool = True,
        init_op: object = _USE_DEFAULT,
        init_feed_dict: Feeds | None = None,
        local_init_op: object = _USE_DEFAULT,
        logdir: str | None = None,
        summary_op: object = _USE_DEFAULT,
        saver: object = _USE_DEFAULT,
        global_step: object = _USE_DEFAULT,
        save_summaries_secs: float = 120,
        save_model_secs: float = 600,
        recovery_wait_secs: float = 30,
        stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt",
        session_manager: SessionManager | None = None,
        summary_writer: object = _USE_DEFAULT,
        init_fn: Callable[[Session], None] | None = None,
        local_init_run_options: object = None,
    ) -> None:
        self._graph: Any = graph if graph is not None else default_graph()
        self.is_chief, self.init_feed_dict = is_chief, init_feed_dict
        self._init_fn, self._grace_secs = init_fn, stop_grace_secs
        self.save_model_secs = save_model_secs
        self.save_summaries_secs = save_summaries_secs
        self.coord = Coordinator()
        with self._graph.as_default():
            self._collect(ready_op, init_op, local_init_op, summary_op, saver)
            self.global_step = _or_default(global_step, get_global_step)
            self.ready_for_local_init_op = _or_default(
                ready_for_local_init_op, lambda: None
            )
        self._prepare_output(logdir, checkpoint_basename, summary_writer)
        self.session_manager = session_manager or SessionManager(
            self.local_init_op,
            self.ready_op,
            self.ready_for_local_init_op,
            self._graph,
            recovery_wait_secs,
        )
        self._graph.finalize()

    def _collect(
        self,
        ready_op: Any,
        init_op: Any,
        local_init_op: Any,
        summaries: Any,
        saver: Any,
    ) -> None:
        """Finds the operations that were not given in the graph, or makes them."""
        chosen = Scaffold.get_or_default
        self.ready_op = _or_default(
            ready_op,
            lambda: chosen(
                "ready_op", GraphKeys.READY_OP, report_uninitialized_variables
            ),
        )
        self.init_op = _or_default(
            init_op,
            lambda: chosen("init_op", GraphKeys.INIT_OP, global_variables_initializer),
        )
        self.local_init_op = _or_default(
            local_init_op,
            lambda: chosen(
                "local_init_op",
                GraphKeys.LOCAL_INIT_OP,
                lambda: group(local_variables_initializer(), tables_initializer()),
            ),
        )
        self.summary_op = _or_default(
            summaries, lambda: chosen("summary_op", GraphKeys.SUMMARY_OP, merge_all)
        )
        has_variables = bool(self._graph.get_collection(GraphKeys.GLOBAL_VARIABLES))
        self.saver = _or_default(
            saver,
            lambda: chosen("saver", GraphKeys.SAVERS, Saver) if has_variables else None,
        )

    def _prepare_output(self, logdir: str | None, name: str, writer: Any) -> None:
        self._logdir = logdir
        self.save_path = os.path.join(logdir, name) if logdir else None
        self.summary_writer: FileWriter | None = None
        if self.is_chief:
            self.summary_writer = _or_default(
                writer, lambda: self._default_writer() if logdir else None
            )

    def _default_writer(self) -> FileWriter:
        with self._graph.as_default():
            return FileWriter(str(self._logdir))

    @property
    def session_graph(self) -> Graph:
        """The graph of the sessions."""
        found: Graph = self._graph
        return found

    @contextmanager
    def managed_session(
        self,
        master: str = "",
        config: object = None,
        start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Session]:
        """A block with a session; at its end all threads stop, and errors are raised.

        An ``OutOfRangeError`` ends the block without an error.
        """
        try:
            session = self.prepare_or_wait_for_session(
                master, config, start_standard_services=start_standard_services
            )
            yield session
        except Exception as error:
            self.request_stop(error)
        finally:
            try:
                self.stop(close_summary_writer=close_summary_writer)
            finally:
                # an error of closing would hide the one that ended the block
                with suppress(Exception):
                    session.close()

    def prepare_or_wait_for_session(
        self,
        master: str = "",
        config: object = None,
        wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200,
        start_standard_services: bool = True,
    ) -> Session:
        """A session that is ready, with its services and queues running.

        Raises:
          RuntimeError: if variables have no value after all initializers.
        """
        self.coord.clear_stop()
        if self.summary_writer is not None:
            self.summary_writer.reopen()
        if not self.is_chief:
            session = self.session_manager.wait_for_session(
                master, config, max_wait_secs
            )
        else:
            session = self.session_manager.prepare_session(
                master,
                init_op=self.init_op,
                saver=self.saver,
                checkpoint_dir=self._logdir,
                wait_for_checkpoint=wait_for_checkpoint,
                max_wait_secs=max_wait_secs,
                config=config,
                init_feed_dict=self.init_feed_dict,
                init_fn=self._init_fn,
            )
            self._write_graph()
            if start_standard_services:
                get_logger().info("Starting standard services.")
                self.start_standard_services(session)
        self.start_queue_runners(session)
        return session

    def _write_graph(self) -> None:
        if self._logdir:
            write_graph(self._graph.as_graph_def(), self._logdir, "graph.pbtxt")
        if self.summary_writer is not None:
            self.summary_writer.add_graph(self._graph)
            self.summary_writer.add_meta_graph(export_meta_graph(graph=self._graph))

    def start_standard_services(self, sess: Session) -> list[LooperThread]:
        """Threads that write checkpoints, summaries and the speed, on the chief.

        Raises:
          RuntimeError: on another process than the chief.
        """
        if not self.is_chief:
            raise RuntimeError(
                "Only chief supervisor can start standard services. Because only "
                "chief supervisors can write events."
            )
        if not self._logdir:
            get_logger().warning(
                "Standard services need a 'logdir' passed to the SessionManager"
            )
            return []
        started = []
        if self.global_step is not None and self.summary_writer is not None:
            log = messages.get("SessionLog")
            self.summary_writer.add_session_log(
                log(status=log.START), global_step(sess, self.global_step)
            )
        if self.summary_writer is not None and self.save_summaries_secs:
            if self.summary_op is not None:
                started.append(
                    self.loop(self.save_summaries_secs, self._write_summaries, (sess,))
                )
            if self.global_step is not None:
                counter = _StepCounter(self, sess)
                started.append(self.loop(self.save_summaries_secs, counter.tell))
        if self.saver is not None and self.save_model_secs:
            started.append(self.loop(self.save_model_secs, self._save, (sess,)))
        return started

    def _write_summaries(self, session: Session) -> None:
        with self._graph.as_default():
            if self.global_step is None:
                self.summary_computed(session, session.run(self.summary_op), None)
                return
            found, step = session.run([self.summary_op, self.global_step])
            self.summary_computed(session, found, int(step))

    def _save(self, session: Session) -> None:
        with self._graph.as_default():
            self.saver.save(session, self.save_path, global_step=self.global_step)
            if self.summary_writer is not None and self.global_step is not None:
                log = messages.get("SessionLog")
                told = log(status=log.CHECKPOINT, checkpoint_path=self.save_path)
                step = global_step(session, self.global_step)
                self.summary_writer.add_session_log(told, step)

    def start_queue_runners(
        self, sess: Session, queue_runners: Sequence[QueueRunner] | None = None
    ) -> list[Any]:
        """Starts the threads of queues, by default of all of the graph."""
        if queue_runners is None:
            queue_runners = self._graph.get_collection(GraphKeys.QUEUE_RUNNERS)
        threads: list[Any] = []
        for each in queue_runners:
            threads.extend(
                each.create_threads(sess, self.coord, daemon=True, start=True)
            )
        return threads

    def loop(
        self,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """A thread that calls a function every so many seconds until the stop."""
        return LooperThread.loop(self.coord, timer_interval_secs, target, args, kwargs)

    def summary_computed(
        self, sess: Session, summary: Message, global_step: int | None = None
    ) -> None:
        """Writes summaries that a session fetched, by default at its step.

        Raises:
          RuntimeError: without a writer of summaries.
        """
        if not self.summary_writer:
            raise RuntimeError("Writing a summary requires a summary writer.")
        if global_step is None and self.global_step is not None:
            global_step = int(sess.run(self.global_step))
        self.summary_writer.add_summary(summary, global_step)

    def request_stop(self, ex: object = None) -> None:
        """Asks all threads for the end, because of an error if there is one."""
        self.coord.request_stop(ex)

    def should_stop(self) -> bool:
        """Whether the end was asked for."""
        return self.coord.should_stop()

    def stop_on_exception(self) -> AbstractContextManager[None]:
        """A block whose errors ask for the end."""
        return self.coord.stop_on_exception()

    def wait_for_stop(self) -> None:
        """Waits until the end is asked for."""
        self.coord.wait_for_stop()

    def stop(
        self,
        threads: Sequence[Any] | None = None,
        close_summary_writer: bool = True,
        ignore_live_threads: bool = False,
    ) -> None:
        """Stops the threads, and raises the error that they stopped by.

        Raises:
          RuntimeError: if threads still run after ``stop_grace_secs`` seconds.
        """
        self.coord.request_stop()
        try:
            self.coord.join(
                threads,
                stop_grace_period_secs=self._grace_secs,
                ignore_live_threads=ignore_live_threads,
            )
        finally:
            writer = self.summary_writer
            if close_summary_writer and writer is not None:
                log = messages.get("SessionLog")
                with self._graph.as_default():
                    writer.add_session_log(log(status=log.STOP))
                writer.close()

    # the names of the first version
    Loop = loop
    PrepareSession = prepare_or_wait_for_session
    RequestStop = request_stop
    ShouldStop = should_stop
    StartQueueRunners = start_queue_runners
    StartStandardServices = start_standard_services
    Stop = stop
    StopOnException = stop_on_exception
    SummaryComputed = summary_computed
    WaitForStop = wait_for_stop


class _StepCounter:
    """Tells how many steps a session makes in a second."""

    def __init__(self, supervisor: Supervisor, session: Session) -> None:
        self._supervisor, self._session = supervisor, session
        self._since = time.monotonic()
        self._step = global_step(session, supervisor.global_step)

    def tell(self) -> None:
        supervisor, now = self._supervisor, time.monotonic()
        with supervisor.session_graph.as_default():
            step = global_step(self._session, supervisor.global_step)
        seconds = now - self._since
        speed = (step - self._step) / seconds if seconds else float("inf")
        self._since, self._step = now, step
        summary = messages.get("Summary")()
        tag = f"{supervisor.global_step.op.name}/sec"
        summary.value.add(tag=tag, simple_value=speed)
        if supervisor.summary_writer is not None:
            supervisor.summary_writer.add_summary(summary, step)
        get_logger().info("%s: %g", tag, speed)


def _or_default(given: Any, default: Callable[[], Any]) -> Any:
    """What was given, or what a function makes; 0 stands for nothing given."""
    is_default = isinstance(given, int) and given == _USE_DEFAULT
    return default() if is_default else given


def basic_train_loop(
    supervisor: Supervisor,
    train_step_fn: Callable[..., Any],
    args: Sequence[Any] | None = None,
    kwargs: Mapping[str, Any] | None = None,
    master: str = "",
) -> None:
    """Calls a function of a session until the supervisor stops.

    >>> with tf.Graph().as_default():
    ...     step = tf.compat.v1.train.get_or_create_global_step()
    ...     count = tf.compat.v1.assign_add(step, 1)
    ...     supervisor = tf.compat.v1.train.Supervisor()
    ...     def train(session):
    ...         if session.run(count) == 3:
    ...             supervisor.request_stop()
    ...     tf.compat.v1.train.basic_train_loop(supervisor, train)
    """
    positional = tuple(args or ())
    named = dict(kwargs or {})
    with suppress(OutOfRangeError), supervisor.managed_session(master) as session:
        while not supervisor.should_stop():
            train_step_fn(session, *positional, **named)


__all__ = ["Supervisor", "basic_train_loop"]
