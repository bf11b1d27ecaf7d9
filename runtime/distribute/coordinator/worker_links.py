"""The links of a coordinator to its workers: a thread and a connection for each."""

from __future__ import annotations

import time
import uuid
from collections import deque
from collections.abc import Callable
from typing import Any, Final
from weakref import finalize

from runtime.distribute.coordinator.closures import Closure, ClosureQueue
from runtime.distribute.coordinator.remote_storage import greeted
from runtime.distribute.coordinator.remote_values import WorkerArguments
from runtime.distribute.coordinator.shipped_functions import Inputs, ShippedFunction
from runtime.distribute.coordinator.worker_context import WorkerThread
from runtime.distribute.transport.calls import Connection, ConnectionLostError
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays
from runtime.errors import UnavailableError
from runtime.messages.logs import get_logger

LOST_SECONDS: Final = 300.0
"""How long a program goes on without any worker."""

_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 1.0


class WorkerLostError(UnavailableError):
    """The worker is gone; not another service, which an argument may have asked."""


class WorkerLink:
    """What one worker was sent, and the connection to it."""

    def __init__(
        self, number: int, session: str, address: Callable[[], str | None]
    ) -> None:
        self.number = number
        self.name = f"/job:worker/replica:0/task:{number}"
        self._session, self._address = session, address
        self._connection: Connection | None = None
        self._link = ""
        self._sent: set[str] = set()
        self._left: deque[str] = deque()
        """What the worker was sent and this process has no more."""

    @property
    def is_connected(self) -> bool:
        """Whether the worker answered when it was last asked."""
        return self._connection is not None

    def connect(self) -> None:
        """Connects to the worker, which may be another process than before.

        Raises:
          ConnectionLostError: if it does not answer.
          FailedPreconditionError: if it has another version.
        """
        address = self._address()
        if address is None:
            raise ConnectionLostError(f"{self.name} has no address yet.")
        made = greeted(address, self.name)
        try:
            self._link = uuid.uuid4().hex
            made.call("attach", link=self._link)
        except BaseException:
            made.close()
            raise
        self._connection, self._sent, self._left = made, set(), deque()

    def close(self) -> None:
        """Closes the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def run(self, closure: Closure, floor: int) -> Any:
        """Runs a closure on the worker; returns its result.

        Args:
          closure: what to run.
          floor: the number of the first closure that has not ended.

        Raises:
          WorkerLostError: if the worker is gone.
          OpError: the error of the closure.
        """
        arguments = WorkerArguments(self.number)
        args, kwargs = arguments.of(closure.args), arguments.of(closure.kwargs)
        inputs = Inputs(self.number, arguments.iterators)
        for each in closure.function.flat_inputs(args, kwargs):
            inputs.add(each)
        self._tell_left()
        self._send_function(closure.function)
        for iterator in arguments.iterators.values():
            if iterator.key not in self._sent:
                self._call("dataset", iterator.message(), iterator=iterator.key)
                self._note(iterator, iterator.key)
        signed, data = packed_arrays(inputs.arrays)
        found, payload = self._call(
            "run",
            data,
            session=self._session,
            function=closure.function.name,
            queue=closure.queue,
            closure=closure.number,
            floor=floor,
            inputs=inputs.places,
            arrays=signed,
        )
        return closure.function.result(unpacked_arrays(found["arrays"], payload))

    def _send_function(self, function: ShippedFunction) -> None:
        if function.name not in self._sent:
            self._call("function", function.message, **function.body)
            self._note(function, function.name)

    def _note(self, sent: object, name: str) -> None:
        self._sent.add(name)
        # a deque, which the garbage collector may add to in the middle of anything
        finalize(sent, self._left.append, name).atexit = False

    def _tell_left(self) -> None:
        """Lets the worker forget what this process has no more."""
        left = [self._left.popleft() for _ in range(len(self._left))]
        if left:
            self._sent.difference_update(left)
            self._call("forget", b"", names=left)

    def _call(self, method: str, data: bytes, **body: Any) -> Any:
        if self._connection is None:
            raise WorkerLostError(f"{self.name} is not connected.")
        try:
            return self._connection.call(method, data, link=self._link, **body)
        except ConnectionLostError as error:
            raise WorkerLostError(str(error)) from error


class _Absence:
    """How many workers are gone: the program ends if all are, for too long."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._absent: set[int] = set()

    def note(self, worker: int, is_absent: bool) -> bool:
        """Notes whether a worker is gone for long; whether all are now."""
        (self._absent.add if is_absent else self._absent.discard)(worker)
        return len(self._absent) == self._workers


def start_workers(queue: ClosureQueue, links: list[WorkerLink]) -> None:
    """Starts the threads of the workers; they end when the queue is closed."""
    absence = _Absence(len(links))
    for each in links:
        WorkerThread(each.number, _work, (queue, each, absence)).start()


def _work(queue: ClosureQueue, link: WorkerLink, absence: _Absence) -> None:
    while _connect(queue, link, absence):
        closure = queue.take()
        if closure is None:
            break
        _run(queue, link, closure)
    link.close()


def _connect(queue: ClosureQueue, link: WorkerLink, absence: _Absence) -> bool:
    """Waits until the worker is there; False when there is nothing to wait for."""
    pause, begun = _FIRST_PAUSE, time.monotonic()
    while not queue.is_closed:
        if link.is_connected:
            return True
        try:
            link.connect()
        except ConnectionLostError as error:
            if time.monotonic() - begun > LOST_SECONDS and absence.note(
                link.number, True
            ):
                text = f"No worker has answered for {LOST_SECONDS:g} seconds: {error}"
                queue.fail(UnavailableError(text))
        except BaseException as error:
            # another version of the package, for one: it will not get better
            queue.refuse(error)
            return False
        else:
            absence.note(link.number, False)
            return True
        queue.pause(pause)
        pause = min(2 * pause, _LONGEST_PAUSE)
    return False


def _run(queue: ClosureQueue, link: WorkerLink, closure: Closure) -> None:
    try:
        result = link.run(closure, queue.floor())
    except WorkerLostError as error:
        get_logger().warning("%s Its function runs again on another worker.", error)
        link.close()
        queue.put_back(closure)
    except BaseException as error:
        queue.failed(closure, error)
    else:
        queue.finished(closure, result)


__all__ = ["LOST_SECONDS", "WorkerLink", "WorkerLostError", "start_workers"]
