"""Memory that processes of one host share, written in turns."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from runtime.distribute.transport import shared_memory as module
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.ring import Call
from runtime.distribute.transport.shared_memory import shared_memory


class Meeting:
    """Rings of threads in place of processes: they meet at a barrier."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.items: list[Any] = [None] * size
        self.met = threading.Barrier(size, timeout=60)

    def ring(self, rank: int) -> Any:
        meeting = self

        class Ring:
            """One thread's part."""

            size = meeting.size

            def barrier(self, call: Any) -> None:
                meeting.met.wait()

            def has_news(self, seconds: float) -> bool:
                time.sleep(seconds)
                return False

            def gather(self, call: Any, mine: Any) -> list[Any]:
                meeting.items[rank] = mine
                meeting.met.wait()
                found = list(meeting.items)
                meeting.met.wait()
                return found

        made = Ring()
        made.rank = rank  # type: ignore[attr-defined]
        return made


def call_of(what: str) -> Call:
    return Call(1, what, Deadline(60.0))


def each_of(size: int, work: Any) -> list[Any]:
    meeting = Meeting(size)

    def run(rank: int) -> Any:
        memory = shared_memory(meeting.ring(rank), lambda name: call_of(name))  # type: ignore[arg-type, return-value]
        try:
            return work(rank, memory)
        finally:
            if memory is not None:
                memory.close()

    with ThreadPoolExecutor(size) as pool:
        return list(pool.map(run, range(size)))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slots of 64 bytes: longer arrays are cut into several."""
    monkeypatch.setattr(module, "SEGMENT", 64)


@pytest.mark.parametrize("count", [1, 3, 16, 50])
def test_vectors_are_combined_in_place(small: None, count: int) -> None:
    def work(rank: int, memory: Any) -> Any:
        flat = np.arange(count, dtype=np.float32) * (rank + 1)
        memory.all_reduce(call_of("sum"), flat, flat, np.add)
        return flat.tolist()

    expected = (np.arange(count) * 6).tolist()
    assert each_of(3, work) == [expected] * 3


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("count", [1, 17, 50])
def test_terms_are_added_by_rank_and_arguments_kept(
    small: None, size: int, count: int
) -> None:
    terms = np.random.default_rng(0).normal(size=(5, size, count)).astype(np.float32)

    def work(rank: int, memory: Any) -> Any:
        found = []
        for each in terms:  # segments of several collectives follow each other
            mine = each[rank].copy()
            result = np.empty_like(mine)
            memory.all_reduce(call_of("sum"), mine, result, np.add)
            assert mine.tobytes() == each[rank].tobytes()
            found.append(result.tobytes())
        return found

    expected = []
    for each in terms:
        total = each[0].copy()
        for term in each[1:]:
            total += term
        expected.append(total.tobytes())
    assert each_of(size, work) == [expected] * size


@pytest.mark.parametrize("root", [0, 1])
def test_one_vector_is_that_of_all(small: None, root: int) -> None:
    def work(rank: int, memory: Any) -> Any:
        flat = np.full(40, rank, np.int32)
        memory.broadcast(call_of("broadcast"), flat, root)
        return flat.tolist()

    assert each_of(2, work) == [[root] * 40] * 2


def test_without_a_way_to_share_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_made", lambda: None)
    assert each_of(2, lambda rank, memory: memory) == [None, None]
