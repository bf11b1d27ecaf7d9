"""The queue of scheduled functions, which workers take from."""

from __future__ import annotations

import threading
import uuid
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final

from runtime.distribute.coordinator.remote_values import RemoteValue, remote_values_in
from runtime.distribute.coordinator.shipped_functions import (
    ShippedFunction,
    result_specs,
)
from runtime.errors import FailedPreconditionError

LONGEST_QUEUE: Final = 256
"""Functions that wait at most; `schedule` waits until there is room."""


class Closure:
    """A function with its arguments and its future result."""

    def __init__(
        self,
        function: ShippedFunction,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> None:
        self.function, self._concrete = function, function.concrete
        self.args, self.kwargs = tuple(args), dict(kwargs)
        self.value = RemoteValue(result_specs(function.concrete))
        self.queue, self.number = "", -1
        """Given by the queue: its name, and the number in the order of scheduling."""
        self._awaited = remote_values_in([self.args, self.kwargs])

    def is_ready(self) -> bool:
        """Whether the functions have ended whose results it takes."""
        self._awaited = [each for each in self._awaited if not each._has_ended()]
        return not self._awaited


class ClosureQueue:
    """A queue of waiting and running closures; errors cancel waiting closures."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Closure] = deque()
        self._running: set[int] = set()
        self._name, self._numbers = uuid.uuid4().hex, count()
        self._error: BaseException | None = None
        self._refusal: BaseException | None = None
        self._is_closed = False

    def put(self, closure: Closure) -> None:
        """Adds a closure; waits for room.

        Raises:
          Exception: the error of an earlier closure, once.
          FailedPreconditionError: if the queue is closed.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: (
                    len(self._waiting) < LONGEST_QUEUE
                    or self._has_failed()
                    or self._is_closed
                )
            )
            self._raise_error()
            if self._is_closed:  # nobody would run it
                raise FailedPreconditionError("The coordinator has ended.")
            closure.queue, closure.number = self._name, next(self._numbers)
            self._waiting.append(closure)
            self._changed.notify_all()

    def take(self) -> Closure | None:
        """The next closure that can run; waits for one. None when the queue is closed.

        One that takes the result of another waits for it here and not in a worker,
        which may be the only one.
        """
        with self._changed:
            found: list[Closure] = []

            def is_there() -> bool:
                found[:] = [each for each in self._waiting if each.is_ready()][:1]
                return bool(found) or self._is_closed

            self._changed.wait_for(is_there)
            if self._is_closed:
                return None
            (closure,) = found
            self._waiting.remove(closure)
            self._running.add(closure.number)
            self._changed.notify_all()
            return closure

    def floor(self) -> int:
        """The number of the first closure that has not ended."""
        with self._changed:
            waiting = [each.number for each in self._waiting]
            return min([*waiting, *self._running], default=0)

    def finished(self, closure: Closure, result: Any) -> None:
        """Gives a closure that has ended well its result."""
        with self._changed:
            closure.value._set_result(result)
            self._running.discard(closure.number)
            self._changed.notify_all()

    def put_back(self, closure: Closure) -> None:
        """Puts a closure of a lost worker back to the front of the queue."""
        with self._changed:
            self._running.discard(closure.number)
            if self._has_failed() or self._is_closed:
                closure.value._cancel()
            else:
                self._waiting.appendleft(closure)
            self._changed.notify_all()

    def failed(self, closure: Closure, error: BaseException) -> None:
        """Ends a closure with an error, and cancels those that wait."""
        with self._changed:
            closure.value._set_error(error)
            self._running.discard(closure.number)
        self.fail(error)

    def fail(self, error: BaseException) -> None:
        """Keeps the first error, and cancels the waiting closures."""
        with self._changed:
            self._error = self._error or error
            self._cancel_waiting()
            self._changed.notify_all()

    def refuse(self, error: BaseException) -> None:
        """Refuses all closures, those that wait and any later: no worker can help."""
        with self._changed:
            self._refusal = self._refusal or error
            while self._waiting:
                self._waiting.popleft().value._set_error(error)
            self._changed.notify_all()

    @property
    def is_closed(self) -> bool:
        """Whether no closure is taken any more."""
        return self._is_closed

    def pause(self, seconds: float) -> None:
        """Waits, until the queue is closed at most."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed, seconds)

    def wait(self) -> None:
        """Returns when nothing waits or runs.

        Raises:
          Exception: the error of a closure, once.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._is_idle() or self._has_failed())
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
        """Ends the workers' threads after their current closures."""
        with self._changed:
            self._is_closed = True
            self._cancel_waiting()
            self._changed.notify_all()

    def _is_idle(self) -> bool:
        return not self._waiting and not self._running

    def _has_failed(self) -> bool:
        return self._error is not None or self._refusal is not None

    def _cancel_waiting(self) -> None:
        while self._waiting:
            self._waiting.popleft().value._cancel()

    def _raise_error(self) -> None:
        if self._refusal is not None:
            raise self._refusal
        if self._error is None:
            return
        # what runs yet belongs to the steps before the error
        self._changed.wait_for(lambda: not self._running)
        error, self._error = self._error, None
        raise error


__all__ = ["LONGEST_QUEUE", "Closure", "ClosureQueue"]
