"""Calls over TCP: a request and its reply each are a JSON head and bytes."""

from __future__ import annotations

import json
import socket
import struct
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from runtime import errors
from runtime.distribute.transport.links import (
    keep_alive,
    peer_address,
    received_exactly,
)

_SIZES: Final = struct.Struct("!4sIQ")
_MAGIC: Final = b"AGds"
_LONGEST_HEAD: Final = 2**24
_LARGE: Final = 2**20

FAILURES: Final = (
    errors.OpError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    LookupError,
    MemoryError,
    OSError,
    RuntimeError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a pipeline or a call may raise, and its reader is told."""

Answer = tuple[dict[str, Any], bytes]
Handler = Callable[[dict[str, Any], bytes], Answer]


class ConnectionLostError(errors.UnavailableError):
    """The service is gone, or was not reached."""


class Connection:
    """A connection to a service; calls of several threads go one after the other."""

    def __init__(self, address: str, name: str) -> None:
        self.address, self._name = address, name
        self._lock = threading.Lock()
        try:
            self._socket = socket.create_connection(peer_address(address), 60.0)
        except OSError as error:
            raise ConnectionLostError(
                f"No {name} answers at {address}: {error}."
            ) from error
        self._socket.settimeout(None)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        keep_alive(self._socket)
        self._is_left = False

    @property
    def is_left(self) -> bool:
        """Whether a call was left in its middle, so that no other is possible.

        The service went, or the caller was interrupted: what came next would be the
        answer to that call.
        """
        return self._is_left

    def call(self, method: str, payload: bytes = b"", **body: Any) -> Answer:
        """Sends a request to the service and returns its answer.

        Raises:
          ConnectionLostError: if the service is gone.
          InvalidArgumentError: if the head is too long for a service.
          OpError: the error that the service raised.
        """
        begin = _begin_of({"method": method, **body}, payload)
        try:
            with self._lock:
                found = self._exchanged(begin, payload)
        except (OSError, ValueError) as error:
            raise ConnectionLostError(
                f"The {self._name} at {self.address} is gone: {error}."
            ) from error
        if found is None:
            raise ConnectionLostError(f"The {self._name} at {self.address} is gone.")
        told = found[0].get("error")
        if told is not None:
            raise _error_of(str(told["kind"]))(
                f"The {self._name} at {self.address}: {told['message']}"
            )
        return found

    def _exchanged(self, begin: bytes, payload: bytes) -> Answer | None:
        if self._is_left:
            raise OSError("an earlier call was left in its middle")
        found = None
        try:
            _send(self._socket, begin, payload)
            found = _receive(self._socket)
        finally:
            if found is None:
                self._is_left = True
                _close(self._socket)
        return found

    def close(self) -> None:
        """Closes the connection; a call that waits for its answer fails."""
        _close(self._socket)

    def __del__(self) -> None:
        connected = getattr(self, "_socket", None)  # none if nobody answered
        if connected is not None:
            connected.close()


class Service:
    """A server of calls: one thread accepts connections, others serve them."""

    def __init__(self, port: int, handlers: Mapping[str, Handler]) -> None:
        self._handlers = handlers
        self._listening = socket.create_server(("", port))
        self._served: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._accept, name="service", daemon=True).start()

    @property
    def port(self) -> int:
        """The port that it listens at."""
        found: int = self._listening.getsockname()[1]
        return found

    def join(self) -> None:
        """Waits until the server is stopped."""
        self._ended.wait()

    def stop(self) -> None:
        """Closes all connections."""
        self._ended.set()
        for each in (self._listening, *self._connections()):
            _close(each)

    def _connections(self) -> list[socket.socket]:
        with self._lock:
            return list(self._served)

    def _accept(self) -> None:
        while not self._ended.is_set():
            try:
                connected, _ = self._listening.accept()
            except OSError:
                return  # it was stopped
            connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            keep_alive(connected)
            with self._lock:
                self._served.add(connected)
            args = (connected,)
            threading.Thread(target=self._serve, args=args, daemon=True).start()

    def _serve(self, connected: socket.socket) -> None:
        try:
            while (asked := _receive(connected)) is not None:
                body, payload = self._answer(*asked)
                _send(connected, _begin_of(body, payload), payload)
        except (OSError, ValueError, errors.InvalidArgumentError):
            return  # the client is gone, or was none of ours
        finally:
            with self._lock:
                self._served.discard(connected)
            connected.close()

    def _answer(self, body: dict[str, Any], payload: bytes) -> Answer:
        handler = self._handlers.get(str(body.pop("method", None)))
        try:
            if handler is None:
                raise errors.UnimplementedError("It has no such method.")
            return handler(body, payload)
        except FAILURES as error:
            kind = _public_kind(type(error))
            return {"error": {"kind": kind, "message": str(error)}}, b""


def _close(open_socket: socket.socket) -> None:
    with suppress(OSError):  # the other end may have closed it
        open_socket.shutdown(socket.SHUT_RDWR)
    open_socket.close()


def _begin_of(body: Mapping[str, Any], payload: bytes) -> bytes:
    head = json.dumps(body).encode()
    if len(head) > _LONGEST_HEAD:
        # the other end would hang up, which looks like its loss
        raise errors.InvalidArgumentError(
            f"A call takes a head of at most {_LONGEST_HEAD} bytes, not {len(head)}."
        )
    return _SIZES.pack(_MAGIC, len(head), len(payload)) + head


def _send(connected: socket.socket, begin: bytes, payload: bytes) -> None:
    if len(payload) <= _LARGE:
        connected.sendall(begin + payload)
    else:
        connected.sendall(begin)
        connected.sendall(payload)


def _receive(connected: socket.socket) -> Answer | None:
    """What comes next; None at the end."""
    packed = received_exactly(connected, _SIZES.size)
    if len(packed) < _SIZES.size:
        return None
    magic, head_size, size = _SIZES.unpack(packed)
    if magic != _MAGIC or head_size > _LONGEST_HEAD:
        raise ValueError("the message is no call of the data service")
    head = received_exactly(connected, head_size)
    payload = _received_whole(connected, size)
    if len(head) < head_size or len(payload) < size:
        return None
    return _body(head), payload


def _received_whole(connected: socket.socket, size: int) -> bytes:
    """A payload; without copies where it is large."""
    if size <= _LARGE:
        return received_exactly(connected, size)
    # what is not sent is not made room for
    parts: list[bytes | bytearray] = []
    left = size
    while left:
        part = bytearray(min(left, _LARGE))
        view = memoryview(part)
        while view.nbytes:
            count = connected.recv_into(view)
            if not count:
                return b"".join(parts)
            view = view[count:]
        left -= len(part)
        parts.append(part)
    return b"".join(parts)


def _body(head: bytes) -> dict[str, Any]:
    try:
        found = json.loads(head)
    except RecursionError as error:
        raise ValueError("a head of too many levels") from error
    if not isinstance(found, dict):
        raise ValueError(f"a head that is no object: {str(found)[:80]}")
    return found


def _public_kind(kind: type[BaseException]) -> str:
    """The name of the public class that an error is of."""
    public = (each.__name__ for each in kind.__mro__ if each in _PUBLIC)
    return next(public, kind.__name__)


_PUBLIC: Final = frozenset(
    each for each in vars(errors).values() if isinstance(each, type)
)


def _error_of(kind: str) -> type[errors.OpError]:
    """The class of that name; what is none of ours is unknown."""
    found = getattr(errors, kind, None)
    if isinstance(found, type) and issubclass(found, errors.OpError):
        return found
    return errors.UnknownError
