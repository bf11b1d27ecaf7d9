"""Meetings by numbers in shared memory, and what ends the waiting for one."""

from __future__ import annotations

import mmap
import time
import zlib
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from graphir.errors import DeadlineExceededError
from runtime.distribute.transport import arrivals as module
from runtime.distribute.transport.arrivals import Arrivals
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.ring import Call


class NewsError(Exception):
    """What the ring raises here."""


class Ring:
    """A ring whose barrier raises: only trouble may go there."""

    size = 2

    def __init__(self, rank: int, has_news: bool = False) -> None:
        self.rank, self._has_news = rank, has_news

    def has_news(self, seconds: float) -> bool:
        time.sleep(seconds)
        return self._has_news

    def barrier(self, call: Call) -> None:
        raise NewsError(call.what)


def pair(second: Any = None) -> list[Arrivals]:
    maps = [mmap.mmap(-1, 4096) for _ in range(2)]
    rings: list[Any] = [Ring(0), second or Ring(1)]
    return [Arrivals(ring, maps) for ring in rings]


def call(what: str, seconds: float = 60.0) -> Call:
    return Call(1, what, Deadline(seconds))


class Coming:
    """The word of a process that comes between any two looks at it."""

    def __init__(self, *found: int) -> None:
        self._found = list(found)

    def __getitem__(self, place: int) -> int:
        return self._found.pop(0) if len(self._found) > 1 else self._found[0]

    def __setitem__(self, place: int, number: int) -> None:
        raise AssertionError("another process's word")


@pytest.mark.parametrize("late", range(1, 6))
def test_who_comes_between_two_looks_is_not_in_another_collective(late: int) -> None:
    first = pair()[0]
    words: list[Any] = first._words
    mine = 1 << 32 | zlib.crc32(b"sum")
    words[1] = Coming(*[0] * late, mine)
    first.meet(call("sum"))


def test_nobody_leaves_before_all_have_come() -> None:
    come = [0, 0]

    def work(rank: int, arrivals: Arrivals) -> None:
        for turn in range(1, 200):
            if turn % 50 == rank:
                time.sleep(0.01)  # longer than another one looks without sleeping
            come[rank] = turn
            arrivals.meet(call("sum"))
            assert come[1 - rank] in (turn, turn + 1)

    with ThreadPoolExecutor(2) as pool:
        for each in [pool.submit(work, *pair) for pair in enumerate(pair())]:
            each.result()


def test_who_meets_for_something_else_is_told_by_the_ring() -> None:
    first, second = pair()
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(first.meet, call("sum"))
        with pytest.raises(NewsError, match="product"):
            second.meet(call("product"))
        with pytest.raises(NewsError, match="sum"):
            other.result()


def test_news_of_a_neighbour_are_read_while_it_does_not_come() -> None:
    _, second = pair(Ring(1, has_news=True))
    with pytest.raises(NewsError):
        second.meet(call("sum"))


def test_who_waits_too_long_names_who_is_missing() -> None:
    _, second = pair()
    with pytest.raises(DeadlineExceededError, match="process 0 did not come"):
        second.meet(call("sum", 0.05))


def test_without_an_order_of_writes_the_ring_is_the_meeting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_IN_ORDER", False)
    with pytest.raises(NewsError):
        pair()[0].meet(call("sum"))


def test_memory_is_let_go() -> None:
    maps = [mmap.mmap(-1, 4096) for _ in range(2)]
    ring: Any = Ring(0)
    arrivals = Arrivals(ring, maps)
    with pytest.raises(BufferError):
        maps[0].close()
    arrivals.close()
    maps[0].close()
