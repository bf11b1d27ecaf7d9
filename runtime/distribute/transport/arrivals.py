"""Meetings of the processes of one host, by numbers in memory that they share.

A meeting over sockets takes two processes some 30 microseconds and several calls of the
system; looking at a number takes none while the other process is about to come.
"""

from __future__ import annotations

import mmap
import os
import platform
import zlib
from collections.abc import Sequence
from itertools import count
from time import perf_counter
from typing import Final

from graphir.errors import DeadlineExceededError
from runtime.distribute.transport.ring import Call, Ring

PLACE: Final = 64
"""Where in its memory a process writes that it has arrived."""

_SPIN_SECONDS: Final = 1e-4
"""How long a process looks without sleeping."""

_SLEEP_SECONDS: Final = 1e-3

_IN_ORDER: Final = platform.machine() in ("x86_64", "AMD64")
"""Whether others see writes in the order in which they were written."""


class Arrivals:
    """The meetings of all processes, each of which writes to memory of its own.

    On processors that may show writes in another order the ring is the meeting.
    """

    def __init__(self, ring: Ring, maps: Sequence[mmap.mmap]) -> None:
        self._ring = ring
        self._words = [memoryview(each)[PLACE : PLACE + 8].cast("q") for each in maps]
        self._numbers = count(1)

    def meet(self, call: Call) -> None:
        """Returns when all processes have come.

        Raises:
          UnavailableError: if a process is gone.
          InvalidArgumentError: if another one is in another collective.
          DeadlineExceededError: if it takes too long.
        """
        if not _IN_ORDER:
            self._ring.barrier(call)
            return
        # a number for the meeting, and one for what is met for, in one write
        mine = next(self._numbers) << 32 | zlib.crc32(call.what.encode())
        self._words[self._ring.rank][0] = mine
        spin_until = perf_counter() + _SPIN_SECONDS
        while not self._have_come(mine):
            if self._differ(mine):
                self._ring.barrier(call)  # tells both what they differ in
            if perf_counter() < spin_until:
                os.sched_yield()
            elif self._ring.has_news(_SLEEP_SECONDS) and not self._have_come(mine):
                self._ring.barrier(call)  # raises what the other end told
            elif call.deadline.is_over():
                raise DeadlineExceededError(
                    f"{call.what}: {self._missing(mine)} did not come within "
                    f"{call.deadline.seconds:g} seconds."
                )

    def _have_come(self, mine: int) -> bool:
        meeting = mine >> 32
        return all(word[0] == mine or word[0] >> 32 > meeting for word in self._words)

    def _differ(self, mine: int) -> bool:
        # each word is read once: between two looks its process may come
        found = [word[0] for word in self._words]
        return any(each != mine and each >> 32 == mine >> 32 for each in found)

    def _missing(self, mine: int) -> str:
        late = [
            str(rank)
            for rank, word in enumerate(self._words)
            if word[0] >> 32 < mine >> 32
        ]
        return f"process {' and '.join(late)}"

    def close(self) -> None:
        """Lets go of the memory."""
        for each in self._words:
            each.release()


__all__ = ["PLACE", "Arrivals"]
