"""ClusterCoordinator: hands functions to workers, and waits for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary, finalize

from runtime.distribute.coordinator.closures import Closure, ClosureQueue
from runtime.distribute.coordinator.parameter_servers import ParameterServerStrategy
from runtime.distribute.coordinator.remote_values import (
    PerWorkerDataset,
    PerWorkerValues,
    RemoteValue,
    for_trace,
)
from runtime.distribute.coordinator.shipped_functions import ShippedFunction
from runtime.distribute.coordinator.worker_links import start_workers
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.saved_model.loaded_functions import RestoredFunction
from runtime.tensors.structure import map_structure


class ClusterCoordinator:
    """Schedules functions on free workers.

    A function is traced here and sent as its graph. One whose worker is lost runs again
    on another, where changes of variables that it has made already are not made again.
    An error of a function cancels the queued ones, and is raised by the next
    `schedule`, `join` or `done`.

    A strategy has one coordinator: a second call of the constructor returns the same.

    Raises:
      ValueError: for a strategy other than `ParameterServerStrategy`.
    """

    def __new__(cls, strategy: Any) -> Any:
        if not isinstance(strategy, ParameterServerStrategy):
            raise ValueError(
                "Only `tf.distribute.experimental.ParameterServerStrategy` is "
                "supported to work with `tf.distribute.experimental.coordinator."
                "ClusterCoordinator` currently."
            )
        if strategy._coordinator is None:
            strategy._coordinator = super().__new__(cls)
            strategy._coordinator._begin(strategy)
        return strategy._coordinator

    def __init__(self, strategy: Any) -> None:
        pass

    def _begin(self, strategy: ParameterServerStrategy) -> None:
        self._strategy = strategy
        self._queue = ClosureQueue()
        self._shipped: WeakKeyDictionary[ConcreteFunction, ShippedFunction] = (
            WeakKeyDictionary()
        )
        start_workers(self._queue, strategy._worker_links())
        finalize(self, self._queue.close)

    @property
    def strategy(self) -> ParameterServerStrategy:
        """The strategy."""
        return self._strategy

    def schedule(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> RemoteValue:
        """Queues a function for the next free worker; returns at once.

        Args:
          fn: a `tf.function`, one of a loaded model, or a concrete function.
          args: its arguments; of per-worker values the worker gets its own, and for a
            `RemoteValue` its result.
          kwargs: more of them, by name.

        Returns:
          The future result.

        Raises:
          TypeError: for a plain Python function.
          Exception: the error of a function that was scheduled before.
        """
        if not isinstance(fn, (Function, ConcreteFunction, RestoredFunction)):
            raise TypeError(
                "`tf.distribute.experimental.coordinator.ClusterCoordinator.schedule` "
                "only accepts a `tf.function` or a concrete function."
            )
        given, named = args or (), kwargs or {}
        with self._strategy.scope():
            concrete = self._traced(fn, for_trace(given), for_trace(named))
        closure = Closure(self._as_shipped(concrete), given, named)
        self._queue.put(closure)
        return closure.value

    def _traced(self, fn: Any, args: Any, kwargs: Any) -> ConcreteFunction:
        if isinstance(fn, ConcreteFunction):
            return fn
        return fn.get_concrete_function(*args, **kwargs)  # type: ignore[no-any-return]

    def _as_shipped(self, concrete: ConcreteFunction) -> ShippedFunction:
        found = self._shipped.get(concrete)
        if found is None:
            found = self._shipped[concrete] = ShippedFunction(concrete)
        return found

    def join(self) -> None:
        """Waits until all scheduled functions have run.

        Raises:
          Exception: the first error of a function; the queued functions are cancelled.
        """
        self._queue.wait()

    def done(self) -> bool:
        """Whether all scheduled functions have run.

        Raises:
          Exception: the first error of a function; the queued functions are cancelled.
        """
        return self._queue.is_done()

    def fetch(self, val: Any) -> Any:
        """A structure of results as NumPy arrays; waits for them.

        Raises:
          CancelledError: for a function that was not run.
          Exception: the error that a function raised.
        """
        return map_structure(_fetched, val, composites=False)

    def create_per_worker_dataset(self, dataset_fn: Any) -> PerWorkerDataset:
        """A dataset for each worker; its iterator is an argument of `schedule`.

        Args:
          dataset_fn: a function that makes a dataset, called once for each worker, or
            a dataset, which each worker reads from its beginning.
        """
        if callable(dataset_fn):
            return PerWorkerDataset(
                lambda worker: dataset_fn(), self._strategy._num_workers
            )
        return PerWorkerDataset(lambda worker: dataset_fn, self._strategy._num_workers)

    def _create_per_worker_resources(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> PerWorkerValues:
        made = [
            fn(*(args or ()), **(kwargs or {}))
            for _ in range(self._strategy._num_workers)
        ]
        return PerWorkerValues(made)


def _fetched(value: Any) -> Any:
    if isinstance(value, RemoteValue):
        return value.fetch()
    return value.numpy() if hasattr(value, "numpy") else value


__all__ = ["ClusterCoordinator"]
