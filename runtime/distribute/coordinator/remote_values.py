"""Values that workers make: of a scheduled function, or one for each worker."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final

from runtime.data.stages.pipeline_graphs import serialized
from runtime.errors import CancelledError
from runtime.tensors.structure import (
    children,
    components_of,
    flatten,
    is_nested,
    map_structure,
    rebuild,
)

_NUMBERS: Final = count()


class RemoteValue:
    """The result of a scheduled function, once a worker has run it.

    `ClusterCoordinator.schedule` makes it.
    """

    def __init__(self, specs: Any = None) -> None:
        self._specs = specs
        self._ended = threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def _set_result(self, result: Any) -> None:
        self._result = result
        self._ended.set()

    def _set_error(self, error: BaseException) -> None:
        self._error = error
        self._ended.set()

    def _has_ended(self) -> bool:
        return self._ended.is_set()

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
    """A dataset for each worker, made when a function that reads it is scheduled."""

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
    """One worker's iterator: here only its dataset, which the worker iterates over."""

    def __init__(self, make: Callable[[int], Any], worker: int) -> None:
        self._make, self._worker = make, worker
        self._lock = threading.Lock()
        self._made: tuple[Any, Any] | None = None
        self.key = f"{id(self)}_{next(_NUMBERS)}"

    def _parts(self) -> tuple[Any, Any]:
        with self._lock:
            if self._made is None:
                dataset = self._make(self._worker)
                self._made = dataset, iter(dataset)
            return self._made

    def stand_in(self) -> Any:
        """An iterator of this process, for traces; nobody asks it for elements."""
        return self._parts()[1]

    def resource(self) -> Any:
        """What the stand-in's tensor holds."""
        (tensor,) = components_of(self.stand_in())
        return tensor._array

    def message(self) -> bytes:
        """The dataset as a graph.

        Raises:
          FailedPreconditionError: for one that only this process can compute.
        """
        variant: Any = self._parts()[0].variant
        message: bytes = serialized(variant._array)
        return message


def for_trace(structure: Any) -> Any:
    """Arguments of a scheduled function as it is traced with them: any worker's."""
    if isinstance(structure, PerWorkerValues):
        return for_trace(structure._of(0))
    if isinstance(structure, PerWorkerIterator):
        return structure.stand_in()
    if isinstance(structure, RemoteValue):
        return structure._specs
    if is_nested(structure, composites=False):
        return rebuild(structure, [for_trace(each) for each in children(structure)])
    return structure


def remote_values_in(structure: Any) -> list[RemoteValue]:
    """The results of other functions among the arguments of a scheduled function."""
    leaves = flatten(structure, composites=False)
    return [each for each in leaves if isinstance(each, RemoteValue)]


class WorkerArguments:
    """The arguments of scheduled functions as one worker gets them."""

    def __init__(self, worker: int) -> None:
        self._worker = worker
        self.iterators: dict[int, PerWorkerIterator] = {}
        """By what their stand-ins hold."""

    def of(self, structure: Any) -> Any:
        """The arguments with this worker's values.

        Raises:
          CancelledError: for the result of a function that was not run.
        """
        if isinstance(structure, PerWorkerValues):
            return self.of(structure._of(self._worker))
        if isinstance(structure, PerWorkerIterator):
            self.iterators[id(structure.resource())] = structure
            return structure.stand_in()
        if isinstance(structure, RemoteValue):
            return structure.get()
        if is_nested(structure, composites=False):
            return rebuild(structure, [self.of(each) for each in children(structure)])
        return structure


__all__ = [
    "PerWorkerDataset",
    "PerWorkerIterator",
    "PerWorkerValues",
    "RemoteValue",
    "WorkerArguments",
    "for_trace",
    "remote_values_in",
]
