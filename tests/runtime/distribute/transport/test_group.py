"""Groups of real processes: results, and what each is told when one fails."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from runtime.distribute.transport.group import Group, join
from runtime.distribute.transport.handshake import Membership
from runtime.errors import (
    DeadlineExceededError,
    FailedPreconditionError,
    InvalidArgumentError,
    OpError,
    UnavailableError,
)
from tests.runtime.distribute.processes import (
    LONG,
    reserved_addresses,
    results,
    workers,
)

JOIN = """
import numpy as np
from runtime.distribute.transport.group import join
from runtime.distribute.transport.handshake import Membership
from runtime.errors import OpError

group = join(Membership("test", tuple(given["addresses"]), given["rank"]), 200)
if not given.get("shares_memory", True):
    group._memory = None
"""

COLLECTIVES = """
def answers():
    rank = group.rank
    found = {}
    for size in (0, 1, 7, 70_001):
        x = np.random.default_rng(rank).normal(size=size).astype(np.float32)
        found[f"sum {size}"] = group.all_reduce(x).tobytes().hex()[-64:]
    x = np.random.default_rng(rank).integers(-9, 9, (3, 4))
    for way in ("min", "max", "product"):
        found[way] = group.all_reduce(x, way).tolist()
    rows = np.full((rank + 1, 2), rank, np.int32)
    found["gather"] = [each.tolist() for each in group.all_gather(rows)]
    found["broadcast"] = group.broadcast(rows if rank == 1 else None, 1).tolist()
    big = np.arange(3_000_000 if rank == 0 else 0, dtype=np.int16)
    found["big"] = int(group.broadcast(big if rank == 0 else None).sum(dtype=np.int64))
    group.barrier()
    return found
"""


def givens(addresses: list[str], **more: Any) -> list[dict[str, Any]]:
    return [
        {"addresses": addresses, "rank": rank, **more} for rank in range(len(addresses))
    ]


def expected_sum(size: int, number: int) -> Any:
    parts = [
        np.random.default_rng(rank).normal(size=size).astype(np.float32)
        for rank in range(number)
    ]
    return np.sum(parts, axis=0, dtype=np.float32)


@pytest.mark.parametrize(("number", "shares"), [(2, True), (3, False)])
def test_all_processes_get_the_same_answers_each_time(
    number: int, shares: bool
) -> None:
    code = JOIN + COLLECTIVES + "result = [answers(), answers(), group.shares_memory]"
    with reserved_addresses(number) as addresses:
        found = results(code, givens(addresses, shares_memory=shares))
    for once, again, does_share in found:
        assert once == again == found[0][0]
        assert does_share == shares
    told = found[0][0]
    for size in (1, 7):
        total = np.frombuffer(bytes.fromhex(told[f"sum {size}"]), np.float32)
        np.testing.assert_allclose(total, expected_sum(size, number), rtol=1e-6)
    tail = np.frombuffer(bytes.fromhex(told["sum 70001"]), np.float32)
    np.testing.assert_allclose(tail, expected_sum(70_001, number)[-8:], rtol=1e-5)
    assert told["gather"] == [[[each] * 2] * (each + 1) for each in range(number)]
    assert told["broadcast"] == [[1, 1], [1, 1]]
    big = np.arange(3_000_000, dtype=np.int64).astype(np.int16)
    assert told["big"] == big.sum(dtype=np.int64)


@pytest.mark.slow
@pytest.mark.parametrize("number", [2, 3, 4, 5, 7])
@pytest.mark.parametrize("shares", [True, False])
def test_groups_of_many_sizes(number: int, shares: bool) -> None:
    code = JOIN + COLLECTIVES + "result = [answers(), answers()]"
    with reserved_addresses(number) as addresses:
        found = results(code, givens(addresses, shares_memory=shares))
    for once, again in found:
        assert once == again == found[0][0]
    tail = np.frombuffer(bytes.fromhex(found[0][0]["sum 70001"]), np.float32)
    np.testing.assert_allclose(tail, expected_sum(70_001, number)[-8:], rtol=1e-5)


DYING = (
    JOIN
    + """
import os, signal
x = np.ones(given["size"], np.float32)
result = []
for step in range(1000):
    if step == 3 and group.rank == given["dies"]:
        os.kill(os.getpid(), signal.SIGKILL)
    try:
        group.all_reduce(x)
    except OpError as error:
        result = [step, type(error).__name__, str(error)]
        break
