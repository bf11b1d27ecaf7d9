"""Staging areas: first-in, first-out buffers of tensors, and their kernels."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from threading import Condition
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import ResourceExhaustedError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.ranks import integer_of
from graphir.ops.stores import staging_areas as ops
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.stores.sharing import shared

Tensors = tuple[Any, ...]


class Limits:
    """How many entries, and how many bytes, fit in; 0 for any number."""

    def __init__(self, attrs: Mapping[str, Attr]) -> None:
        self.capacity: int = attrs["capacity"]
        self.memory: int = attrs["memory_limit"]

    def require_fit(self, tensors: Sequence[Any]) -> None:
        """Refuses an element larger than the memory limit.

        Raises:
          ResourceExhaustedError: for tensors that alone are too large.
        """
        size = bytes_of(tensors)
        if self.memory and size > self.memory:
            raise ResourceExhaustedError(
                None,
                None,
                f"Attempted to insert tensors with combined size of '{size}' bytes "
                f"into Staging Area with a memory limit of '{self.memory}'.",
            )

    def has_room(self, entries: int, held: int, added: int) -> bool:
        """Whether there is room for an entry of ``added`` bytes beside the others."""
        return (not self.capacity or entries < self.capacity) and (
            not self.memory or held + added <= self.memory
        )


def bytes_of(tensors: Sequence[Any]) -> int:
    """The memory that tensors take."""
    return sum(np.asarray(each).nbytes for each in tensors)


class StagingArea:
    """Tuples of tensors, first come, first served; safe among threads."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.changed = Condition()
        self.entries: deque[Tensors] = deque()
        self._bytes = 0

    def put(self, tensors: Tensors) -> None:
        """Appends a tuple; waits for room."""
        self.limits.require_fit(tensors)
        size = bytes_of(tensors)
        with self.changed:
            self.changed.wait_for(
                lambda: self.limits.has_room(len(self.entries), self._bytes, size)
            )
            self._bytes += size
            self.entries.append(tensors)
            self.changed.notify_all()

    def take(self) -> Tensors:
        """Removes and returns the first tuple; waits while there is none."""
        with self.changed:
            self.changed.wait_for(lambda: self.entries)
            taken = self.entries.popleft()
            self._bytes -= bytes_of(taken)
            self.changed.notify_all()
            return taken

    def peek(self, index: int) -> Tensors:
        """The tuple at a position; waits while there is none."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.entries) > index)
            return self.entries[index]

    def clear(self) -> None:
        """Forgets all tuples."""
        with self.changed:
            self.entries.clear()
            self._bytes = 0
            self.changed.notify_all()


def _area(attrs: Mapping[str, Attr]) -> StagingArea:
    return shared(attrs, StagingArea, lambda: StagingArea(Limits(attrs)))


@kernel_factory(ops.Stage)
def _stage(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda *values: _area(attrs).put(values)


@kernel_factory(ops.Unstage)
def _unstage(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: list(_area(attrs).take())


@kernel_factory(ops.StagePeek)
def _peek(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda index: list(_area(attrs).peek(integer_of(index, "index")))


@kernel_factory(ops.StageSize)
def _size(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: np.int32(len(_area(attrs).entries))


@kernel_factory(ops.StageClear)
def _clear(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: _area(attrs).clear()
