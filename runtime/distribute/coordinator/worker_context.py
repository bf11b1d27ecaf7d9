"""Which worker runs the code."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.shapes import SCALAR
from runtime.apply import apply_single
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.tensor import wrap
from runtime.tracing.graph_trace import current_trace


class WorkerThread(threading.Thread):
    """The thread that talks to a worker; functions that it calls see the number."""

    def __init__(self, number: int, target: Callable[..., None], args: Any) -> None:
        super().__init__(target=target, args=args, name=f"worker {number}", daemon=True)
        self.number = number


def worker_index_or_none() -> int | None:
    """The number of the worker that this thread talks to; None on other threads."""
    thread = threading.current_thread()
    return thread.number if isinstance(thread, WorkerThread) else None


WORKER_INDEX: Final = VariableStorage(dtypes.int64, SCALAR, "worker index")
"""Captured by traces; each worker has a variable with its number in place of it."""

_HANDLE: Final = wrap(WORKER_INDEX, dtypes.resource)
_HANDLE.handle_data = ((dtypes.int64, SCALAR),)  # type: ignore[attr-defined]


def worker_index_variable(number: int) -> VariableStorage:
    """What a worker has in place of `WORKER_INDEX`."""
    made = VariableStorage(dtypes.int64, SCALAR, "worker index")
    made.assign(np.int64(number))
    return made


def experimental_get_current_worker_index() -> Any:
    """The number of the worker that runs a scheduled function, from 0, as a tensor.

    In a function that makes a worker's dataset it is a Python number.

    Raises:
      RuntimeError: outside of a function that is traced or makes a dataset.
    """
    if current_trace() is not None:
        return apply_single("ReadVariableOp", [_HANDLE], {"dtype": dtypes.int64})
    number = worker_index_or_none()
    if number is None:
        raise RuntimeError(
            "`experimental_get_current_worker_index` can be called only in a function "
            "that a `tf.distribute.coordinator.ClusterCoordinator` has scheduled."
        )
    return number


__all__ = [
    "WORKER_INDEX",
    "WorkerThread",
    "experimental_get_current_worker_index",
    "worker_index_or_none",
    "worker_index_variable",
]
