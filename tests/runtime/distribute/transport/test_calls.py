"""Calls that no client of ours makes: the connection ends, the service goes on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress
from typing import Any

import pytest

from runtime import errors
from runtime.distribute.transport.calls import _SIZES, Connection, Service

LONG = 120.0


def echo(body: dict[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
    return {"got": body}, payload


@pytest.fixture
def serving() -> Iterator[Service]:
    made = Service(0, {"echo": echo})
    yield made
    made.stop()


def packed(head: bytes, size: int = 0, magic: bytes = b"AGds") -> bytes:
    return _SIZES.pack(magic, len(head), size) + head


HOSTILE = {
    "another protocol": b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "a head of gigabytes": _SIZES.pack(b"AGds", 2**32 - 1, 0),
    "no text": packed(b"\xff\xfe{"),
    "no JSON": packed(b"{"),
    "a list": packed(b'["method", "echo"]'),
    "a number": packed(b"7"),
    "deep": packed(b"[" * 100_000),
    "fewer bytes than it says": packed(b'{"method": "echo"}', 2**63),
    "a number of thousands of digits": packed(b'{"n": 1' + b"0" * 9_999 + b"}"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_call_ends_its_connection_alone(
    name: str, serving: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    unhandled: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", unhandled.append)
    with socket.create_connection(("localhost", serving.port), LONG) as client:
        client.settimeout(LONG)
        # it may close while bytes are under way, or before we do
        with suppress(ConnectionError):
            client.sendall(HOSTILE[name])
        with suppress(OSError):
            client.shutdown(socket.SHUT_WR)
        with suppress(ConnectionError):
            assert client.recv(1) == b""
    with closing(Connection(f"localhost:{serving.port}", "service")) as connection:
        assert connection.call("echo", b"abc", n=1) == ({"got": {"n": 1}}, b"abc")
    assert unhandled == []


def test_methods_and_errors_are_named(serving: Service) -> None:
    with (
        closing(Connection(f"localhost:{serving.port}", "service")) as connection,
        pytest.raises(errors.UnimplementedError, match="no such method"),
    ):
        connection.call("nothing")


@pytest.mark.parametrize("kind", ["Any", "annotations", "no such", 7])
def test_an_answer_with_a_kind_that_is_no_error_is_unknown(kind: Any) -> None:
    def lies(body: dict[str, Any], payload: bytes) -> tuple[dict[str, Any], bytes]:
        return {"error": {"kind": kind, "message": "lies"}}, b""

    service = Service(0, {"lie": lies})
    with (
        closing(Connection(f"localhost:{service.port}", "service")) as connection,
        pytest.raises(errors.UnknownError, match="lies"),
    ):
        connection.call("lie")
    service.stop()
