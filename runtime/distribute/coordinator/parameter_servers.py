"""ParameterServerStrategy: variables that workers share, without waiting in step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

from runtime.devices.places import TASK
from runtime.distribute.clusters import ClusterSpec
from runtime.distribute.coordinator.sharded_variables import create_sharded
from runtime.distribute.coordinator.worker_context import worker_index_or_none
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.inputs import InputContext
from runtime.distribute.strategies import Strategy
from runtime.variables.creators import variable_creator_scope


class ParameterServerExtended(StrategyExtended):
    """One replica in each worker; all of them share each variable."""

    def __init__(self, container: Strategy, workers: int, partitioner: Any) -> None:
        super().__init__(container, [f"{TASK}/device:CPU:0"])
        self._workers, self._partitioner = workers, partitioner

    def _in_multi_worker_mode(self) -> bool:
        return False

    def _use_merge_call(self) -> bool:
        return False

    def _creating_variables(self) -> AbstractContextManager[Any] | None:
        if self._partitioner is None:
            return None
        return variable_creator_scope(self._create_variable)

    def _create_variable(self, next_creator: Any, **options: Any) -> Any:
        return create_sharded(next_creator, self._partitioner, options)

    def _datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any
    ) -> Any:
        return dataset_fn(InputContext(self._workers, worker_index_or_none() or 0, 1))


class ParameterServerStrategy(Strategy):
    """Workers that read and change shared variables, all at their own pace.

    A `tf.distribute.coordinator.ClusterCoordinator` hands functions to them. Workers
    are threads of this process, as many as the cluster has tasks of the job
    ``worker``; no other process is started or reached. Native code and large products
    run at the same time, Python code one thread after the other.

    Args:
      cluster_resolver: a resolver of the cluster, with jobs ``worker`` and ``ps``.
      variable_partitioner: how variables are divided, as
        `tf.distribute.experimental.partitioners` say.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": ["c:1"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    >>> strategy = tf.distribute.ParameterServerStrategy(resolver)
    >>> coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    >>> with strategy.scope():
    ...     v = tf.Variable(0)
    >>> for _ in range(5):
    ...     _ = coordinator.schedule(tf.function(lambda: v.assign_add(1)))
    >>> coordinator.join()
    >>> v.numpy()
    np.int32(5)

    Raises:
      ValueError: for a cluster without workers or servers.
      ValueError: when a variable is made that the partitioner divides by columns.
    """

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
        extended = ParameterServerExtended(
            self, self._num_workers, variable_partitioner
        )
        super().__init__(extended)

    @property
    def cluster_resolver(self) -> Any:
        """The resolver of the cluster."""
        return self._resolver


__all__ = ["ParameterServerExtended", "ParameterServerStrategy"]
