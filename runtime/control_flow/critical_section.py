"""`tf.CriticalSection`: code that only one thread at a time executes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

from graphir.compute.forks import forkable_lock
from runtime.context import current_trace
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.structure import map_structure


class _Lock:
    """A lock that knows whether this thread holds it."""

    def __init__(self) -> None:
        self.lock = forkable_lock(is_long=True)
        self.owner: int | None = None


_SHARED: Final[dict[str, _Lock]] = {}


class CriticalSection:
    """A lock for functions: the functions that it executes never run concurrently.

    Sections of one ``shared_name`` are one section.

    >>> section, total = tf.CriticalSection(), tf.Variable(0)
    >>> section.execute(lambda: total.assign_add(2)).numpy()
    np.int32(2)
    """

    def __init__(
        self,
        name: str | None = None,
        shared_name: str | None = None,
        critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:
        if critical_section_def is not None:
            raise ValueError("Argument `critical_section_def` is not supported.")
        self.name = name or "critical_section"
        fresh = _Lock()
        self._lock = _SHARED.setdefault(shared_name, fresh) if shared_name else fresh

    def execute(
        self,
        fn: Callable[[], Any],
        exclusive_resource_access: bool = True,
        name: str | None = None,
    ) -> Any:
        """Runs ``fn()`` exclusively within the section; the results are tensors.

        Raises:
          NotImplementedError: while a graph is traced.
          TypeError: if ``fn`` is no function.
          ValueError: inside of the same section, which would be a deadlock.
        """
        if not callable(fn):
            raise TypeError(f"'{type(fn).__name__}' object is not callable")
        if current_trace() is not None:
            raise NotImplementedError(
                f"CriticalSection {self.name!r} cannot be executed while a graph is "
                "traced: call `execute` eagerly, with a tf.function as `fn`."
            )
        held, thread = self._lock, threading.get_ident()
        if held.owner == thread:
            raise ValueError(
                f"Attempting to lock a CriticalSection ({self.name}) in which we are "
                "already running. This is illegal and may cause deadlocks."
            )
        with held.lock:
            held.owner = thread
            try:
                found = fn()
            finally:
                held.owner = None
        if found is None:
            return None
        return map_structure(convert_to_tensor, found)
