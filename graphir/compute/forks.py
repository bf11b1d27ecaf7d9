"""Locks that survive a fork: the child process finds them released.

A forked process has a copy of each lock, but not the threads that would release it, and
the data that a lock guards may be half changed in that copy. So a fork first waits for
threads that hold locks of short work; and in the child, locks that other threads held
are released.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib import _bootstrap
from typing import Any, Final, TypeVar
from weakref import ref

MOST_SECONDS: Final = 5.0
"""How long a fork waits for work that a lock guards; then it goes on without."""

MOST_IDLE_IMPORT_SECONDS: Final = 1.0
"""How long it waits for imports of other threads that make no progress: a program may
be one import, which waits for the fork in its turn."""
MOST_IMPORT_SECONDS: Final = 30.0
"""How long it waits for imports that go on: a first trace imports hundreds of modules,
on a busy machine for seconds."""

T = TypeVar("T")
_SHORT: Final[dict[int, ref[Any]]] = {}
_LONG: Final[dict[int, ref[Any]]] = {}
_HELD: Final[dict[int, list[Any]]] = {}
"""By thread that forks: the locks that it took for that."""
_LONG_IMPORTS: Final[set[str]] = set()
"""What other threads imported when the fork had waited long enough for them."""
_LATE_HOOKS: Final = {
    name: lock
    for name, lock in (
        ("logging", "_lock"),
        ("concurrent.futures.thread", "_global_shutdown_lock"),
    )
    if name not in sys.modules
}
"""Modules that release their lock after each fork, and if they were there when it
began, have taken it before; the name of the lock."""


def forkable_lock(is_long: bool = False) -> Any:
    """A reentrant lock that is free in forked processes.

    A fork waits until others let go of it, unless the work that it guards ``is_long``
    or runs code of users, which may itself wait for the fork.

    >>> lock = forkable_lock()
    >>> with lock:
    ...     "guarded"
    'guarded'
    """
    lock: Any = threading.RLock()
    known, key = (_LONG if is_long else _SHORT), id(lock)
    # a dictionary, since its values can be listed while other threads make locks
    known[key] = ref(lock, lambda _: known.pop(key, None))
    return lock


class forkable_property(cached_property[T]):
    """``functools.cached_property``, which up to Python 3.11 has a lock of its own.

    >>> class Circle:
    ...     @forkable_property
    ...     def area(self):
    ...         return 3
    >>> Circle().area
    3
    """

    def __set_name__(self, owner: type[Any], name: str) -> None:
        super().__set_name__(owner, name)
        if hasattr(self, "lock"):
            self.lock = forkable_lock(is_long=True)


def _alive(known: dict[int, ref[Any]]) -> list[Any]:
    found = [each() for each in list(known.values())]
    return [lock for lock in found if lock is not None]


def held_locks() -> int:
    """How many locks for forks this thread holds.

    >>> lock = forkable_lock()
    >>> before = held_locks()
    >>> with lock:
    ...     held_locks() - before
    1
    """
    return sum(lock._is_owned() for lock in [*_alive(_SHORT), *_alive(_LONG)])


def let_go_of_all() -> None:
    """Releases the locks for forks that this thread holds.

    For a thread whose work has ended by an error, which may have come at the release.

    >>> lock = forkable_lock()
    >>> _ = lock.acquire(), lock.acquire()
    >>> let_go_of_all()
    >>> held_locks()
    0
    """
    for lock in [*_alive(_SHORT), *_alive(_LONG)]:
        while lock._is_owned():
            lock.release()


def _take_locks() -> None:
    """Takes all short locks together; waits for one only while it holds no other."""
    begun = time.monotonic()
    end = begun + MOST_SECONDS
    while True:
        with _loggers_can_be_made():
            waited, too_long = _wait_for_imports(begun + MOST_IMPORT_SECONDS)
        end += waited
        locks = _alive(_SHORT)
        held = [lock for lock in locks if lock.acquire(blocking=False)]
        left = end - time.monotonic()
        if len(held) == len(locks) or left <= 0:
            _LONG_IMPORTS.clear()
            _LONG_IMPORTS.update(too_long)
            _HELD[threading.get_ident()] = held
            _take_late_locks()
            return
        taken = set(map(id, held))
        for lock in held:
            lock.release()
        busy = next(lock for lock in locks if id(lock) not in taken)
        if busy.acquire(timeout=left):
            busy.release()


@contextmanager
def _loggers_can_be_made() -> Iterator[None]:
    """Gives the lock of `logging` free, which its own hook has taken for this fork.

    Modules that are imported make loggers, so their imports would not come to an end.
    """
    is_late = "logging" in _LATE_HOOKS
    lock: Any = getattr(sys.modules.get("logging"), "_lock", None) if is_late else None
    if lock is None or not lock._is_owned():
        yield
        return
    lock.release()
    try:
        yield
    finally:
        lock.acquire()


def _wait_for_imports(end: float) -> tuple[float, list[str]]:
    """Waits for imports of other threads.

    Returns for how many seconds it did, and the imports that took too long. Others that
    begin from now on have just begun when the child is made.
    """
    begun = idle_since = time.monotonic()
    seen: tuple[list[str], int, int] | None = None
    while importing := _others_import():
        now = time.monotonic()
        if seen != (found := (importing, len(sys.modules), _work_of_others())):
            seen, idle_since = found, now
        if now > min(end, idle_since + MOST_IDLE_IMPORT_SECONDS):
            break
        time.sleep(0.001)
    return time.monotonic() - begun, importing


def _work_of_others() -> int:
    """What other threads have computed, in steps of 5 ms.

    One module may take long: a library of a hundred megabytes, or a machine so busy
    that a thread gets a twentieth of a core.
    """
    return int(200 * (time.process_time() - time.thread_time()))


def _take_late_locks() -> None:
    """Takes the locks of modules that were imported after this fork had begun."""
    for name, attribute in _LATE_HOOKS.items():
        lock: Any = getattr(sys.modules.get(name), attribute, None)
        if lock is None:
            continue
        is_reentrant = hasattr(lock, "_is_owned")
        is_taken = lock._is_owned() if is_reentrant else lock.locked()
        if not is_taken:
            lock.acquire()


def _others_import() -> list[str]:
    """What other threads import at present: a child could never import that."""
    known: dict[str, ref[Any]] = getattr(_bootstrap, "_module_locks", {})
    own = threading.get_ident()
    locks = [(name, each()) for name, each in list(known.items())]
    return [
        name for name, lock in locks if getattr(lock, "owner", None) not in (None, own)
    ]


def _forget_begun_imports() -> None:
    """Has the child import anew what another thread had just begun to import."""
    for name in _others_import():
        if name in _LONG_IMPORTS:
            continue
        sys.modules.pop(name, None)
        _bootstrap._module_locks.pop(name)  # type: ignore[attr-defined]


def _release_locks() -> None:
    for lock in _HELD.pop(threading.get_ident(), []):
        lock.release()


def _free_locks() -> None:
    _release_locks()
    _HELD.clear()
    _forget_begun_imports()
    for lock in [*_alive(_SHORT), *_alive(_LONG)]:
        if not lock._is_owned():
            lock._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_take_locks,
        after_in_parent=_release_locks,
        after_in_child=_free_locks,
    )

__all__ = ["forkable_lock", "forkable_property", "held_locks", "let_go_of_all"]
