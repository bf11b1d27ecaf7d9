"""ParameterServerStrategy: variables that workers share, without waiting in step."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import cycle
from typing import Any, Final

from runtime.devices.places import TASK
from runtime.distribute.clusters import ClusterSpec
from runtime.distribute.coordinator.remote_storage import (
    Home,
    RemoteStorage,
    RemoteVariable,
)
from runtime.distribute.coordinator.sharded_variables import create_sharded
from runtime.distribute.coordinator.worker_context import worker_index_or_none
from runtime.distribute.coordinator.worker_links import WorkerLink
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.inputs import InputContext
from runtime.distribute.strategies import Strategy
from runtime.distribute.transport.group import JOIN_SECONDS
from runtime.errors import DeadlineExceededError, UnavailableError
from runtime.variables.creators import variable_creator_scope

_COLOCATED: Final[ContextVar[Home | None]] = ContextVar("colocated", default=None)
"""The server of the variable beside which others are made now."""

_SESSION: Final = uuid.uuid4().hex
"""What this program is called by servers, which work for one program at a time."""

_PAUSE: Final = 0.1


class ParameterServerExtended(StrategyExtended):
    """One replica in each worker; all of them share each variable."""

    def __init__(
        self, container: Strategy, workers: int, partitioner: Any, homes: list[Home]
    ) -> None:
        super().__init__(container, [f"{TASK}/device:CPU:0"])
        self._workers, self._partitioner = workers, partitioner
        self._homes = homes
        self._in_turn = cycle(homes)

    def _in_multi_worker_mode(self) -> bool:
        return False

    def _use_merge_call(self) -> bool:
        return False

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The servers that hold variables."""
        return tuple(f"{each.name}/device:CPU:0" for each in self._homes)

    def _creating_variables(self) -> AbstractContextManager[Any] | None:
        return variable_creator_scope(self._create_variable)

    def _create_variable(self, next_creator: Any, **options: Any) -> Any:
        if self._partitioner is None or _COLOCATED.get() is not None:
            return self._create_remote(**options)
        return create_sharded(self._create_remote, self._partitioner, options)

    def _create_remote(self, **options: Any) -> RemoteVariable:
        return RemoteVariable(_COLOCATED.get() or next(self._in_turn), **options)

    @contextmanager
    def _beside(self, variable: Any) -> Iterator[None]:
        storage = getattr(variable, "storage", None)
        home = storage.home if isinstance(storage, RemoteStorage) else None
        token = _COLOCATED.set(home)
        try:
            yield
        finally:
            _COLOCATED.reset(token)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A context manager: variables made inside lie on the server of another."""
        return self._beside(colocate_with_variable)

    def _datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any
    ) -> Any:
        return dataset_fn(InputContext(self._workers, worker_index_or_none() or 0, 1))


class ParameterServerStrategy(Strategy):
    """Workers that read and change shared variables, all at their own pace.

    Variables made in its scope are on the servers of the job ``ps``, one after the
    other; a `tf.distribute.coordinator.ClusterCoordinator` hands functions to the
    processes of the job ``worker``. All of them run `tf.distribute.Server`; making the
    strategy waits for the servers of ``ps``, five minutes at most.

    Args:
      cluster_resolver: a resolver of the cluster, with jobs ``worker`` and ``ps``.
      variable_partitioner: how variables are divided, as
        `tf.distribute.experimental.partitioners` say.

    >>> servers = [tf.distribute.Server({job: ["localhost:0"]}) for job in ("worker", "ps")]
    >>> worker, ps = (each.target.removeprefix("grpc://") for each in servers)
    >>> cluster = tf.train.ClusterSpec({"worker": [worker], "ps": [ps]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
    >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    >>> with strategy.scope():
    ...     v = tf.Variable(0)
    >>> for _ in range(5):
    ...     _ = coordinator.schedule(tf.function(lambda: v.assign_add(1)))
    >>> coordinator.join()
    >>> v.device, v.numpy()
    ('/job:ps/replica:0/task:0/device:CPU:0', np.int32(5))

    Raises:
      ValueError: for a cluster without workers or servers.
      DeadlineExceededError: if a server does not come in time.
      FailedPreconditionError: if a server has another version.
      ValueError: when a variable is made that the partitioner divides by columns.
    """  # noqa: E501

    _should_use_with_coordinator = True

    def __init__(self, cluster_resolver: Any, variable_partitioner: Any = None) -> None:
        cluster: ClusterSpec = cluster_resolver.cluster_spec()
        for job in ("worker", "ps"):
            if job not in cluster.jobs or not cluster.num_tasks(job):
                raise ValueError(
                    f"ParameterServerStrategy needs a cluster with a task of the job "
                    f"{job!r}; there are {cluster.jobs or 'none'}."
                )
        self._resolver = cluster_resolver
        self._num_workers = cluster.num_tasks("worker")
        self._num_ps = cluster.num_tasks("ps")
        self._coordinator: Any = None
        self._session = _SESSION
        addresses = [cluster.task_address("ps", each) for each in range(self._num_ps)]
        homes = [
            Home(f"/job:ps/replica:0/task:{number}", address, self._session)
            for number, address in enumerate(addresses)
        ]
        begun = time.monotonic()
        for each in homes:
            _begin(each, begun + JOIN_SECONDS)
        extended = ParameterServerExtended(
            self, self._num_workers, variable_partitioner, homes
        )
        super().__init__(extended)

    def _worker_links(self) -> list[WorkerLink]:
        """New links to the workers, not connected yet."""
        return [
            WorkerLink(number, self._session, partial(self._worker_address, number))
            for number in range(self._num_workers)
        ]

    def _worker_address(self, number: int) -> str | None:
        """Where a worker is now: one that was started again may be elsewhere."""
        found: str | None = self._resolver.current_worker_address(number)
        return found

    @property
    def cluster_resolver(self) -> Any:
        """The resolver of the cluster."""
        return self._resolver


def _begin(home: Home, end: float) -> None:
    """Waits for a server, and takes it over."""
    while True:
        try:
            home.call("begin")
            return
        except UnavailableError as error:
            if time.monotonic() > end:
                raise DeadlineExceededError(
                    f"{home.name} did not answer within {JOIN_SECONDS:g} seconds. Does "
                    f"it run `tf.distribute.Server`? {error}"
                ) from error
        time.sleep(_PAUSE)


__all__ = ["ParameterServerExtended", "ParameterServerStrategy"]
