"""What a server is sent for a function is checked: it comes from the network."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.coordinator import function_desk
from runtime.distribute.coordinator.remote_storage import greeting
from runtime.distribute.coordinator.shipped_functions import ShippedFunction
from runtime.distribute.transport.calls import Connection
from runtime.distribute.transport.packing import packed_arrays, unpacked_arrays

ONES = np.ones([2, 2], np.float32)


def told(connection: Connection, method: str, data: bytes = b"", **body: Any) -> Any:
    """The answer for the coordinator ``first``."""
    return connection.call(method, data, **{"link": "first", **body})


def run(connection: Connection, arrays: list[Any], **body: Any) -> Any:
    signed, data = packed_arrays(arrays)
    given = {"session": "s", "queue": "q", "closure": 0, "floor": 0, "arrays": signed}
    given |= {"function": FUNCTION.name, "inputs": [None] * len(arrays)}
    found, payload = told(connection, "run", data, **given | body)
    return unpacked_arrays(found["arrays"], payload)


@pytest.fixture
def connection() -> Iterator[Connection]:
    """A worker's, to which one function was sent."""
    server = tf.distribute.Server({"worker": ["localhost:0"]})
    made = Connection(server.target.removeprefix("grpc://"), "worker")
    try:
        made.call("greet", **greeting())
        told(made, "attach")
        told(made, "function", FUNCTION.message, **FUNCTION.body)
        yield made
    finally:
        made.close()
        server._stop()


MATRIX = tf.TensorSpec([None, 2])
CONCRETE = tf.function(lambda x, y: x @ y).get_concrete_function(MATRIX, MATRIX)
FUNCTION = ShippedFunction(CONCRETE)


def test_a_function_gives_its_results(connection: Connection) -> None:
    (found,) = run(connection, [ONES, ONES])
    assert found.tolist() == [[2.0, 2.0], [2.0, 2.0]]


@pytest.mark.parametrize(
    ("arrays", "body", "text"),
    [
        ([ONES], {}, "takes 2 inputs, not 1"),
        ([ONES] * 3, {}, "takes 2 inputs, not 3"),
        ([ONES], {"inputs": [None, None]}, "2 arrays are announced, and 1 came"),
        ([ONES] * 3, {"inputs": [None, None]}, "2 arrays are announced, and 3 came"),
        ([ONES, np.int8(ONES)], {}, "float32.* was given a int8"),
        ([ONES, np.float64(ONES)], {}, "float32.* was given a float64"),
        ([ONES, np.array([[b"a", b"b"]], object)], {}, "was given a string"),
        ([ONES, ONES[0]], {}, r"was given a float32\(2,\)|was given a float32"),
        ([ONES], {"inputs": [None, {"worker_index": 1}]}, "a VariableStorage"),
        ([ONES], {"inputs": [None, 5]}, "5 is no input"),
        ([ONES], {"inputs": [None, "iterator"]}, "'iterator' is no input"),
        ([ONES], {"inputs": [None, {"iterator": [1]}]}, "must be a text"),
        ([ONES, ONES], {"function": [1]}, "'function' is .* must be a text"),
    ],
)
def test_inputs_that_do_not_fit_are_refused(
    connection: Connection, arrays: list[Any], body: dict[str, Any], text: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        run(connection, arrays, **body)
    assert run(connection, [ONES, ONES])[0].shape == (2, 2)  # it goes on


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ({"function": "other"}, "was sent no function 'other'"),
        ({"inputs": [None, {"iterator": "it"}]}, "was sent no iterator 'it'"),
    ],
)
def test_what_was_not_sent_is_not_found(
    connection: Connection, body: dict[str, Any], text: str
) -> None:
    with pytest.raises(tf.errors.NotFoundError, match=text):
        run(connection, [ONES], **body)


@pytest.mark.parametrize(
    ("method", "data", "body"),
    [
        ("function", b"\xff\xffno graph", {}),
        ("function", FUNCTION.message, {"inputs": ["nowhere:0"]}),
        ("function", FUNCTION.message, {"inputs": [3]}),
        ("function", FUNCTION.message, {"outputs": ["x:7"]}),
        ("function", FUNCTION.message, {"effects": [None]}),
        ("function", FUNCTION.message, {"function": None}),
        ("dataset", b"\xff\xffno graph", {"iterator": "it"}),
        ("dataset", FUNCTION.message, {"iterator": "it"}),
        ("dataset", b"", {}),
        ("attach", b"", {"link": 3}),
        ("attach", b"", {"link": None}),
        ("run", b"", {}),
        ("run", b"abcd", {"inputs": None}),
        ("forget", b"", {}),
        ("forget", b"", {"names": [[]]}),
        ("no such method", b"", {}),
    ],
)
def test_other_bytes_are_an_answer_and_no_end(
    connection: Connection, method: str, data: bytes, body: dict[str, Any]
) -> None:
    sent = FUNCTION.body if method == "function" else {}
    with pytest.raises(tf.errors.OpError):
        told(connection, method, data, **{**sent, **body})
    assert run(connection, [ONES, ONES])[0].shape == (2, 2)
    assert not connection.is_left


def test_a_later_coordinator_ends_the_former(connection: Connection) -> None:
    told(connection, "attach", link="second")
    with pytest.raises(tf.errors.FailedPreconditionError, match="another coordinator"):
        run(connection, [ONES, ONES])
    with pytest.raises(tf.errors.NotFoundError, match="was sent no function"):
        run(connection, [ONES, ONES], link="second")


def test_a_dataset_for_a_former_coordinator_is_not_begun(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bytes] = []
    monkeypatch.setattr(
        function_desk, "stage_of_message", lambda data, given: begun.append(data)
    )
    with pytest.raises(tf.errors.FailedPreconditionError):
        told(connection, "dataset", b"", link="another", iterator="it")
    assert not begun


def test_a_closed_desk_has_no_clients_of_servers() -> None:
    desk = function_desk._Desk("first")
    former = desk.home("ps", "localhost:1", "s")
    assert desk.home("ps", "localhost:1", "s") is former
    desk.close()
    with pytest.raises(tf.errors.FailedPreconditionError, match="another coordinator"):
        desk.home("ps", "localhost:1", "s")
    with pytest.raises(tf.errors.FailedPreconditionError, match="ps is closed"):
        former.call("read")


def test_what_is_forgotten_is_gone(connection: Connection) -> None:
    told(connection, "forget", names=[FUNCTION.name, "never sent"])
    with pytest.raises(tf.errors.NotFoundError):
        run(connection, [ONES, ONES])
