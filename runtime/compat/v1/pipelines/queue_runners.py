"""`QueueRunner`: threads that fill a queue by running operations in a session."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any, Final

from graphir.errors import OutOfRangeError
from graphir.wire import messages
from graphir.wire.messages import Message
from runtime.compat.v1.graph_variables import (
    GraphKeys,
    add_to_collection,
    get_collection,
)
from runtime.compat.v1.sessions import Session, get_default_session
from runtime.context import executing_eagerly
from runtime.messages.logs import get_logger
from runtime.queues.coordinator import Coordinator
from runtime.queues.queues import QueueBase
from runtime.tracing.graphs import Operation, default_graph

_OUT_OF_RANGE: Final = 11
"""The number of the error in a `QueueRunnerDef`."""


class QueueRunner:
    """Operations that fill a queue, each run again and again by a thread.

    Args:
      queue: the queue.
      enqueue_ops: the operations; each has a thread.
      close_op: closes the queue when the operations have ended.
      cancel_op: closes it when all is to stop, and cancels those that wait.
      queue_closed_exception_types: errors that mean that the input has ended.
      queue_runner_def: a `QueueRunnerDef` message, in place of all that.

    Raises:
      RuntimeError: eagerly.
      ValueError: without a queue, or without operations.
    """

    def __init__(
        self,
        queue: QueueBase | None = None,
        enqueue_ops: Sequence[Operation] | None = None,
        close_op: Operation | None = None,
        cancel_op: Operation | None = None,
        queue_closed_exception_types: tuple[type[Exception], ...] | None = None,
        queue_runner_def: Message | None = None,
        import_scope: str | None = None,
    ) -> None:
        if executing_eagerly():
            raise RuntimeError(
                "QueueRunners are not supported when eager execution is enabled. "
                "Instead, please use tf.data to get data into your model."
            )
        self._lock = threading.Lock()
        self._running: weakref.WeakKeyDictionary[Session, int]
        self._running = weakref.WeakKeyDictionary()
        self._errors: list[BaseException] = []
        self._closed = queue_closed_exception_types or (OutOfRangeError,)
        if queue_runner_def is not None:
            if queue is not None or enqueue_ops is not None:
                raise ValueError("queue_runner_def and queue are mutually exclusive.")
            self._read(queue_runner_def, import_scope)
            return
        if queue is None or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        self._queue: Any = queue
        self._enqueue_ops = list(enqueue_ops)
        self._close_op: Any = queue.close() if close_op is None else close_op
        self._cancel_op: Any = cancel_op
        if cancel_op is None:
            self._cancel_op = queue.close(cancel_pending_enqueues=True)

    def _read(self, message: Any, scope: str | None) -> None:
        prefix = f"{scope}/" if scope else ""
        graph: Any = default_graph()

        def element(name: str) -> Any:
            return graph.as_graph_element(prefix + name)

        self._queue = element(message.queue_name)
        self._enqueue_ops = [element(each) for each in message.enqueue_op_name]
        self._close_op = element(message.close_op_name)
        self._cancel_op = element(message.cancel_op_name)

    @property
    def queue(self) -> QueueBase:
        """The queue."""
        found: QueueBase = self._queue
        return found

    @property
    def enqueue_ops(self) -> list[Operation]:
        """The operations that fill it."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Operation:
        """The operation that closes it."""
        found: Operation = self._close_op
        return found

    @property
    def cancel_op(self) -> Operation:
        """The operation that closes it and cancels those that wait."""
        found: Operation = self._cancel_op
        return found

    @property
    def queue_closed_exception_types(self) -> tuple[type[Exception], ...]:
        """The errors that mean that the input has ended."""
        return self._closed

    @property
    def exceptions_raised(self) -> list[BaseException]:
        """The errors of threads that had no coordinator."""
        return self._errors

    @property
    def name(self) -> str:
        """The name of the queue."""
        found: str = self._queue.name
        return found

    def create_threads(
        self,
        sess: Session,
        coord: Coordinator | None = None,
        daemon: bool = False,
        start: bool = False,
    ) -> list[threading.Thread]:
        """The threads for a session; none if those made before still run.

        Args:
          coord: is told of errors, and tells when to stop.
          daemon: whether the process may end before the threads.
          start: whether to start them.
        """
        with self._lock:
            if self._running.get(sess):
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._errors = []
        threads = [
            threading.Thread(target=self._fill, args=(sess, op, coord))
            for op in self._enqueue_ops
        ]
        if coord is not None:
            closer = threading.Thread(target=self._close_on_stop, args=(sess, coord))
            threads.append(closer)
        for each in threads:
            each.daemon = daemon
            if coord is not None:
                coord.register_thread(each)
            if start:
                each.start()
        return threads

    def _fill(self, session: Session, op: Any, coord: Coordinator | None) -> None:
        is_counted = True
        try:
            while coord is None or not coord.should_stop():
                try:
                    session.run(op)
                except self._closed:
                    is_counted = False
                    if self._is_last(session):
                        session.run(self._close_op)
                    return
        except Exception as error:
            # told to the coordinator, which raises it where all are joined
            self._report(error, coord)
        finally:
            if is_counted:
                self._is_last(session)

    def _is_last(self, session: Session) -> bool:
        """Counts a thread that ends; returns whether it was the last."""
        with self._lock:
            self._running[session] -= 1
            return self._running[session] == 0

    def _report(self, error: Exception, coord: Coordinator | None) -> None:
        if coord is not None:
            coord.request_stop(error)
            return
        get_logger().error("Exception in QueueRunner: %s", error)
        with self._lock:
            self._errors.append(error)
        raise error

    def _close_on_stop(self, session: Session, coord: Coordinator) -> None:
        coord.wait_for_stop()
        try:
            session.run(self._cancel_op)
        except Exception as error:
            # the queue may be closed, or its session
            get_logger().debug("Ignored exception: %s", error)

    def to_proto(self, export_scope: str | None = None) -> Message | None:
        """A `QueueRunnerDef` message; None if the queue is not in that scope."""
        scope = f"{export_scope}/" if export_scope else ""
        if not self.name.startswith(scope):
            return None
        message = messages.get("QueueRunnerDef")()
        message.queue_name = self.name.removeprefix(scope)
        for each in self._enqueue_ops:
            message.enqueue_op_name.append(each.name.removeprefix(scope))
        message.close_op_name = self._close_op.name.removeprefix(scope)
        message.cancel_op_name = self._cancel_op.name.removeprefix(scope)
        message.queue_closed_exception_types.append(_OUT_OF_RANGE)
        return message

    @staticmethod
    def from_proto(
        queue_runner_def: Message, import_scope: str | None = None
    ) -> QueueRunner:
        """The runner of a `QueueRunnerDef` message, in the graph in progress."""
        return QueueRunner(queue_runner_def=queue_runner_def, import_scope=import_scope)


