"""Groups of members that run collectives together, such as the threads of a process.

`CollectiveMember` is the interface between collective kernels and a group; a transport
between processes is a subclass of it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.errors import AbortedError, InvalidArgumentError
from runtime.messages.logs import get_logger
from runtime.stateful_kernels.equal_copies import Changes, let_go

LOOK_SECONDS: Final = 1.0
"""How often a member that waits looks whether the threads of the others are there."""
TOLD_AFTER_LOOKS: Final = 60
"""After how many looks it logs that it waits."""


class Meeting(NamedTuple):
    """The identity of a collective: all members of one pass equal values."""

    group_key: int
    instance_key: int


class CollectiveMember(ABC):
    """One member of a group, which takes part in every collective with NumPy arrays.

    Every method waits for the other members. The returned arrays may be shared with
    other members of the process and must not be written to.

    Raises:
      AbortedError: from any method, once another member has failed.
    """

    rank: int
    """Its number in the group, from 0."""
    size: int
    """How many members the group has."""

    @abstractmethod
    def all_reduce(self, array: Any, merge_op: str, mean: bool, at: Meeting) -> Any:
        """The arrays of all merged by ``Add``, ``Mul``, ``Max`` or ``Min``.

        Terms are merged in the order of ranks; with ``mean``, divided by ``size``.
        """

    def start_all_reduce(
        self, array: Any, merge_op: str, mean: bool, at: Meeting
    ) -> Callable[[], Any]:
        """Begins `all_reduce`; a function that waits for its result, or its error.

        Members begin their collectives in one order. Here it is complete at once: a
        member whose bytes travel by themselves goes on meanwhile. The array may be
        changed afterwards.
        """
        result = self.all_reduce(array, merge_op, mean, at)
        return lambda: result

    @abstractmethod
    def all_gather(self, array: Any, at: Meeting) -> Any:
        """The arrays of all, joined along their first axis in the order of ranks.

        That axis may differ between members.
        """

    @abstractmethod
    def broadcast(self, array: Any | None, at: Meeting) -> Any:
        """The array of the only member that passes one; the others pass None."""


MEMBER: Final[ContextVar[CollectiveMember | None]] = ContextVar("member", default=None)
"""The member that runs in this context."""


class _Process:
    """What holds where no context says otherwise."""

    member: CollectiveMember | None = None


def set_process_member(member: CollectiveMember | None) -> None:
    """Sets the group member that this process is."""
    _Process.member = member


def current_member() -> CollectiveMember:
    """The member for collectives that run now.

    Raises:
      InvalidArgumentError: outside of a replica, in a process without a group.
    """
    found = MEMBER.get() or _Process.member
    if found is None:
        raise InvalidArgumentError(
            "A collective was run outside of `strategy.run`: there is no group of "
            "replicas."
        )
    return found


_MERGE: Final[dict[str, Any]] = {
    "add": np.add,
    "mul": np.multiply,
    "max": np.maximum,
    "min": np.minimum,
}


def merged(arrays: Sequence[Any], merge_op: str, mean: bool) -> Any:
    """The arrays merged in their order.

    >>> merged([np.float32(1), np.float32(3)], "Add", mean=True)
    np.float32(2.0)

    Raises:
      InvalidArgumentError: for arrays of different shapes.
    """
    first = arrays[0]
    for rank, each in enumerate(arrays):
        if each.shape != first.shape:
            raise InvalidArgumentError(
                "The values of an all-reduce must have the same shape: replica 0 has "
                f"{list(first.shape)}, replica {rank} has {list(each.shape)}."
            )
    merge = _MERGE[merge_op.lower()]
    if len(arrays) == 1:
        return first
    is_array = isinstance(first, np.ndarray) and first.ndim > 0
    # memory that was used before: fresh pages take longer than the sum
    own = {"out": new_array(first.shape, first.dtype)} if is_array else {}
    total = merge(first, arrays[1], **own)
    for each in arrays[2:]:
        total = merge(total, each, **own)
    if not mean:
        return total
    if total.dtype.kind in "iu":
        return total // total.dtype.type(len(arrays))
    return np.divide(total, np.asarray(len(arrays), total.dtype), **own)[()]


class ThreadGroup:
    """A group of threads of this process, created for one run of the replicas.

    With ``in_turns`` one thread runs at a time, from one meeting to the next, in the
    order of ranks: so Python code of replicas never runs at once.

    >>> group = ThreadGroup(1)
    >>> group.meet(0, "a sum", 3, sum)
    3
    """

    def __init__(self, size: int, in_turns: bool = False) -> None:
        self.size = size
        self.changes: Final = Changes()
        """What members have changed, and not yet all of them."""
        self._in_turns = in_turns
        self._lock = threading.RLock()
        self._changed = threading.Condition(self._lock)
        self._turn = 0
        self._items: dict[int, Any] = {}
        self._what = ""
        self._ended: set[int] = set()
        self._is_alive: dict[int, Callable[[], bool]] = {}
        self._meetings = 0
        self._result: Any = None
        self._failure: BaseException | None = None
        self.failed_rank = 0
        """Which member failed first, if one did."""

    def watch(self, rank: int, is_alive: Callable[[], bool]) -> None:
        """Sets what tells whether the thread of a member is there.

        A thread may end without a word: where there is no memory left for one.
        """
        self._is_alive[rank] = is_alive

    def begin(self, rank: int) -> None:
        """Waits for the first turn of a member."""
        with self._lock:
            self._wait(rank, lambda: self._is_turn_of(rank))
            self._check()

    def end(self, rank: int) -> None:
        """Tells that a member has no more to do."""
        with self._lock:
            self._ended.add(rank)
            if self._items and self._failure is None:
                self._fail(rank, _unequal(rank, next(iter(self._items)), self._what))
            self._pass_turn(rank)

    def fail(self, rank: int, error: BaseException) -> None:
        """Aborts the collectives of all other members with the first error."""
        with self._lock:
            self._fail(rank, error)
            self._ended.add(rank)
        let_go(self._lock)

    def lose(self, rank: int) -> None:
        """Aborts the collectives of all members: the thread of one is gone."""
        self.fail(rank, _lost(rank))

    @property
    def failure(self) -> BaseException | None:
        """The first error of a member."""
        return self._failure

    def meet(
        self, rank: int, what: str, item: Any, combine: Callable[[list[Any]], Any]
    ) -> Any:
        """The result of ``combine`` on all members' items, by rank.

        Raises:
          AbortedError: if another member failed.
          InvalidArgumentError: if the others are in another collective, or have ended.
        """
        with self._lock:
            self._check()
            self._arrive(rank, what, item)
            meeting = self._meetings
            if len(self._items) < self.size:
                self._pass_turn(rank)
                self._wait(
                    rank,
                    lambda: (
                        self._failure is not None
                        or (self._meetings > meeting and self._is_turn_of(rank))
                    ),
                )
                self._check()
                return self._result
            items = [self._items[each] for each in range(self.size)]
        try:
            result = combine(items)
        except BaseException as error:
            self.fail(rank, error)
            raise
        with self._lock:
            self.changes.settle()
            self._result = result
            self._items = {}
            self._meetings += 1
            self._turn = 0
            self._changed.notify_all()
            self._wait(
                rank, lambda: self._failure is not None or self._is_turn_of(rank)
            )
            self._check()
        return result

    def _arrive(self, rank: int, what: str, item: Any) -> None:
        error: InvalidArgumentError | None = None
        if self._ended:
            error = _unequal(min(self._ended), rank, what)
        elif self._items and self._what != what:
            other = next(iter(self._items))
            error = InvalidArgumentError(
                "Replicas must meet in the same collectives in the same order: "
                f"replica {other} is in {self._what}, replica {rank} in {what}."
            )
        if error is not None:
            self._fail(rank, error)
            raise error
        self._items[rank], self._what = item, what

    def _wait(self, rank: int, is_over: Callable[[], bool]) -> None:
        """Waits for the others, as long as all that have not ended are there."""
        looks = 0
        while not self._changed.wait_for(is_over, LOOK_SECONDS):
            for other, is_alive in list(self._is_alive.items()):
                if other not in self._ended and not is_alive():
                    self._fail(other, _lost(other))
            looks += 1
            if looks == TOLD_AFTER_LOOKS and rank in self._items:
                self._tell_of_waiting(rank, looks * LOOK_SECONDS)

    def _tell_of_waiting(self, rank: int, seconds: float) -> None:
        missing = sorted(set(range(self.size)) - set(self._items))
        get_logger().warning(
            "Replica %d has waited %.0f seconds in %s for %s.",
            *(rank, seconds, self._what),
            " and ".join(f"replica {each}" for each in missing),
        )

    def _is_turn_of(self, rank: int) -> bool:
        return not self._in_turns or self._turn == rank or self._failure is not None

    def _pass_turn(self, rank: int) -> None:
        self._turn = rank + 1
        self._changed.notify_all()

    def _fail(self, rank: int, error: BaseException) -> None:
        if self._failure is None:
            self._failure, self.failed_rank = error, rank
        self._changed.notify_all()

    def _check(self) -> None:
        if self._failure is not None:
            raise AbortedError(
                None, None, f"Replica {self.failed_rank} failed: {self._failure}"
            )


def _lost(rank: int) -> AbortedError:
    return AbortedError(None, None, f"The thread of replica {rank} has ended.")


def _unequal(ended: int, waiting: int, what: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        f"Replica {ended} has ended, but replica {waiting} waits for it in {what}: all "
        "replicas must meet in the same collectives."
    )


class ThreadMember(CollectiveMember):
    """A group member that is a thread.

    >>> member = ThreadMember(ThreadGroup(1), 0)
    >>> member.all_reduce(np.float32([1, 2]), "Add", False, Meeting(1, 1))
    array([1., 2.], dtype=float32)
    """

    def __init__(self, group: ThreadGroup, rank: int) -> None:
        self.group = group
        self.rank, self.size = rank, group.size

    def all_reduce(self, array: Any, merge_op: str, mean: bool, at: Meeting) -> Any:
        """Reduces with all members; the last member to arrive computes the result."""
        what = f"an all-reduce of {array.dtype} {list(array.shape)}"
        return self.group.meet(
            self.rank, what, array, lambda arrays: merged(arrays, merge_op, mean)
        )

    def all_gather(self, array: Any, at: Meeting) -> Any:
        """As every member does."""
        what = f"an all-gather of {array.dtype}"
        return self.group.meet(self.rank, what, array, _joined)

    def broadcast(self, array: Any | None, at: Meeting) -> Any:
        """As every member does."""
        return self.group.meet(self.rank, "a broadcast", array, _only)


def _joined(arrays: list[Any]) -> Any:
    for rank, each in enumerate(arrays):
        if each.shape[1:] != arrays[0].shape[1:]:
            raise InvalidArgumentError(
                "The values of an all-gather may differ in the axis along which they "
                f"are joined alone: replica 0 has {list(arrays[0].shape)}, replica "
                f"{rank} has {list(each.shape)}."
            )
    return np.concatenate(arrays)


def _only(arrays: list[Any]) -> Any:
    (found,) = [each for each in arrays if each is not None]
    return found


__all__ = [
    "MEMBER",
    "CollectiveMember",
    "Meeting",
    "ThreadGroup",
    "ThreadMember",
    "current_member",
    "merged",
    "set_process_member",
]
