"""Which worker runs the code."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Final

import numpy as np

from runtime.context import executing_eagerly
from runtime.functions.python_functions import numpy_function

WORKER: Final[ContextVar[int | None]] = ContextVar("worker", default=None)
"""The number of the worker whose thread this is."""


def current_worker_index() -> int:
    """The number of the worker that runs now.

    Raises:
      RuntimeError: outside of a scheduled function.
    """
    found = WORKER.get()
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
        lambda: np.int64(current_worker_index()), [], np.int64, stateful=True
    )
    found.set_shape([])
    return found


__all__ = ["WORKER", "current_worker_index", "experimental_get_current_worker_index"]
