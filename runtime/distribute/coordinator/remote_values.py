"""Values that workers make: of a scheduled function, or one for each worker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

from runtime.distribute.coordinator.worker_context import current_worker_index
from runtime.errors import CancelledError
from runtime.tensors.structure import children, is_nested, map_structure, rebuild


class RemoteValue:
    """The result of a scheduled function, once a worker has run it.

    `ClusterCoordinator.schedule` makes it.
    """

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def _set_result(self, result: Any) -> None:
        self._result = result
        self._ended.set()

    def _set_error(self, error: BaseException) -> None:
        self._error = error
        self._ended.set()

    def _cancel(self) -> None:
        self._set_error(
            CancelledError(
                "The function was not run: another scheduled function failed before."
            )
        )

    def _wait(self, timeout: float | None = None) -> Any:
        self._ended.wait(timeout)
        if self._error is not None:
            raise self._error
        return self._result

    def get(self) -> Any:
        """The result, with tensors as leaves; waits for it.

        Raises:
          CancelledError: if another function failed before it was run.
          Exception: the error that the function raised.
        """
        return self._wait()

    def fetch(self) -> Any:
        """The result with NumPy arrays for tensors; waits for it.

        Raises the errors of `get`.
        """
        return map_structure(_as_array, self._wait(), composites=False)


def _as_array(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") else value


class PerWorkerValues:
    """One value for each worker; a scheduled function receives its own worker's.

    >>> values = tf.distribute.experimental.coordinator.PerWorkerValues((1, 2))
    >>> print(values)
    PerWorkerValues(1, 2)
    """

    __autograph_call_as_is__ = True

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    def _of(self, worker: int) -> Any:
        return self._values[worker]

    def __repr__(self) -> str:
        return f"PerWorkerValues({', '.join(map(repr, self._values))})"


class PerWorkerDataset:
    """A dataset for each worker, made by the worker when it is first iterated over."""

    def __init__(self, make: Callable[[int], Any], count: int) -> None:
        self._make, self._count = make, count

    def __iter__(self) -> PerWorkerIterators:
        return PerWorkerIterators(
            [PerWorkerIterator(self._make, worker) for worker in range(self._count)]
        )

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._make(0).element_spec


class PerWorkerIterators(PerWorkerValues):
    """The iterators of all workers: an argument of `schedule`."""

    def __iter__(self) -> PerWorkerIterators:
        return self

    def __next__(self) -> Any:
        raise NotImplementedError(
            "The iterator of a per-worker dataset has elements on workers alone: pass "
            "it to `schedule`, whose function calls `next` on it."
        )


class PerWorkerIterator:
    """A placeholder for one worker's iterator, which is created on the worker."""

    def __init__(self, make: Callable[[int], Any], worker: int) -> None:
        self._make, self._worker = make, worker
        self._lock = threading.Lock()
        self._begun: Any = None

    def begun(self) -> Any:
        """The iterator."""
        with self._lock:
            if self._begun is None:
                self._begun = iter(self._make(self._worker))
            return self._begun


def as_on_worker(structure: Any) -> Any:
    """The arguments of a scheduled function as its worker gets them.

    Raises:
      CancelledError: for the result of a function that was not run.
    """
    if isinstance(structure, PerWorkerValues):
        return as_on_worker(structure._of(current_worker_index()))
    if isinstance(structure, PerWorkerIterator):
        return structure.begun()
    if isinstance(structure, RemoteValue):
        return structure.get()
    if is_nested(structure, composites=False):
        return rebuild(structure, [as_on_worker(each) for each in children(structure)])
    return structure


__all__ = [
    "PerWorkerDataset",
    "PerWorkerIterator",
    "PerWorkerValues",
    "RemoteValue",
    "as_on_worker",
]
