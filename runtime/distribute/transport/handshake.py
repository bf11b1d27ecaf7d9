"""The handshake: processes find each other, and see that they belong together."""

from __future__ import annotations

import errno
import json
import select
import socket
import struct
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from graphir.errors import (
    DeadlineExceededError,
    FailedPreconditionError,
    InvalidArgumentError,
    UnavailableError,
)
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.links import Link, peer_address, received_exactly

_GREETING: Final = struct.Struct("!4sI")
_MAGIC: Final = b"AGhi"
_LONGEST: Final = 2**20

_FIRST_PAUSE: Final = 0.02
_LONGEST_PAUSE: Final = 0.5
_GREETING_SECONDS: Final = 30.0

Links = dict[tuple[str, int], Link]


@dataclass(frozen=True)
class Membership:
    """Which process of which group this is.

    >>> Membership("train", ("a:1", "b:1"), 1).name(0)
    'worker 0 (a:1)'
    """

    group: str
    """What all processes of a group name alike, as a job or a run."""
    addresses: tuple[str, ...]
    """Where each process listens, by rank, as ``host:port``."""
    rank: int
    version: str = ""
    """The version of the package: one for the whole group."""
    titles: tuple[str, ...] = ()
    """What each process is called in messages; ``worker 0`` and on by default."""

    @property
    def size(self) -> int:
        """The number of processes in the group."""
        return len(self.addresses)

    def name(self, rank: int) -> str:
        """The name of a process in messages."""
        title = self.titles[rank] if self.titles else f"worker {rank}"
        return f"{title} ({self.addresses[rank]})"

    def check(self) -> None:
        """Refuses a group that cannot be.

        Raises:
          InvalidArgumentError: for a rank that has no address, one address twice, or
            what is no address.
        """
        if not 0 <= self.rank < self.size:
            raise InvalidArgumentError(
                f"TF_CONFIG names {self.size} workers, and this one has the number "
                f"{self.rank}: numbers go from 0 to {self.size - 1}."
            )
        if len(set(self.addresses)) != self.size:
            raise InvalidArgumentError(
                f"TF_CONFIG has an address twice: {', '.join(self.addresses)}."
            )
        for each in self.addresses:
            peer_address(each)


@dataclass
class Meeting:
    """Links between processes while they are being made."""

    membership: Membership
    outgoing: Sequence[tuple[str, int]]
    """The kind of each link that this process opens, and to which rank."""
    incoming: Sequence[tuple[str, int]]
    """The kind of each link that others open, and which rank does."""
    _answered: set[tuple[str, int]] = field(default_factory=set)

    def links(self, seconds: float | None) -> tuple[Links, Links]:
        """The links that were opened and accepted, by kind and rank of the other end.

        Raises:
          DeadlineExceededError: if a process does not come in time.
          FailedPreconditionError: if one has another version or another cluster.
          InvalidArgumentError: if this process cannot listen where it should.
        """
        self.membership.check()
        deadline = Deadline(seconds)
        opened: dict[tuple[str, int], socket.socket] = {}
        accepted: dict[tuple[str, int], socket.socket] = {}
        listening = listener(self.membership.addresses[self.membership.rank])
        try:
            for kind, rank in self.outgoing:
                opened[kind, rank] = self._open(kind, rank, deadline)
            self._accept_all(listening, accepted, opened, deadline)
            for key, each in opened.items():
                self._read_answer(each, key, deadline)
        except BaseException:
            for each in (*opened.values(), *accepted.values()):
                each.close()
            raise
        finally:
            listening.close()
        return self._named(opened), self._named(accepted)

    def _named(self, found: dict[tuple[str, int], socket.socket]) -> Links:
        name = self.membership.name
        return {key: Link(each, name(key[1])) for key, each in found.items()}

    def _greeting(self, kind: str, rank: int) -> dict[str, Any]:
        mine = self.membership
        return {
            "group": mine.group,
            "version": mine.version,
            "addresses": list(mine.addresses),
            "byteorder": sys.byteorder,
            "kind": kind,
            "from": mine.rank,
            "to": rank,
        }

    def _open(self, kind: str, rank: int, deadline: Deadline) -> socket.socket:
        connected = _connected(self.membership, rank, deadline)
        connected.settimeout(deadline.remaining())
        try:
            _send(connected, self._greeting(kind, rank))
        except OSError as error:
            connected.close()
            raise UnavailableError(
                f"{self.membership.name(rank)} closed its connection while the group "
                f"was formed ({error})."
            ) from error
        return connected

    def _accept_all(
        self,
        listening: socket.socket,
        accepted: dict[tuple[str, int], socket.socket],
        opened: dict[tuple[str, int], socket.socket],
        deadline: Deadline,
    ) -> None:
        """Accepts what is awaited, and hears meanwhile whether a process refuses."""
        while len(accepted) < len(self.incoming):
            asked = {
                each.fileno(): key
                for key, each in opened.items()
                if key not in self._answered
            }
            ready = _ready([listening.fileno(), *asked], deadline)
            if not ready:
                missing = sorted(
                    {rank for key, rank in self.incoming}
                    - {rank for key, rank in accepted}
                )
                raise _too_late(self.membership, missing, deadline)
            for place in ready:
                if place in asked:
                    self._read_answer(opened[asked[place]], asked[place], deadline)
            if listening.fileno() in ready:
                self._accept(listening, accepted)

    def _accept(
        self,
        listening: socket.socket,
        accepted: dict[tuple[str, int], socket.socket],
    ) -> None:
        connected, _ = listening.accept()
        connected.settimeout(_GREETING_SECONDS)
        try:
            told = _receive(connected)
        except (OSError, ValueError):
            connected.close()  # no process of ours: a probe of the port, for one
            return
        problem = self._problem(told, accepted)
        if problem is not None:
            _answer(connected, problem)
            connected.close()
            raise FailedPreconditionError(problem)
        accepted[told["kind"], told["from"]] = connected
        _answer(connected, "")

    def _problem(self, told: dict[str, Any], accepted: Any) -> str | None:
        mine = self.membership
        who = f"{mine.name(mine.rank)} and the process that calls itself worker "
        who += f"{told.get('from')} "
        for key, value in (
            ("version", mine.version),
            ("group", mine.group),
            ("addresses", list(mine.addresses)),
            ("byteorder", sys.byteorder),
        ):
            if told.get(key) != value:
                return (
                    f"{who}do not belong together: {key} is {value!r} here, and "
                    f"{told.get(key)!r} there."
                )
        link = (str(told.get("kind")), int(told.get("from", -1)))
        if told.get("to") != mine.rank or link not in self.incoming or link in accepted:
            return (
                f"{who}disagree on their places: it wants to reach worker "
                f"{told.get('to')}. Is a number in TF_CONFIG given twice?"
            )
        return None

    def _read_answer(
        self, opened: socket.socket, key: tuple[str, int], deadline: Deadline
    ) -> None:
        if key in self._answered:
            return
        self._answered.add(key)
        rank = key[1]
        opened.settimeout(deadline.remaining())
        try:
            told = _receive(opened)
        except TimeoutError as error:
            raise _too_late(self.membership, [rank], deadline) from error
        except (OSError, ValueError) as error:
            raise UnavailableError(
                f"{self.membership.name(rank)} closed its connection while the group "
                f"was formed ({error})."
            ) from error
        if told.get("problem"):
            raise FailedPreconditionError(told["problem"])


