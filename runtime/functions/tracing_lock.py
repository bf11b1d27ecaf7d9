"""The global lock of tracing, and the garbage collector's thresholds while tracing."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from graphir.compute.forks import forkable_lock

TRACING: Final = forkable_lock(is_long=True)
"""One for all functions: a trace calls other functions, which are traced in it."""

_NEVER: Final = 100_000, 100_000
"""After so many collections of young objects the older ones are looked at too."""

_THRESHOLDS: Final[list[tuple[int, int, int]]] = []
"""The thresholds to restore, for nested traces of one thread, the outermost first."""


@contextmanager
def rare_collections() -> Iterator[None]:
    """A context manager under which garbage collections of the graph are rare."""
    before = gc.get_threshold()
    _THRESHOLDS.append(before)
    # a whole graph lives on: walks over all that lives find nothing to collect
    gc.set_threshold(max(before[0], 20_000) if before[0] else 0, *_NEVER)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        # last: a process that is forked before this line sets what stands here
        _THRESHOLDS.pop()


def _collect_in_child() -> None:
    """Runs in a process that was forked while another thread traced."""
    if _THRESHOLDS and not TRACING._is_owned():
        gc.set_threshold(*_THRESHOLDS[0])
        _THRESHOLDS.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_collect_in_child)


__all__ = ["TRACING", "rare_collections"]
