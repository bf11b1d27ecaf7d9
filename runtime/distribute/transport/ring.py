"""The ring: each process sends to the next and receives from the previous process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np

from graphir.errors import InvalidArgumentError
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.frames import array_of, raw_bytes, signature
from runtime.distribute.transport.links import (
    Exchange,
    Incoming,
    Link,
    Outgoing,
    is_readable,
)

Array = np.ndarray[Any, Any]

_ADDED_AT_ONCE: Final = 2**18
"""Bytes that have to come before they are added: what a cache holds."""

_PIECE: Final = 2**21
"""Bytes that a broadcast hands on while the next ones come."""


@dataclass(frozen=True)
class Call:
    """One collective call: its number, kind and deadline."""

    number: int
    what: str
    deadline: Deadline

    def expected(self, link: Link) -> Callable[[str], None]:
        """A check that refuses frames of another collective."""

        def check(text: str) -> None:
            if text != self.what:
                raise InvalidArgumentError(
                    f"Collective {self.number} is {self.what} here, but {text} in "
                    f"{link.peer}: all processes must call the same."
                )

        return check


def blocks(size: int, number: int) -> list[slice]:
    """Slices of equal length, but for one element, that make up a whole.

    >>> blocks(5, 2)
    [slice(0, 3, None), slice(3, 5, None)]
    """
    small, more = divmod(size, number)
    ends = [0]
    for each in range(number):
        ends.append(ends[-1] + small + (each < more))
    return [slice(*pair) for pair in pairwise(ends)]


@dataclass(frozen=True)
class Ring:
    """The links to the next process and from the previous one."""

    rank: int
    size: int
    after: Link
    before: Link

    def step(
        self,
        call: Call,
        sent: Array | None,
        into: Array | None,
        arrived: Callable[[int], None] | None = None,
    ) -> None:
        """Sends one array on while another comes; None for nothing."""
        check = call.expected(self.before)

        def accept(text: str) -> memoryview:
            check(text)
            return memoryview(b"") if into is None else raw_bytes(into)

        payload = None if sent is None else raw_bytes(sent)
        Exchange(
            [Outgoing(self.after, call.number, call.what, payload)],
            [Incoming(self.before, call.number, accept, arrived)],
            [self.after],
        ).run(call.deadline, call.what)

    def barrier(self, call: Call) -> None:
        """Returns when all processes have called it."""
        for _ in range(self.size - 1):
            self.step(call, None, None)

    def has_news(self, seconds: float) -> bool:
        """Whether a neighbour has sent something, or ended, within some seconds."""
        return is_readable([self.before, self.after], seconds)

    def all_reduce(self, call: Call, flat: Array, combine: np.ufunc) -> None:
        """Combines the vectors of all processes, in place and in a fixed order.

        The sum of block ``i`` begins with process ``i`` and follows the ring.
        """
        parts = [flat[each] for each in blocks(flat.size, self.size)]
        longest = np.empty_like(parts[0])
        for turn in range(self.size - 1):
            target = parts[(self.rank - turn - 1) % self.size]
            incoming = longest[: target.size]
            adding = _Combining(target, incoming, combine)
            sent = parts[(self.rank - turn) % self.size]
            self.step(call, sent, incoming, adding.arrived)
            adding.finish()
        for turn in range(self.size - 1):
            sent = parts[(self.rank + 1 - turn) % self.size]
            self.step(call, sent, parts[(self.rank - turn) % self.size])

    def gather(self, call: Call, mine: Array) -> list[Array]:
        """The arrays of all processes, by rank; their shapes may differ.

        Raises:
          InvalidArgumentError: if a process calls something else.
        """
        found: list[Any] = [None] * self.size
        found[self.rank] = mine
        for turn in range(self.size - 1):
            sent = found[(self.rank - turn) % self.size]
            coming = _Gathered(call, self.before)
            text = f"{call.what}: {signature(sent)}"
            Exchange(
                [Outgoing(self.after, call.number, text, raw_bytes(sent))],
                [Incoming(self.before, call.number, coming.accept)],
                [self.after],
            ).run(call.deadline, call.what)
            found[(self.rank - turn - 1) % self.size] = coming.array
        return found

    def broadcast(self, call: Call, flat: Array, root: int) -> None:
        """Overwrites the vector with one process's vector, in place."""
        bytes_of_one = max(1, _PIECE // max(1, flat.itemsize))
        pieces = [
            flat[start : start + bytes_of_one]
            for start in range(0, max(1, flat.size), bytes_of_one)
        ]
        place = (self.rank - root) % self.size
        if place == 0:
            for each in pieces:
                self._pass(call, each, None)
            return
        is_last = place == self.size - 1
        held: Array | None = None
        for each in pieces:
            self._pass(call, None if is_last else held, each)
            held = each
        if not is_last:
            self._pass(call, held, None)

    def _pass(self, call: Call, sent: Array | None, into: Array | None) -> None:
        check = call.expected(self.before)

        def accept(text: str) -> memoryview:
            check(text)
            return raw_bytes(np.empty(0) if into is None else into)

        sends: Sequence[Outgoing] = ()
        awaits: Sequence[Incoming] = ()
        if sent is not None:
            sends = [Outgoing(self.after, call.number, call.what, raw_bytes(sent))]
        if into is not None:
            awaits = [Incoming(self.before, call.number, accept)]
        Exchange(sends, awaits, [self.after]).run(call.deadline, call.what)


class _Combining:
    """Adds what comes to what is here, while more comes."""

    def __init__(self, target: Array, incoming: Array, combine: np.ufunc) -> None:
        self._target, self._incoming = target, incoming
        self._combine = combine
        self._done = 0

    def arrived(self, size: int) -> None:
        """Combines the elements received so far; ``size`` is their number of bytes."""
        whole = size // self._target.itemsize
        if (whole - self._done) * self._target.itemsize >= _ADDED_AT_ONCE:
            self._to(whole)

    def finish(self) -> None:
        """Combines the remaining elements."""
        self._to(self._target.size)

    def _to(self, end: int) -> None:
        part = self._target[self._done : end]
        self._combine(part, self._incoming[self._done : end], out=part)
        self._done = end


class _Gathered:
    """The array of another process, which its frame describes."""

    def __init__(self, call: Call, link: Link) -> None:
        self._call, self._check = call, call.expected(link)
        self.array: Any = None

    def accept(self, text: str) -> memoryview:
        """Makes room for the array that a text describes."""
        what, _, signed = text.rpartition(": ")
        self._check(what or text)
        self.array = array_of(signed)
        return raw_bytes(self.array)
