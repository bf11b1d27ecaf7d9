"""Links: connected sockets, and the exchange of frames over two of them."""

from __future__ import annotations

import select
import socket
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from graphir.errors import (
    DataLossError,
    DeadlineExceededError,
    InvalidArgumentError,
    UnavailableError,
)
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.frames import (
    ABORT,
    DATA,
    HEAD,
    packed_head,
    read_head,
)

_REASON_WAIT: Final = 1.0
"""Seconds that a process whose neighbour left waits to be told why."""

_LAST_PORT: Final = 2**16 - 1

_KEEPALIVE: Final = {"TCP_KEEPIDLE": 10, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 4}


class EndedError(UnavailableError):
    """The other end of a link is gone without a reason."""


def keep_alive(connected: socket.socket) -> None:
    """Lets a socket see within half a minute that the other end's machine is gone."""
    connected.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE.items():
        if hasattr(socket, name):
            connected.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


class Link:
    """A connected socket, and the name of the process at its other end."""

    def __init__(self, connected: socket.socket, peer: str) -> None:
        connected.setblocking(False)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        keep_alive(connected)
        self.socket: Final = connected
        self.peer: Final = peer
        self.is_ended = False
        """Whether the other end was seen to send no more."""

    def abort(self, number: int, reason: str) -> None:
        """Sends the reason of a failure to the other end, if the socket accepts it."""
        try:
            self.socket.send(packed_head(ABORT, number, reason.encode(), 0))
        except OSError:
            return  # the other end is gone, or reads nothing: it will see the end

    def end(self) -> None:
        """Ends sending but not receiving, so that nothing that was sent is lost."""
        try:
            self.socket.shutdown(socket.SHUT_WR)
        except OSError:
            return  # the connection has ended already

    def close(self) -> None:
        """Closes the socket."""
        self.socket.close()

    def lost(self, error: OSError | None = None) -> EndedError:
        """The error to raise when the other end is gone."""
        detail = "" if error is None else f" ({error.strerror or error})"
        return EndedError(
            f"{self.peer} closed its connection{detail}: its process ended or failed. "
            "Start all workers again, from the last checkpoint."
        )


Accept = Callable[[str], memoryview]
"""Where the payload of a frame goes, given the text of the frame."""


class Outgoing:
    """A frame on its way out."""

    def __init__(
        self, link: Link, number: int, text: str, payload: memoryview | None = None
    ) -> None:
        size = 0 if payload is None else payload.nbytes
        head = packed_head(DATA, number, text.encode(), size)
        self.link = link
        self._parts = [memoryview(head)]
        if payload is not None and size:
            self._parts.append(payload)

    @property
    def is_done(self) -> bool:
        """Whether the socket has accepted all of the bytes."""
        return not self._parts

    def advance(self) -> bool:
        """Sends as many bytes as the socket accepts; returns whether it sent any."""
        try:
            sent = self.link.socket.sendmsg(self._parts)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError as error:
            raise self.link.lost(error) from error
        while self._parts and sent >= self._parts[0].nbytes:
            sent -= self._parts.pop(0).nbytes
        if sent:
            self._parts[0] = self._parts[0][sent:]
        return True


class Incoming:
    """A frame to be received: its text determines the array for its payload."""

    def __init__(
        self,
        link: Link,
        number: int,
        accept: Accept,
        arrived: Callable[[int], None] | None = None,
    ) -> None:
        self.link = link
        self.is_done = False
        self._number, self._accept, self._arrived = number, accept, arrived
        self._head = bytearray(HEAD.size)
        self._text = bytearray()
        self._kind, self._size = DATA, 0
        self._view = memoryview(self._head)
        self._next: Callable[[], None] = self._take_head

    def advance(self) -> bool:
        """Receives the available bytes; returns whether there were any.

        Raises:
          UnavailableError: if the other end is gone, or reports that it failed.
        """
        try:
            count = self.link.socket.recv_into(self._view)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError as error:
            raise self.link.lost(error) from error
        if not count:
            raise self.link.lost()
        self._view = self._view[count:]
        if self._arrived is not None and self._next == self._finish:
            self._arrived(self._size - self._view.nbytes)
        while not self._view.nbytes and not self.is_done:
            self._next()
        return True

    def _take_head(self) -> None:
        head = read_head(self._head)
        self._kind, self._size = head.kind, head.payload_size
        if self._kind == DATA and head.number != self._number:
            raise InvalidArgumentError(
                f"{self.link.peer} is at collective {head.number}, this process at "
                f"{self._number}: all must call the same collectives in one order."
            )
        self._text = bytearray(head.text_size)
        self._view, self._next = memoryview(self._text), self._take_text

    def _take_text(self) -> None:
        text = self._text.decode("utf-8", "replace")
        if self._kind == ABORT:
            raise UnavailableError(text)
        self._view = self._accept(text)
        if self._view.nbytes != self._size:
            raise DataLossError(
                f"{self.link.peer} sends {self._size} bytes where "
                f"{self._view.nbytes} are awaited."
            )
        self._next = self._finish

    def _finish(self) -> None:
        self.is_done = True