def listener(address: str) -> socket.socket:
    """A socket that listens at an address.

    Raises:
      InvalidArgumentError: if the port is in use, or the address is another host's.
    """
    host, port = peer_address(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    problems = []
    # behind a translation of addresses the host's own name is not one of its own
    for name in dict.fromkeys((host, "")):
        try:
            return socket.create_server((name, port), family=family, backlog=128)
        except OSError as error:
            problems.append(error)
            if error.errno == errno.EADDRINUSE:
                break
    raise InvalidArgumentError(
        f"Cannot listen at {address}, where TF_CONFIG places this process: "
        f"{problems[-1].strerror or problems[-1]}."
    )


def _connected(mine: Membership, rank: int, deadline: Deadline) -> socket.socket:
    pause = _FIRST_PAUSE
    place = peer_address(mine.addresses[rank])
    while True:
        try:
            found = socket.create_connection(place, timeout=deadline.remaining() or 5.0)
            if found.getsockname() != found.getpeername():
                return found
            # where nobody listens yet, the system may connect a socket to itself
            found.close()
        except OSError as error:
            if deadline.is_over():
                raise _too_late(mine, [rank], deadline, error) from error
        left = deadline.remaining()
        time.sleep(pause if left is None else min(pause, left))
        pause = min(2 * pause, _LONGEST_PAUSE)


def _too_late(
    mine: Membership,
    ranks: Sequence[int],
    deadline: Deadline,
    error: OSError | None = None,
) -> DeadlineExceededError:
    names = " and ".join(map(mine.name, ranks))
    reason = "" if error is None else f" ({error.strerror or error})"
    return DeadlineExceededError(
        f"{names} did not join within {deadline.seconds or 0:g} seconds{reason}. "
        "Does it run, "
        f"and is its TF_CONFIG the same but for the task? This process is "
        f"{mine.name(mine.rank)}."
    )


def _ready(places: Sequence[int], deadline: Deadline) -> set[int]:
    waiting = select.poll()
    for place in places:
        waiting.register(place, select.POLLIN)
    left = deadline.remaining()
    return {place for place, _ in waiting.poll(None if left is None else left * 1000)}


def _send(connected: socket.socket, value: dict[str, Any]) -> None:
    packed = json.dumps(value).encode()
    connected.sendall(_GREETING.pack(_MAGIC, len(packed)) + packed)


def _answer(connected: socket.socket, problem: str) -> None:
    try:
        _send(connected, {"problem": problem})
    except OSError:
        return  # it has left: the first exchange with it will say so


def _receive(connected: socket.socket) -> dict[str, Any]:
    head = received_exactly(connected, _GREETING.size)
    if len(head) < _GREETING.size:
        raise ConnectionError("it ended")
    magic, size = _GREETING.unpack(head)
    if magic != _MAGIC or size > _LONGEST:
        raise ValueError("it is no process of this package")
    value = json.loads(received_exactly(connected, size))
    if not isinstance(value, dict):
        raise ValueError("it is no process of this package")
    return value
