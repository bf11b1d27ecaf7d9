"""Which worker runs the code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from runtime.tracing.graph_trace import current_trace
from runtime.tensors.tensor import Tensor, wrap


class WorkerThread(threading.Thread):
    """The thread that talks to a worker; functions that it calls see the number."""

    def __init__(self, number: int, target: Callable[..., None], args: Any) -> None:
        super().__init__(target=target, args=args, name=f"worker {number}", daemon=True)
        self.number = number


def worker_index_or_none() -> int | None:
    """The number of the worker that this thread talks to; None on other threads."""
    thread = threading.current_thread()
    return thread.number if isinstance(thread, WorkerThread) else None


_WORKER_INDEX: Final = wrap(np.int64(-1), dtypes.int64)
"""Captured by traces; each worker is given its number in place of it."""


def is_worker_index(tensor: Tensor) -> bool:
    """Whether a captured tensor stands for the number of the worker that runs."""
    return tensor is _WORKER_INDEX


def experimental_get_current_worker_index() -> Any:
    """The number of the worker that runs a scheduled function, from 0, as a tensor.

    In a function that makes a worker's dataset it is a Python number.

    Raises:
      RuntimeError: outside of a function that is traced or makes a dataset.
    """
    trace = current_trace()
    if trace is not None:
        return trace.capture(_WORKER_INDEX)
    number = worker_index_or_none()
    if number is None:
        raise RuntimeError(
            "`experimental_get_current_worker_index` can be called only in a function "
            "that a `tf.distribute.coordinator.ClusterCoordinator` has scheduled."
        )
    return number


__all__ = [
    "WorkerThread",
    "experimental_get_current_worker_index",
    "is_worker_index",
    "worker_index_or_none",
]
