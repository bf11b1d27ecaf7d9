"""Locks, and the kernels on them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from threading import Lock
from typing import Any

from graphir.attributes import Attr
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.stores import mutexes as ops
from runtime.stateful_kernels.attaching import kernel, kernel_factory
from runtime.stateful_kernels.stores.sharing import shared


@handle_class("mutex")
class Mutex:
    """A lock that one thread at a time holds."""

    shape = ()

    def __init__(self) -> None:
        self.lock = Lock()


@handle_class("mutex_lock")
class HeldLock:
    """A lock while it is held; given free with the last reference, if not before.

    So a section that fails leaves no lock behind.
    """

    shape = ()

    def __init__(self, mutex: Mutex) -> None:
        self._held: list[Mutex] = []
        mutex.lock.acquire()
        self._held.append(mutex)

    def release(self) -> None:
        """Gives the lock free; again is nothing."""
        with suppress(IndexError):  # of two threads one finds it
            self._held.pop().lock.release()

    def __del__(self) -> None:
        self.release()


@kernel_factory(ops.MutexV2)
def _mutex(attrs: Mapping[str, Attr]) -> Kernel:
    return lambda: shared(attrs, Mutex, Mutex)


@kernel(ops.MutexLock)
def _lock(mutex: Mutex) -> HeldLock:
    return HeldLock(mutex)


@kernel(ops.ConsumeMutexLock)
def _release(held: HeldLock) -> tuple[Any, ...]:
    held.release()
    return ()