try:
    group.barrier()
except OpError as error:
    result += [type(error).__name__, str(error)]
"""
)


@pytest.mark.parametrize(
    ("number", "size", "shares"),
    [
        (2, 10, True),
        (3, 200_000, True),
        pytest.param(3, 3_000_000, False, marks=pytest.mark.slow),
        pytest.param(5, 10, False, marks=pytest.mark.slow),
    ],
)
def test_a_killed_process_ends_all_others_with_its_name(
    number: int, size: int, shares: bool
) -> None:
    with reserved_addresses(number) as addresses:
        given = givens(addresses, size=size, dies=1, shares_memory=shares)
        with workers(DYING, given) as running:
            ended = [each.wait() for each in running]
    for rank, (status, told, errors) in enumerate(ended):
        if rank == 1:
            assert status == -9
            continue
        assert status == 0, errors
        step, kind, message, kind_after, message_after = told
        # the one that dies may have left the step before when others are still in it
        assert step in (2, 3)
        assert kind == kind_after == "UnavailableError"
        assert "closed its connection" in message
        assert "ended with an earlier error" in message_after
        if number == 2:
            assert "worker 1 (127.0.0.1:" in message


INTERRUPTED = (
    JOIN
    + """
import os, signal, time
x = np.ones(given["size"], np.float32)
result = []
for step in range(6):
    if step == 3 and group.rank != given["stopped"]:
        time.sleep(2)
    if step == 3 and group.rank == given["stopped"]:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        group.all_reduce(x)
    except (OpError, KeyboardInterrupt) as error:
        result = [step, type(error).__name__, str(error)]
        break
try:
    group.all_reduce(x)
except OpError as error:
    result += [type(error).__name__, str(error)]
