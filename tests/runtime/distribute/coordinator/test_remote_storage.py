"""Variables of a server: the connection, and what a lost or interrupted call leaves."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.distribute.coordinator import remote_storage
from runtime.distribute.coordinator.remote_storage import (
    ClosureRun,
    Home,
    RemoteStorage,
    RemoteVariable,
    greeted,
)
from runtime.distribute.transport import calls


@pytest.fixture
def server() -> Iterator[Any]:
    made = tf.distribute.Server({"ps": ["localhost:0"]})
    try:
        yield made
    finally:
        made._stop()


@pytest.fixture
def home(server: Any) -> Iterator[Home]:
    made = Home("ps 0", server.target.removeprefix("grpc://"), "this program")
    made.call("begin")
    try:
        yield made
    finally:
        made.close()


def test_a_variable_is_changed_where_it_is(home: Home) -> None:
    v = RemoteVariable(home, initial_value=[1.0, 2.0])
    v.assign_add([1.0, 1.0])
    v.assign_sub([0.5, 0.0])
    assert v.numpy().tolist() == [1.5, 3.0]
    with pytest.raises(tf.errors.InvalidArgumentError):
        v.assign_add([1.0])
    with pytest.raises(tf.errors.UnimplementedError, match="a function of this proc"):
        v.storage.change(np.negative)
    with pytest.raises(KeyError):
        v.storage.update(np.multiply, np.float32([2, 2]))
    assert v.numpy().tolist() == [1.5, 3.0]


def test_a_call_that_is_interrupted_leaves_no_answer_for_the_next(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (RemoteVariable(home, initial_value=each) for each in (1, 2))
    receive = calls._receive

    def interrupted(connected: Any) -> Any:
        if connected is not home._connection._socket:  # type: ignore[union-attr]
            return receive(connected)  # the server's end
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(calls, "_receive", interrupted)
        with pytest.raises(KeyboardInterrupt):
            first.numpy()
    assert second.numpy() == 2
    assert first.numpy() == 1


def test_a_server_that_answers_nonsense_is_lost(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    v, body = RemoteVariable(home, initial_value=3), calls._body

    def cut(head: bytes) -> dict[str, Any]:
        return body(head[:-1] if b"method" not in head else head)

    with monkeypatch.context() as patched:
        patched.setattr(calls, "_body", cut)
        with pytest.raises(tf.errors.UnavailableError, match="ps 0"):
            v.numpy()
    assert v.numpy() == 3


def test_a_server_that_is_gone_is_unavailable_and_no_lost_worker(server: Any) -> None:
    address = server.target.removeprefix("grpc://")
    server._stop()
    with pytest.raises(tf.errors.UnavailableError, match="last checkpoint") as caught:
        Home("ps 0", address, "this program").call("begin")
    assert not isinstance(caught.value, calls.ConnectionLostError)


def test_a_connection_to_another_version_is_closed(
    server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[calls.Connection] = []
    close = calls.Connection.close

    def noted(self: calls.Connection) -> None:
        closed.append(self)
        close(self)

    monkeypatch.setattr(calls.Connection, "close", noted)
    monkeypatch.setattr(remote_storage, "greeting", lambda: {"version": "0.1"})
    with pytest.raises(tf.errors.FailedPreconditionError, match=r"version.*0\.1"):
        greeted(server.target.removeprefix("grpc://"), "ps 0")
    assert len(closed) == 1


def test_variables_that_are_gone_are_told_with_the_next(home: Home) -> None:
    v = RemoteVariable(home, initial_value=1)
    key = v.storage.key
    del v
    gc.collect()
    assert list(home._left) == [key]
    RemoteVariable(home, initial_value=2)
    gone = RemoteStorage(home, key, dtypes.int32, Shape([]), "v")
    with pytest.raises(tf.errors.NotFoundError, match=key):
        gone.read()


def test_a_closure_that_runs_again_makes_each_change_once(home: Home) -> None:
    v = RemoteVariable(home, initial_value=0).storage
    for _ in range(2):
        again = ClosureRun("queue", 4, 4)
        run = RemoteStorage(home, v.key, v.dtype, v.variable_shape, v.name, again)
        for _ in range(3):
            run.update(np.add, np.int32(1))
    assert v.read() == 3
