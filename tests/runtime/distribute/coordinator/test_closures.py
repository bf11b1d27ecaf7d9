"""The queue of scheduled functions: order, waiting for results, errors, the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.coordinator.closures import LONGEST_QUEUE, Closure, ClosureQueue
from runtime.distribute.coordinator.shipped_functions import ShippedFunction

CONCRETE = tf.function(lambda x: x + 1).get_concrete_function(
    tf.TensorSpec([], tf.int32)
)
FUNCTION = ShippedFunction(CONCRETE)


def closure(*args: Any) -> Closure:
    return Closure(FUNCTION, args or (1,), {})


def queue_of(*closures: Closure) -> ClosureQueue:
    queue = ClosureQueue()
    for each in closures:
        queue.put(each)
    return queue


def taken(queue: ClosureQueue) -> Closure:
    found = queue.take()
    assert found is not None
    return found


class Waiter:
    """A call in a thread of its own, which waits for the queue."""

    def __init__(self, call: Callable[[], Any]) -> None:
        self._found: list[Any] = []
        self._thread = threading.Thread(target=self._run, args=[call], daemon=True)
        self._thread.start()

    def _run(self, call: Callable[[], Any]) -> None:
        try:
            self._found.append(call())
        except tf.errors.OpError as error:
            self._found.append(error)

    def result(self) -> Any:
        self._thread.join(60)
        assert not self._thread.is_alive()
        return self._found[0]


def test_closures_are_taken_in_order_and_numbered() -> None:
    first, second = closure(), closure()
    queue = queue_of(first, second)
    assert (first.number, second.number, first.queue) == (0, 1, second.queue)
    assert (queue.take(), queue.take()) == (first, second)
    assert queue.floor() == 0
    queue.finished(first, 10)
    assert queue.floor() == 1
    assert first.value.get() == 10
    assert not queue.is_done()
    queue.finished(second, 20)
    assert queue.is_done()
    queue.wait()


def test_one_that_takes_a_result_waits_for_it() -> None:
    first = closure()
    second = closure({"nested": [first.value]})
    third = closure()
    queue = queue_of(first, second, third)
    assert not second.is_ready()
    assert taken(queue) is first
    assert taken(queue) is third  # it passes the one that cannot run yet
    queue.finished(first, 1)
    assert second.is_ready()
    assert taken(queue) is second


def test_a_closure_of_a_lost_worker_is_first_again() -> None:
    first, second = closure(), closure()
    queue = queue_of(first, second)
    assert taken(queue) is first
    queue.put_back(first)
    assert taken(queue) is first


def test_the_first_error_cancels_and_is_raised_once() -> None:
    first, second, third = closure(), closure(), closure()
    queue = queue_of(first, second, third)
    taken(queue)
    taken(queue)
    queue.failed(first, tf.errors.InternalError(None, None, "first"))
    queue.failed(second, tf.errors.InternalError(None, None, "second"))
    with pytest.raises(tf.errors.CancelledError, match="was not run"):
        third.value.get()
    with pytest.raises(tf.errors.InternalError, match="second"):
        second.value.get()
    with pytest.raises(tf.errors.InternalError, match="first"):
        queue.wait()
    assert queue.is_done()
    queue.put(closure())
    assert not queue.is_done()


def test_what_comes_back_after_an_error_is_cancelled() -> None:
    first, second = closure(), closure()
    queue = queue_of(first, second)
    taken(queue)
    taken(queue)
    queue.failed(first, tf.errors.InternalError(None, None, "first"))
    queue.put_back(second)
    with pytest.raises(tf.errors.CancelledError):
        second.value.get()


def test_the_error_waits_for_what_still_runs() -> None:
    first, second = closure(), closure()
    queue = queue_of(first, second)
    taken(queue)
    taken(queue)
    queue.failed(first, tf.errors.InternalError(None, None, "first"))
    waiter = Waiter(queue.wait)
    queue.finished(second, 2)
    assert "first" in str(waiter.result())
    assert second.value.get() == 2


def test_a_refusal_holds_for_all_and_stays() -> None:
    first = closure()
    queue = queue_of(first)
    queue.refuse(tf.errors.FailedPreconditionError(None, None, "other version"))
    for call in (first.value.get, queue.wait, queue.wait, lambda: queue.put(closure())):
        with pytest.raises(tf.errors.FailedPreconditionError, match="other version"):
            call()


def test_a_full_queue_waits_for_room() -> None:
    queue = queue_of(*[closure() for _ in range(LONGEST_QUEUE)])
    last = closure()
    waiter = Waiter(lambda: queue.put(last))
    first = taken(queue)
    assert waiter.result() is None
    assert (first.number, last.number) == (0, LONGEST_QUEUE)


def test_a_worker_waits_for_a_closure_or_the_end() -> None:
    queue = ClosureQueue()
    waiter, one = Waiter(queue.take), closure()
    queue.put(one)
    assert waiter.result() is one
    ending = Waiter(queue.take)
    pausing = Waiter(lambda: queue.pause(600))
    queue.close()
    assert ending.result() is None
    assert pausing.result() is None


def test_a_closed_queue_takes_nothing_more() -> None:
    one = closure()
    queue = queue_of(one)
    queue.close()
    assert queue.is_closed
    assert queue.take() is None
    with pytest.raises(tf.errors.CancelledError):
        one.value.get()
    with pytest.raises(tf.errors.FailedPreconditionError, match="has ended"):
        queue.put(closure())