"""
)


@pytest.mark.parametrize(("number", "size"), [(2, 10), (3, 200_000)])
def test_an_interrupted_process_ends_all_others(number: int, size: int) -> None:
    """Ctrl-C while a process waits for the others in the middle of a sum."""
    with reserved_addresses(number) as addresses:
        given = givens(addresses, size=size, stopped=1)
        with workers(INTERRUPTED, given) as running:
            ended = [each.wait() for each in running]
    for rank, (status, told, errors) in enumerate(ended):
        assert status == 0, errors
        step, kind, _, kind_after, message_after = told
        assert step >= 3
        assert kind == ("KeyboardInterrupt" if rank == 1 else "UnavailableError")
        assert kind_after == "UnavailableError"
        assert "ended with an earlier error" in message_after


class Members:
    """The groups of one process that are members of each other, on threads."""

    def __init__(self, memberships: list[Membership], seconds: float = LONG) -> None:
        self.found: dict[int, Group | OpError] = {}
        threads = [
            threading.Thread(target=self._join, args=(place, each, seconds))
            for place, each in enumerate(memberships)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join(LONG)

    def _join(self, place: int, membership: Membership, seconds: float) -> None:
        try:
            self.found[place] = join(membership, seconds)
        except OpError as error:
            self.found[place] = error

    def group(self, place: int) -> Group:
        found = self.found[place]
        assert isinstance(found, Group), found
        return found

    def error(self, place: int) -> OpError:
        found = self.found[place]
        assert isinstance(found, OpError)
        return found

    def together(self, *calls: Any) -> list[Any]:
        """What the calls give or raise, each on a thread of its own."""
        results: list[Any] = [None] * len(calls)

        def run(place: int) -> None:
            try:
                results[place] = calls[place](self.group(place))
            except OpError as error:
                results[place] = error

        threads = [
            threading.Thread(target=run, args=(each,)) for each in range(len(calls))
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join(LONG)
        return results

    def close(self) -> None:
        for each in self.found.values():
            if isinstance(each, Group):
                each.close()


def test_different_collectives_are_refused_in_all() -> None:
    with reserved_addresses(2) as addresses:
        members = Members(
            [Membership("test", tuple(addresses), rank) for rank in range(2)]
        )
        x = np.ones(3, np.float32)
        found = members.together(lambda one: one.all_reduce(x), Group.barrier)
        members.close()
    assert all(isinstance(each, OpError) for each in found)
    assert any("all_reduce of float32[3] by sum" in str(each) for each in found)
    assert any(isinstance(each, InvalidArgumentError) for each in found)


@contextmanager
def two_members() -> Iterator[Members]:
    with reserved_addresses(2) as addresses:
        members = Members(
            [Membership("test", tuple(addresses), rank) for rank in range(2)]
        )
        try:
            yield members
        finally:
            members.close()


def test_a_slow_process_ends_a_collective_only_at_its_deadline() -> None:
    with reserved_addresses(2) as addresses:
        members = Members(
            [Membership("test", tuple(addresses), rank) for rank in range(2)]
        )
        (error,) = members.together(lambda one: one.barrier(timeout=0.05))
        members.close()
    assert isinstance(error, DeadlineExceededError)
    assert "no progress with worker 1" in str(error)


def test_who_leaves_in_peace_after_the_last_collective_disturbs_nobody() -> None:
    with reserved_addresses(3) as addresses:
        members = Members(
            [Membership("test", tuple(addresses), rank) for rank in range(3)]
        )

        def last(one: Group) -> float:
            total = float(one.all_reduce(np.float32(1)))
            one.close()
            return total

        assert members.together(last, last, last) == [3.0] * 3
        with pytest.raises(UnavailableError, match="The group was left"):
            members.group(0).barrier()


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"version": "2"}, "version is '1' here, and '2' there"),
        ({"group": "another"}, "group is 'test' here, and 'another' there"),
    ],
)
def test_processes_that_do_not_belong_together_are_refused(
    other: dict[str, str], said: str
) -> None:
    with reserved_addresses(2) as addresses:
        first = Membership("test", tuple(addresses), 0, "1")
        values = {"group": "test", "version": "1", **other}
        second = Membership(addresses=tuple(addresses), rank=1, **values)
        members = Members([first, second])
    errors = [members.error(0), members.error(1)]
    assert any(isinstance(each, FailedPreconditionError) for each in errors)
    assert any(
        said in str(each) or "do not belong together" in str(each) for each in errors
    )


def test_who_does_not_come_is_named() -> None:
    with reserved_addresses(2) as addresses:
        membership = Membership("test", tuple(addresses), 0)
        with pytest.raises(DeadlineExceededError, match="worker 1 .* did not join"):
            join(membership, 0.1)


def test_a_wrong_cluster_is_refused_before_anything_starts() -> None:
    with pytest.raises(InvalidArgumentError, match="numbers go from 0 to 1"):
        join(Membership("test", ("a:1", "b:1"), 2))
    with pytest.raises(InvalidArgumentError, match="an address twice"):
        join(Membership("test", ("a:1", "a:1"), 0))
    with pytest.raises(InvalidArgumentError, match="is no address"):
        join(Membership("test", ("a", "b"), 0))
    with pytest.raises(InvalidArgumentError, match="ports go up to 65535"):
        join(Membership("test", ("a:1", "b:65536"), 0))


def test_a_port_that_is_taken_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(InvalidArgumentError, match="Cannot listen at"):
            join(Membership("test", (address, "127.0.0.1:1"), 0), 1.0)


def test_probes_of_a_port_do_no_harm() -> None:
    with reserved_addresses(2) as addresses:
        stop = threading.Event()

        def probe() -> None:
            host, port = addresses[0].split(":")
            while not stop.is_set():
                try:
                    with socket.create_connection((host, int(port)), 1.0) as found:
                        found.sendall(b"GET / HTTP/1.1\r\n\r\n")
                except OSError:
                    stop.wait(0.001)

        thread = threading.Thread(target=probe)
        thread.start()
        try:
            members = Members(
                [Membership("test", tuple(addresses), rank) for rank in range(2)]
            )
        finally:
            stop.set()
            thread.join(LONG)
        assert members.together(*[lambda one: float(one.all_reduce(1.0))] * 2) == [2, 2]
        members.close()


def test_elements_that_are_no_numbers_are_refused() -> None:
    alone = join(Membership("test", ("127.0.0.1:0",), 0))
    with pytest.raises(OpError, match="numbers and truth values"):
        alone.all_gather(np.array(["a"], object))
    with pytest.raises(InvalidArgumentError, match="is none of sum, min"):
        alone.all_reduce(1.0, "mean")
