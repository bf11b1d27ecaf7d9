"""A coordinator's links to its workers: what is lost, sent again, and forgotten."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest

import runtime as tf
from runtime.distribute.coordinator.closures import Closure, ClosureQueue
from runtime.distribute.coordinator.remote_values import PerWorkerIterator
from runtime.distribute.coordinator.shipped_functions import ShippedFunction
from runtime.distribute.coordinator.worker_context import WorkerThread
from runtime.distribute.coordinator.worker_links import (
    WorkerLink,
    WorkerLostError,
    start_workers,
)
from runtime.distribute.transport.calls import ConnectionLostError
from tests.runtime.distribute.processes import LONG


@pytest.fixture
def servers() -> Iterator[list[Any]]:
    """Workers; the last is the one that links are told of."""
    made = [tf.distribute.Server({"worker": ["localhost:0"]})]
    try:
        yield made
    finally:
        for each in made:
            each._stop()


@pytest.fixture
def link(servers: list[Any]) -> Iterator[WorkerLink]:
    """A link that is connected."""
    made = WorkerLink(0, "a session", partial(address_of, servers))
    made.connect()
    try:
        yield made
    finally:
        made.close()


def address_of(servers: list[Any]) -> str:
    return str(servers[-1].target.removeprefix("grpc://"))


def closure_of(python_function: Any, *args: Any) -> Closure:
    concrete = tf.function(python_function).get_concrete_function(*args)
    return Closure(ShippedFunction(concrete), args, {})


def doubled() -> Closure:
    return closure_of(lambda x: 2 * x, tf.constant(4))


def test_a_worker_that_began_anew_is_sent_the_function_again(
    servers: list[Any], link: WorkerLink
) -> None:
    closure = doubled()
    assert link.run(closure, 0).numpy() == 8
    servers[0]._stop()
    servers.append(tf.distribute.Server({"worker": ["localhost:0"]}))
    with pytest.raises(WorkerLostError, match="/job:worker/replica:0/task:0"):
        link.run(closure, 0)
    link.close()
    assert not link.is_connected
    with pytest.raises(WorkerLostError, match="is not connected"):
        link.run(closure, 0)
    link.connect()
    assert link.run(closure, 0).numpy() == 8


def test_a_worker_without_an_address_is_not_there_yet() -> None:
    with pytest.raises(ConnectionLostError, match="has no address yet"):
        WorkerLink(1, "a session", lambda: None).connect()


def test_a_later_link_takes_the_worker_over(
    servers: list[Any], link: WorkerLink
) -> None:
    closure = doubled()
    other = WorkerLink(0, "another session", partial(address_of, servers))
    other.connect()
    with pytest.raises(tf.errors.FailedPreconditionError, match="another coordinator"):
        link.run(closure, 0)
    assert other.run(closure, 0).numpy() == 8
    other.close()


def test_what_this_process_has_no_more_the_worker_forgets(
    link: WorkerLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    call = WorkerLink._call

    def noted(self: WorkerLink, method: str, data: bytes, **body: Any) -> Any:
        told.append((method, body.get("names")))
        return call(self, method, data, **body)

    monkeypatch.setattr(WorkerLink, "_call", noted)
    iterator = PerWorkerIterator(lambda worker: tf.data.Dataset.range(3), 0)
    step = tf.function(lambda it: next(it))
    concrete = step.get_concrete_function(iterator.stand_in())
    first = Closure(ShippedFunction(concrete), [iterator], {})
    assert [link.run(first, 0).numpy() for _ in range(3)] == [0, 1, 2]
    names = {first.function.name, iterator.key}
    del first, concrete, step, iterator
    gc.collect()
    link.run(doubled(), 1)
    methods = [method for method, _ in told]
    assert methods == [
        *["function", "dataset", "run", "run", "run"],
        *["forget", "function", "run"],
    ]
    assert set(told[5][1]) == names


def run_all(queue: ClosureQueue, link: WorkerLink) -> list[threading.Thread]:
    """Starts the worker's thread."""
    start_workers(queue, [link])
    return [each for each in threading.enumerate() if isinstance(each, WorkerThread)]


def test_a_loss_of_an_argument_s_own_is_no_loss_of_the_worker(
    servers: list[Any],
) -> None:
    asked: list[int] = []

    def made(worker: int) -> Any:
        asked.append(worker)
        raise ConnectionLostError("The service of the dataset is gone.")

    queue = ClosureQueue()
    threads = run_all(queue, WorkerLink(0, "s", partial(address_of, servers)))
    try:
        closure = doubled()
        closure.args = (PerWorkerIterator(made, 0),)
        queue.put(closure)
        with pytest.raises(tf.errors.UnavailableError, match="service of the dataset"):
            closure.value.get()
        assert asked == [0]
        with pytest.raises(tf.errors.UnavailableError, match="service of the dataset"):
            queue.wait()
        after = doubled()
        queue.put(after)
        assert after.value.get().numpy() == 8  # the worker goes on
    finally:
        queue.close()
    for each in threads:
        each.join(LONG)
        assert not each.is_alive()


def test_a_queue_that_is_closed_takes_nothing() -> None:
    queue = ClosureQueue()
    queue.close()
    with pytest.raises(tf.errors.FailedPreconditionError, match="has ended"):
        queue.put(doubled())


def test_a_function_that_fails_in_any_way_is_not_a_lost_worker(
    servers: list[Any], link: WorkerLink
) -> None:
    handlers = servers[0]._service._handlers
    closure, run = doubled(), handlers["run"]
    for kind in (MemoryError, ZeroDivisionError, StopIteration, AssertionError):

        def fails(body: Any, payload: bytes, kind: type[Exception] = kind) -> Any:
            raise kind("as told")

        handlers["run"] = fails
        with pytest.raises(tf.errors.UnknownError, match="as told"):
            link.run(closure, 0)
    handlers["run"] = run
    assert link.run(closure, 0).numpy() == 8
