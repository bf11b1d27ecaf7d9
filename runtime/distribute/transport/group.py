"""The group: all processes of a job, and the collectives in which they meet."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from weakref import WeakSet

import numpy as np

from graphir.compute.array_pool import new_array
from graphir.errors import InvalidArgumentError, UnavailableError
from runtime.distribute.transport.background import Background
from runtime.distribute.transport.deadlines import Deadline
from runtime.distribute.transport.frames import array_of, signature
from runtime.distribute.transport.handshake import Meeting, Membership
from runtime.distribute.transport.links import Link
from runtime.distribute.transport.ring import Array, Call, Ring
from runtime.distribute.transport.shared_memory import SharedMemory, shared_memory
from runtime.distribute.transport.tree import Tree, children_of, parent_of

JOIN_SECONDS: Final = 300.0
"""How long a process waits for the others to start, unless it is told."""

_SMALL: Final = 2**15
"""Bytes up to which the number of hops counts, and not that of bytes."""

_SHORT_RING: Final = 4
"""Processes up to which a ring has no more hops than a tree."""

_COMBINE: Final[dict[str, np.ufunc]] = {
    "sum": np.add,
    "min": np.minimum,
    "max": np.maximum,
    "product": np.multiply,
}


class Group:
    """The processes of a job, of which this is one; made by `join`.

    All must call the same collectives in one order. Each result is the same in all of
    them, bit for bit, and each time. When a process fails, so do the collectives of all
    others, then and ever after. Calls of several threads run one after the other, and
    all after what was started before.

    >>> from runtime.distribute.transport.group import join
    >>> from runtime.distribute.transport.handshake import Membership
    >>> alone = join(Membership("example", ("127.0.0.1:0",), 0))
    >>> alone.all_reduce(np.float32([1, 2]))
    array([1., 2.], dtype=float32)
    """

    def __init__(self, membership: Membership, links: _Links | None) -> None:
        self.membership: Final = membership
        self._links = links
        self._lock = threading.RLock()
        self._number = 0
        self._failure: BaseException | None = None
        self._memory: SharedMemory | None = None
        self._background = Background()
        self.timeout: float | None = None
        """Seconds that a collective may take, unless it is told; None for ever."""
        _GROUPS.add(self)

    @property
    def rank(self) -> int:
        """The number of this process."""
        return self.membership.rank

    @property
    def size(self) -> int:
        """The number of processes."""
        return self.membership.size

    @property
    def has_failed(self) -> bool:
        """Whether a collective failed, or the group was left: no other will succeed."""
        return self._failure is not None

    @property
    def shares_memory(self) -> bool:
        """Whether large arrays go through memory and not through sockets."""
        return self._memory is not None

    def share_memory(self) -> None:
        """Lets large arrays go through memory, if all processes are on one host."""
        if self.size == 1:
            return
        with self._collective("share_memory", None) as links:
            deadline = Deadline(self.timeout)
            self._memory = shared_memory(
                links.ring, lambda what: Call(self._number, what, deadline)
            )

    def all_reduce(
        self, array: Any, way: str = "sum", timeout: float | None = None
    ) -> Array:
        """The arrays of all processes, combined element by element.

        Args:
          array: numbers; of the same dtype and shape in all processes.
          way: ``sum``, ``min``, ``max`` or ``product``.
          timeout: seconds that it may take; that of the group by default.

        Returns:
          A new array.

        Raises:
          UnavailableError: if a process has ended or failed.
          DeadlineExceededError: if it takes too long.
          InvalidArgumentError: if the processes call different things.
        """
        source, what = _reducible(array, way)
        return self._reduced(source, what, way, timeout)

    def start_all_reduce(self, array: Any, way: str = "sum") -> Callable[[], Array]:
        """Begins `all_reduce`, on a thread of the group: the caller goes on.

        What is started runs in the order of its starts, and before any later
        collective. The array is copied.

        Returns:
          A function that waits for the result, and raises the errors of `all_reduce`.
          Interrupted, it ends the group, as a collective that is interrupted does.
        """
        source, what = _reducible(array, way)
        mine = _copied(source)
        if self.size == 1:
            return lambda: mine
        task = self._background.start(lambda: self._reduced(mine, what, way, None))

        def wait() -> Array:
            try:
                task.wait()
            except BaseException as error:
                self._fail(what, error)
                raise
            found: Array = task.result()
            return found

        return wait

    def _reduced(
        self, source: Array, what: str, way: str, seconds: float | None
    ) -> Array:
        if self.size == 1:
            return _copied(source)
        with self._collective(what, seconds) as links:
            call, combine = self._call(what, seconds), _COMBINE[way]
            result: Array
            if self._memory is None or source.nbytes <= _SMALL:
                result = _copied(source)
                self._reduce(links, call, result.reshape(-1), combine)
            else:
                result = new_array(source.shape, source.dtype)
                flat = result.reshape(-1)
                self._memory.all_reduce(call, source.reshape(-1), flat, combine)
            return result

    def _reduce(
        self, links: _Links, call: Call, flat: Array, combine: np.ufunc
    ) -> None:
        if flat.nbytes > _SMALL:
            links.ring.all_reduce(call, flat, combine)
        elif self.size > _SHORT_RING:
            links.tree.all_reduce(call, flat, combine)
        else:
            found = links.ring.gather(call, flat.copy())
            flat[:] = found[0]
            for each in found[1:]:
                combine(flat, each, out=flat)

    def all_gather(self, array: Any, timeout: float | None = None) -> list[Array]:
        """The arrays of all processes, by rank.

        Shapes may differ, dtypes too. Arguments and errors are as for `all_reduce`.
        """
        mine = np.array(array, order="C")
        signature(mine)
        what = "all_gather"
        if self.size == 1:
            return [mine]
        with self._collective(what, timeout) as links:
            return links.ring.gather(self._call(what, timeout), mine)

    def broadcast(
        self, array: Any | None, root: int = 0, timeout: float | None = None
    ) -> Array:
        """The array of one process, in all of them.

        Args:
          array: the root's array; ignored in other processes.
          root: the rank of the process whose array is sent.
          timeout: seconds that the call may take; by default the group's.

        Raises the errors of `all_reduce`.
        """
        if not 0 <= root < self.size:
            raise InvalidArgumentError(f"No process of {self.size} has rank {root}.")
        is_root = self.rank == root
        if is_root and array is None:
            raise InvalidArgumentError("The root of a broadcast must have an array.")
        mine = np.array(array, order="C") if is_root else np.empty(0, np.uint8)
        signed = signature(mine)
        if self.size == 1:
            return mine
        what = f"broadcast from {root}"
        with self._collective(what, timeout) as links:
            call = self._call(what, timeout)
            told = np.frombuffer(signed.encode(), np.uint8)
            told = links.ring.gather(call, told)[root]
            result = mine if is_root else array_of(told.tobytes().decode())
            self._spread(links, call, result.reshape(-1), root)
        return result

    def _spread(self, links: _Links, call: Call, flat: Array, root: int) -> None:
        if self._memory is not None and flat.nbytes > _SMALL:
            self._memory.broadcast(call, flat, root)
        else:
            links.ring.broadcast(call, flat, root)

    def barrier(self, timeout: float | None = None) -> None:
        """Returns when all processes have called it; errors as of `all_reduce`."""
        if self.size > 1:
            with self._collective("barrier", timeout) as links:
                links.ring.barrier(self._call("barrier", timeout))

    def _call(self, what: str, timeout: float | None) -> Call:
        seconds = self.timeout if timeout is None else timeout
        return Call(self._number, what, Deadline(seconds))

    @contextmanager
    def _collective(self, what: str, timeout: float | None) -> Iterator[_Links]:
        self._background.wait()
        with self._lock, self._alone(what) as links:
            yield links

    @contextmanager
    def _alone(self, what: str) -> Iterator[_Links]:
        if self._failure is not None:
            raise UnavailableError(
                f"{what}: collectives ended with an earlier error: {self._failure}"
            ) from self._failure
        if self._links is None:
            raise UnavailableError(f"{what}: this process is alone.")
        self._number += 1
        try:
            yield self._links
        except BaseException as error:
            self._fail(what, error)
            raise

    def _fail(self, what: str, error: BaseException) -> None:
        """Ends the group: what is half sent cannot be taken up again."""
        self._failure = self._failure or error
        mine = self.membership.name(self.rank)
        is_told = isinstance(error, UnavailableError)
        reason = str(error) if is_told else f"{mine} failed in {what}: {error}"
        if self._links is not None:
            self._links.abort(self._number, reason)

    def close(self) -> None:
        """Leaves the group: others see it in their next collective."""
        with self._lock:
            links, self._links = self._links, None
            memory, self._memory = self._memory, None
            self._failure = self._failure or UnavailableError("The group was left.")
        if memory is not None:
            memory.close()
        if links is not None:
            links.close()
        self._background.end()

    def forget(self) -> None:
        """Forgets the group in a forked process; the parent stays a member."""
        self._lock = threading.RLock()
        self._background = Background()
        self._failure = UnavailableError(
            "This process was forked from a worker: only its parent takes part in "
            "collectives."
        )


def _reducible(array: Any, way: str) -> tuple[Array, str]:
    """An array with its rows in order, and what its reduction is called everywhere."""
    if way not in _COMBINE:
        raise InvalidArgumentError(f"{way!r} is none of {', '.join(_COMBINE)}.")
    source = np.asarray(array, order="C")
    return source, f"all_reduce of {signature(source)} by {way}"


def _copied(array: Array) -> Array:
    """A copy, in memory that may have been used before: fresh pages take long."""
    copy: Array = new_array(array.shape, array.dtype)
    copy[...] = array
    return copy


class _Links:
    """The links of a process to its neighbours in the ring and in the tree."""

    def __init__(self, mine: Membership, links: dict[tuple[str, int], Link]) -> None:
        self._all = list(links.values())
        after, before = (mine.rank + 1) % mine.size, (mine.rank - 1) % mine.size
        self._before = links["from before", before]
        self.ring = Ring(mine.rank, mine.size, links["to next", after], self._before)
        up = parent_of(mine.rank)
        self.tree = Tree(
            links.get(("to parent", -1 if up is None else up)),
            [
                links["from child", each]
                for each in children_of(mine.rank, mine.size)
                if ("from child", each) in links
            ],
            [self.ring.after],
        )

    def abort(self, number: int, reason: str) -> None:
        """Tells the neighbours that this process fails.

        The previous process gets the reason, since nothing else is sent to it; the next
        process, which may be in the middle of a frame, only sees its connection end.
        """
        self._before.abort(number, reason)
        for each in self._all:
            each.end()

    def close(self) -> None:
        """Closes all links."""
        for each in self._all:
            each.close()


def join(membership: Membership, seconds: float | None = JOIN_SECONDS) -> Group:
    """Meets the other processes; returns when all links stand.

    Raises:
      DeadlineExceededError: if a process does not come in time.
      FailedPreconditionError: if one has another version or another cluster.
      InvalidArgumentError: if this process cannot listen where it should.
    """
    membership.check()
    if membership.size == 1:
        return Group(membership, None)
    rank, size = membership.rank, membership.size
    outgoing = [("ring", (rank + 1) % size)]
    incoming = [("ring", (rank - 1) % size)]
    if size > _SHORT_RING:
        up = parent_of(rank)
        outgoing += [] if up is None else [("tree", up)]
        incoming += [("tree", each) for each in children_of(rank, size)]
    opened, accepted = Meeting(membership, outgoing, incoming).links(seconds)
    names: dict[tuple[str, int], Link] = {}
    for kind, titles, links in (
        ("ring", "to next", opened),
        ("ring", "from before", accepted),
        ("tree", "to parent", opened),
        ("tree", "from child", accepted),
    ):
        for (found, peer), link in links.items():
            if found == kind:
                names[titles, peer] = link
    group = Group(membership, _Links(membership, names))
    group.share_memory()
    return group


_GROUPS: Final[WeakSet[Group]] = WeakSet()


def _forget_groups() -> None:
    for each in list(_GROUPS):
        each.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_groups)
