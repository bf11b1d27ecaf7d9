"""Fork hooks that reset locks and per-thread lists in child processes.

A child process has copies of both, but only one thread: the copy of the forking one.
"""

from __future__ import annotations

import os
from _thread import RLock, get_ident
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

__all__ = ["Threads", "forkable_lock", "forkable_property", "in_children"]

T = TypeVar("T")


def in_children(mend: Callable[[], Any]) -> None:
    """Have `mend` called in each forked process before anything else runs there."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=mend)


def forkable_lock() -> Any:
    """A reentrant lock for a module, free in a child unless the forking thread has it.

    The data that it guards must be consistent at every step, or be repaired in the
    child.
    """
    lock: Any = RLock()

    def free() -> None:
        if not lock._is_owned():
            lock._at_fork_reinit()

    in_children(free)
    return lock


class forkable_property(cached_property[T]):
    """`functools.cached_property`, which up to Python 3.11 has a lock of its own."""

    def __set_name__(self, owner: type[Any], name: str) -> None:
        super().__set_name__(owner, name)
        if hasattr(self, "lock"):
            self.lock = forkable_lock()


class Threads(list[int]):
    """The active threads, with repetitions for nested activity; 0 is the process."""

    def keep_own(self) -> None:
        """Forget the other threads: they do not exist in this process."""
        self[:] = [each for each in self if each in (0, get_ident())]
