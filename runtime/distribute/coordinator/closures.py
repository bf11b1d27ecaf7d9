"""The queue of scheduled functions, and the threads that take from it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from runtime.distribute.coordinator.remote_values import RemoteValue, as_on_worker
from runtime.distribute.coordinator.worker_context import WorkerThread
from runtime.errors import AbortedError, UnavailableError

LONGEST_QUEUE: Final = 256
"""Functions that wait at most; `schedule` waits until there is room."""

_WORKER_NAME: Final = "/job:worker"
"""What the message of an error has when a worker was lost, as in TensorFlow."""


class Closure:
    """A function with its arguments and its future result."""

    def __init__(
        self,
        function: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> None:
        self.value = RemoteValue()
        self._function = function
        self._args, self._kwargs = tuple(args), dict(kwargs)

    def run(self) -> Any:
        """Calls the function on this thread's worker."""
        args, kwargs = as_on_worker(self._args), as_on_worker(self._kwargs)
        return self._function(*args, **kwargs)


class ClosureQueue:
    """A queue of waiting and running closures; errors cancel waiting closures."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Closure] = deque()
        self._running = 0
        self._error: BaseException | None = None
        self._is_closed = False

    def put(self, closure: Closure) -> None:
        """Adds a closure; waits for room.

        Raises:
          Exception: the error of an earlier closure, once.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: len(self._waiting) < LONGEST_QUEUE or self._error is not None
            )
            self._raise_error()
            self._waiting.append(closure)
            self._changed.notify_all()

    def take(self) -> Closure | None:
        """The next closure; waits for one. None when the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._is_closed)
            if self._is_closed:
                return None
            self._running += 1
            closure = self._waiting.popleft()
            self._changed.notify_all()
            return closure

    def finished(self) -> None:
        """Tells that a running closure has ended well."""
        with self._changed:
            self._running -= 1
            self._changed.notify_all()

    def put_back(self, closure: Closure) -> None:
        """Puts a closure of a lost worker back to the front of the queue."""
        with self._changed:
            self._running -= 1
            self._waiting.appendleft(closure)
            self._changed.notify_all()

    def failed(self, error: BaseException) -> None:
        """Keeps the first error, and cancels the waiting closures."""
        with self._changed:
            self._running -= 1
            self._error = self._error or error
            self._cancel_waiting()
            self._changed.notify_all()

    def wait(self) -> None:
        """Returns when nothing waits or runs.

        Raises:
          Exception: the error of a closure, once.
        """
        with self._changed:
            self._changed.wait_for(self._is_idle)
            self._raise_error()

    def is_done(self) -> bool:
        """Whether nothing waits or runs.

        Raises:
          Exception: the error of a closure, once.
        """
        with self._changed:
            self._raise_error()
            return self._is_idle()

    def close(self) -> None:
        """Ends the consuming threads after their current closures."""
        with self._changed:
            self._is_closed = True
            self._cancel_waiting()
            self._changed.notify_all()

    def _is_idle(self) -> bool:
        return not self._waiting and not self._running

    def _cancel_waiting(self) -> None:
        while self._waiting:
            self._waiting.popleft().value._cancel()

    def _raise_error(self) -> None:
        if self._error is None:
            return
        # what runs yet belongs to the steps before the error
        self._changed.wait_for(lambda: not self._running)
        error, self._error = self._error, None
        raise error


def start_workers(queue: ClosureQueue, count: int) -> None:
    """Starts the threads of the workers; they end when the queue is closed."""
    for number in range(count):
        WorkerThread(number, _work, (queue,)).start()


def _work(queue: ClosureQueue) -> None:
    while (closure := queue.take()) is not None:
        _run(queue, closure)


def _run(queue: ClosureQueue, closure: Closure) -> None:
    try:
        result = closure.run()
    except (AbortedError, UnavailableError) as error:
        if _WORKER_NAME in str(error):
            queue.put_back(closure)
            return
        _fail(queue, closure, error)
    except BaseException as error:
        _fail(queue, closure, error)
    else:
        closure.value._set_result(result)
        queue.finished()


def _fail(queue: ClosureQueue, closure: Closure, error: BaseException) -> None:
    closure.value._set_error(error)
    queue.failed(error)