def add_queue_runner(
    qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS
) -> None:
    """Adds a runner to a collection of the graph, for `start_queue_runners`."""
    add_to_collection(collection, qr)


def start_queue_runners(
    sess: Session | None = None,
    coord: Coordinator | None = None,
    daemon: bool = True,
    start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:
    """Starts the threads of all runners of the graph; returns the threads.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     queue = tf.compat.v1.train.range_input_producer(3, shuffle=False)
    ...     number = queue.dequeue()
    ...     coordinator = tf.train.Coordinator()
    ...     threads = tf.compat.v1.train.start_queue_runners(session, coordinator)
    ...     print([int(session.run(number)) for _ in range(4)])
    ...     coordinator.request_stop()
    ...     coordinator.join(threads)
    [0, 1, 2, 0]

    Raises:
      RuntimeError: eagerly.
      ValueError: without a session.
      TypeError: for another object.
    """
    if executing_eagerly():
        raise RuntimeError("Queues are not compatible with eager execution.")
    session = get_default_session() if sess is None else sess
    if session is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with "
            "sess.as_default()` or pass an explicit session to "
            "tf.start_queue_runners(sess=sess)"
        )
    if not isinstance(session, Session):
        raise TypeError("sess must be a `tf.Session` object.")
    with session.graph.as_default():
        runners = get_collection(collection)
    if not runners:
        get_logger().warning(
            "`tf.train.start_queue_runners()` was called when no queue runners were "
            "defined. You can safely remove the call to this deprecated function."
        )
    found = [each.create_threads(session, coord, daemon, start) for each in runners]
    return [thread for threads in found for thread in threads]


__all__ = ["QueueRunner", "add_queue_runner", "start_queue_runners"]