class Exchange(NamedTuple):
    """A simultaneous send and receive; other links are watched for failures only."""

    sends: Sequence[Outgoing]
    awaits: Sequence[Incoming]
    watched: Sequence[Link] = ()

    def run(self, deadline: Deadline, what: str) -> None:
        """Sends and receives until all is done.

        Raises:
          UnavailableError: if a process is gone.
          DeadlineExceededError: if it takes too long.
        """
        try:
            self._run(deadline, what)
        except EndedError as error:
            raise UnavailableError(self._reason() or str(error)) from error

    def _run(self, deadline: Deadline, what: str) -> None:
        while True:
            sending = [each for each in self.sends if not each.is_done]
            awaiting = [each for each in self.awaits if not each.is_done]
            if not sending and not awaiting:
                return
            has_moved = False
            for going in sending:
                has_moved = going.advance() or has_moved
            for coming in awaiting:
                has_moved = coming.advance() or has_moved
            if not has_moved:
                self._wait(sending, awaiting, deadline, what)

    def _wait(
        self,
        sending: Sequence[Outgoing],
        awaiting: Sequence[Incoming],
        deadline: Deadline,
        what: str,
    ) -> None:
        events: dict[int, int] = {}
        watched = [each for each in self.watched if not each.is_ended]
        for link in watched:
            events[link.socket.fileno()] = select.POLLIN
        for coming in awaiting:
            events[coming.link.socket.fileno()] = select.POLLIN
        for going in sending:
            place = going.link.socket.fileno()
            events[place] = events.get(place, 0) | select.POLLOUT
        found = _polled(events, deadline.remaining())
        if not found and deadline.is_over():
            links = [each.link for each in sending] + [each.link for each in awaiting]
            peers = sorted({each.peer for each in links})
            raise DeadlineExceededError(
                f"{what}: no progress with {' and '.join(peers)} within "
                f"{deadline.seconds:g} seconds."
            )
        for link in watched:
            if found.get(link.socket.fileno(), 0) & ~select.POLLOUT:
                _listen(link)

    def _reason(self) -> str | None:
        """Why the exchange failed, as far as a watched neighbour knows more."""
        for link in self.watched:
            try:
                _listen(link)
            except UnavailableError as error:
                return str(error)
            if link.is_ended:
                return str(link.lost())
        return None


def _polled(events: dict[int, int], seconds: float | None) -> dict[int, int]:
    waiting = select.poll()
    for place, wanted in events.items():
        waiting.register(place, wanted)
    return dict(waiting.poll(None if seconds is None else seconds * 1000))


def is_readable(links: Sequence[Link], seconds: float) -> bool:
    """Whether one of some links has bytes or has ended, within some seconds."""
    return bool(
        _polled({each.socket.fileno(): select.POLLIN for each in links}, seconds)
    )


def _listen(link: Link) -> None:
    """Reads why the other end fails; notes it if that only ended.

    An end alone is no failure: who has done its part of the last collective may leave.
    """
    coming = Incoming(link, -1, _nothing)
    deadline = Deadline(_REASON_WAIT)
    while not link.is_ended:
        if not _polled({link.socket.fileno(): select.POLLIN}, deadline.remaining()):
            return
        try:
            coming.advance()
        except EndedError:
            link.is_ended = True


def _nothing(text: str) -> memoryview:
    return memoryview(b"")


def received_exactly(source: socket.socket, size: int) -> bytes:
    """``size`` bytes of a blocking socket; fewer if it ends before.

    Raises:
      OSError: if the socket fails or its timeout passes.
    """
    parts: list[bytes] = []
    while size:
        part = source.recv(min(size, 65536))
        if not part:
            break
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def peer_address(name: str) -> tuple[str, int]:
    """Host and port of an address.

    >>> peer_address("[::1]:80"), peer_address("grpc://host:1")
    (('::1', 80), ('host', 1))

    Raises:
      InvalidArgumentError: if it has no port, or one that no host has.
    """
    host, colon, port = name.rpartition("://")[2].rpartition(":")
    if not colon or not port.isdigit():
        raise InvalidArgumentError(
            f"{name!r} is no address: the tasks of TF_CONFIG are written 'host:port'."
        )
    if int(port) > _LAST_PORT:
        raise InvalidArgumentError(
            f"{name!r} is no address: ports go up to {_LAST_PORT}."
        )
    return host.removeprefix("[").removesuffix("]"), int(port)
