"""Memory that the processes of one host share, with the ring as their signal.

Each process has two slots, which it writes in turn. Before it overwrites a slot, all
processes have met at the other slot, and a process meets only after it has read the
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

from runtime.distribute.transport.ring import Array, Call, Ring, blocks

SLOT: Final = 2**23
"""Bytes of a slot, and of the segments that large arrays are cut into."""

_TOKEN: Final = 32
_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class SharedMemory:
    """The slots of all processes, by rank."""

    ring: Ring
    maps: list[mmap.mmap]
    turns: Iterator[int] = field(default_factory=count)
    """The number of each segment, of all collectives: alike in all processes."""

    def _slots(self, dtype: np.dtype[Any], size: int) -> list[Array]:
        start = _TOKEN + (next(self.turns) % 2) * SLOT
        return [np.frombuffer(each, dtype, size, start) for each in self.maps]

    def all_reduce(self, call: Call, flat: Array, combine: np.ufunc) -> None:
        """Combines the vectors of all processes, in place and by rank."""
        rank = self.ring.rank
        for segment in _segments(flat):
            slots = self._slots(flat.dtype, segment.size)
            parts = blocks(segment.size, self.ring.size)
            for number, part in enumerate(parts):
                if number != rank:  # the part of this process only it reads
                    slots[rank][part] = segment[part]
            self.ring.barrier(call)
            mine = segment[parts[rank]]
            others = [each[parts[rank]] for each in slots]
            others[rank] = mine.copy() if rank else mine
            combine(others[0], others[1], out=mine)
            for each in others[2:]:
                combine(mine, each, out=mine)
            slots[rank][parts[rank]] = mine
            self.ring.barrier(call)
            for number, part in enumerate(parts):
                if number != rank:
                    segment[part] = slots[number][part]

    def broadcast(self, call: Call, flat: Array, root: int) -> None:
        """Overwrites the vector with one process's vector, in place."""
        for segment in _segments(flat):
            slot = self._slots(flat.dtype, segment.size)[root]
            if self.ring.rank == root:
                slot[:] = segment
            self.ring.barrier(call)
            if self.ring.rank != root:
                segment[:] = slot

    def close(self) -> None:
        """Unmaps the memory, or leaves that to who has views: an error's frames."""
        for each in self.maps:
            with suppress(BufferError):
                each.close()


def _segments(flat: Array) -> list[Array]:
    step = SLOT // flat.itemsize
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
    return SharedMemory(ring, [each for each in maps if each is not None])


@dataclass(frozen=True)
class _Made:
    handle: int
    place: dict[str, Any]


def _made() -> _Made | None:
    if not hasattr(os, "memfd_create") or not _BOOT.exists():
        return None
    handle = os.memfd_create("collectives", os.MFD_CLOEXEC)
    token = secrets.token_hex(_TOKEN // 2)
    os.ftruncate(handle, _TOKEN + 2 * SLOT)
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
        return mmap.mmap(handle, _TOKEN + 2 * SLOT)
    finally:
        os.close(handle)
