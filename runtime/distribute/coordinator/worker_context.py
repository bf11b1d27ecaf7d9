"""Which worker runs the code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from graphir import dtypes
from runtime.context import executing_eagerly
from runtime.functions.python_functions import numpy_function


class WorkerThread(threading.Thread):
    """The thread of a worker, whose functions see the worker's number."""

    def __init__(self, number: int, target: Callable[..., None], args: Any) -> None:
        super().__init__(target=target, args=args, name=f"worker {number}", daemon=True)
        self.number = number


def worker_index_or_none() -> int | None:
    """The number of the worker that runs now; None on a thread that is no worker's."""
    thread = threading.current_thread()
    return thread.number if isinstance(thread, WorkerThread) else None


def current_worker_index() -> int:
    """The number of the worker that runs now.

    Raises:
      RuntimeError: outside of a scheduled function.
    """
    found = worker_index_or_none()
    if found is None:
        raise RuntimeError(
            "`experimental_get_current_worker_index` can be called only in a function "
            "that a `tf.distribute.coordinator.ClusterCoordinator` has scheduled."
        )
    return found


def experimental_get_current_worker_index() -> Any:
    """The number of the worker that runs a scheduled function, from 0.

    In a traced function it is a tensor, of the worker that runs it then.

    Raises:
      RuntimeError: outside of a scheduled function.
    """
    index = current_worker_index()
    if executing_eagerly():
        return index
    found = numpy_function(
        lambda: np.int64(current_worker_index()), [], dtypes.int64, stateful=True
    )
    found.set_shape([])
    return found


__all__ = [
    "WorkerThread",
    "current_worker_index",
    "experimental_get_current_worker_index",
    "worker_index_or_none",
]
