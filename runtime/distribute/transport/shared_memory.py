"""Memory that the processes of one host share, and where they meet.

Each process has three slots, which it writes in turn. Before it overwrites a slot, all
processes have met at the two others, and a process meets only after it has read the
first.
"""

from __future__ import annotations

import json
import mmap
import os
import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import numpy as np

from runtime.distribute.transport.arrivals import PLACE, Arrivals
from runtime.distribute.transport.ring import Array, Call, Ring, blocks

SEGMENT: Final = 2**20
"""Bytes of a slot, and of the segments that large arrays are cut into: what caches hold
is read and written several times while it is there."""

_SLOTS: Final = 3

_TOKEN: Final = 32
_HEAD: Final = 2 * PLACE
"""Bytes before the slots: the token, and where a process tells that it has arrived."""

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class SharedMemory:
    """The slots of all processes, by rank."""

    ring: Ring
    maps: list[mmap.mmap]
    arrivals: Arrivals
    turns: Iterator[int] = field(default_factory=count)
    """The number of each segment, of all collectives: alike in all processes."""

    def _slots(self, dtype: np.dtype[Any], size: int) -> list[Array]:
        start = _HEAD + (next(self.turns) % _SLOTS) * SEGMENT
        return [np.frombuffer(each, dtype, size, start) for each in self.maps]

    def all_reduce(
        self, call: Call, source: Array, result: Array, combine: np.ufunc
    ) -> None:
        """Combines the vectors of all processes by rank.

        ``result`` may be the memory of ``source``. Segments follow each other in steps
        between barriers: while one is handed out, the one before is combined, and the
        one before that is taken.
        """
        kind = _SegmentOfTwo if self.ring.size == 2 else _Segment
        step = SEGMENT // source.itemsize
        parts = [slice(at, at + step) for at in range(0, source.size, step)]
        combining: _Segment | None = None
        taking: _Segment | None = None
        for part in [*parts, *[None] * kind.steps_after]:
            given = None
            if part is not None:
                mine, into = source[part], result[part]
                slots = self._slots(source.dtype, mine.size)
                given = kind(self.ring.rank, mine, into, slots)
                given.hand_out()
            if combining is not None:
                combining.combine(combine)
            if taking is not None:
                taking.take()
            combining, taking = given, combining if kind.steps_after > 1 else None
            if combining is not None or taking is not None:
                self.arrivals.meet(call)

    def broadcast(self, call: Call, flat: Array, root: int) -> None:
        """Overwrites the vector with one process's vector, in place."""
        for segment in _segments(flat):
            slot = self._slots(flat.dtype, segment.size)[root]
            if self.ring.rank == root:
                slot[:] = segment
            self.arrivals.meet(call)
            if self.ring.rank != root:
                segment[:] = slot

    def close(self) -> None:
        """Unmaps the memory, or leaves that to who has views: an error's frames."""
        self.arrivals.close()
        for each in self.maps:
            with suppress(BufferError):
                each.close()


class _Segment:
    """Some elements on their way through the slots of all processes.

    Each process combines a part of them.
    """

    steps_after = 2
    """Steps that follow the handing out."""

    def __init__(
        self, rank: int, source: Array, result: Array, slots: list[Array]
    ) -> None:
        self.rank, self.source, self.result, self.slots = rank, source, result, slots
        self._parts = blocks(source.size, len(slots))

    def hand_out(self) -> None:
        """Writes what other processes combine."""
        for rank, part in enumerate(self._parts):
            if rank != self.rank:
                self.slots[self.rank][part] = self.source[part]

    def combine(self, combine: np.ufunc) -> None:
        """Combines the part of this process, in the order of ranks."""
        mine = self._parts[self.rank]
        values = [each[mine] for each in self.slots]
        target, values[self.rank] = values[self.rank], self.source[mine]
        combine(values[0], values[1], out=target)
        for each in values[2:]:
            combine(target, each, out=target)
        self.result[mine] = target

    def take(self) -> None:
        """Reads what other processes have combined."""
        for rank, part in enumerate(self._parts):
            if rank != self.rank:
                self.result[part] = self.slots[rank][part]


class _SegmentOfTwo(_Segment):
    """Some elements of two processes: both combine all, and need not meet again."""

    steps_after = 1

    def hand_out(self) -> None:
        """Writes all."""
        self.slots[self.rank][:] = self.source

    def combine(self, combine: np.ufunc) -> None:
        """Combines all, in the order of ranks."""
        values = [*self.slots]
        values[self.rank] = self.source
        combine(*values, out=self.result)


def _segments(flat: Array) -> list[Array]:
    step = SEGMENT // flat.itemsize
    return [flat[start : start + step] for start in range(0, flat.size, step)]


def shared_memory(ring: Ring, call: Callable[[str], Call]) -> SharedMemory | None:
    """The memory of all processes; None unless all of them reach it.

    The memory has no name in a file system: the processes open it through the process
    that made it, so it is freed when they end, even if they are killed.
    """
    made = _made()
    told = b"" if made is None else json.dumps(made.place).encode()
    places = ring.gather(call("shared memory"), np.frombuffer(told, np.uint8))
    maps = [_opened(each.tobytes()) for each in places]
    is_ours = np.array(all(each is not None for each in maps))
    answers = ring.gather(call("shared memory"), is_ours)
    if made is not None:
        os.close(made.handle)
    if not all(map(bool, answers)):
        for each in filter(None, maps):
            each.close()
        return None
    found = [each for each in maps if each is not None]
    return SharedMemory(ring, found, Arrivals(ring, found))


@dataclass(frozen=True)
class _Made:
    handle: int
    place: dict[str, Any]


def _made() -> _Made | None:
    if not hasattr(os, "memfd_create") or not _BOOT.exists():
        return None
    handle = os.memfd_create("collectives", os.MFD_CLOEXEC)
    token = secrets.token_hex(_TOKEN // 2)
    os.ftruncate(handle, _HEAD + _SLOTS * SEGMENT)
    os.pwrite(handle, token.encode(), 0)
    place = {
        "boot": _BOOT.read_text(),
        "file": f"/proc/{os.getpid()}/fd/{handle}",
        "token": token,
    }
    return _Made(handle, place)


def _opened(told: bytes) -> mmap.mmap | None:
    """The memory of a process of this host; None for one of another."""
    if not told or not _BOOT.exists():
        return None
    place = json.loads(told)
    if place["boot"] != _BOOT.read_text():
        return None
    try:
        handle = os.open(place["file"], os.O_RDWR)
    except OSError:
        return None  # another user's, or one of another container
    try:
        if os.pread(handle, _TOKEN, 0) != place["token"].encode():
            return None
        return mmap.mmap(handle, _HEAD + _SLOTS * SEGMENT)
    finally:
        os.close(handle)
