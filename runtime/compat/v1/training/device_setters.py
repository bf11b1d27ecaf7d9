"""`replica_device_setter`: which tasks hold the variables of a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphir.wire import messages
from runtime.devices.placement import DeviceSpec


class _ReplicaDevice:
    """The device of each operation of a replica's graph."""

    def __init__(
        self,
        tasks: Callable[[Any], int],
        ps_device: str,
        worker_device: str,
        merges: bool,
        ps_ops: Sequence[str] | None,
    ) -> None:
        self._tasks, self._ps_ops, self._merges = tasks, ps_ops, merges
        self._ps_device, self._worker_device = ps_device, worker_device

    def _is_held(self, op: Any) -> bool:
        """Whether an operation stands on a server."""
        if self._ps_ops is None:
            return bool(op.node.has_trait("held_by_servers"))
        return op.type in self._ps_ops

    def device_function(self, op: Any) -> str:
        """The device of an operation: a task's for stores, else the worker's."""
        if not self._merges and op.device:
            return str(op.device)
        requested = DeviceSpec.from_string(op.device or "")
        if self._ps_device and self._is_held(op):
            spec = DeviceSpec.from_string(self._ps_device)
            if spec.job and requested.job in (None, spec.job):
                spec = spec.replace(task=self._tasks(op))
            return spec.make_merged_spec(requested).to_string()
        spec = DeviceSpec.from_string(self._worker_device or "")
        return spec.make_merged_spec(requested).to_string()


def replica_device_setter(
    ps_tasks: int = 0,
    ps_device: str = "/job:ps",
    worker_device: str = "/job:worker",
    merge_devices: bool = True,
    cluster: Any = None,
    ps_ops: Sequence[str] | None = None,
    ps_strategy: Callable[[Any], int] | None = None,
) -> Callable[[Any], str] | None:
    """A function for `tf.compat.v1.device` that spreads variables over server tasks.

    Args:
      ps_tasks: how many tasks hold variables; with a cluster, those of its job.
      ps_device: the device of stores, without the task.
      worker_device: the device of everything else.
      merge_devices: whether requested parts of a device are filled up; otherwise a
        requested device stays as it is.
      cluster: a ``ClusterSpec``, a ``ClusterDef`` or a dict of jobs.
      ps_ops: types of the operations on the servers, by default variables and tables.
      ps_strategy: the task of each such operation, by default in turn.

    Returns:
      The function, or None without tasks.

    >>> with tf.Graph().as_default():
    ...     setter = tf.compat.v1.train.replica_device_setter(ps_tasks=2)
    ...     with tf.compat.v1.device(setter):
    ...         names = [tf.compat.v1.get_variable(n, [2]).op.device for n in "ab"]
    ...         print(names, tf.constant(1).device)
    ['/job:ps/task:0', '/job:ps/task:1'] /job:worker

    Raises:
      TypeError: for a cluster of another type, or a strategy that is not callable.
    """
    if cluster is not None:
        ps_tasks = _tasks_of(cluster, DeviceSpec.from_string(ps_device).job or "ps")
    if ps_tasks == 0:
        return None
    if ps_strategy is None:
        ps_strategy = _RoundRobin(ps_tasks)
    elif not callable(ps_strategy):
        raise TypeError("ps_strategy must be callable")
    return _ReplicaDevice(
        ps_strategy, ps_device, worker_device, merge_devices, ps_ops
    ).device_function


class _RoundRobin:
    """Tasks in turn."""

    def __init__(self, tasks: int) -> None:
        self._tasks, self._next = tasks, 0

    def __call__(self, op: Any) -> int:
        task, self._next = self._next, (self._next + 1) % self._tasks
        return task


def _tasks_of(cluster: Any, job: str) -> int:
    """How many tasks a job of a cluster has."""
    if hasattr(cluster, "as_dict"):
        cluster = cluster.as_dict()
    elif messages.is_message(cluster, "ClusterDef"):
        cluster = {each.name: dict(each.tasks) for each in cluster.job}
    if not isinstance(cluster, Mapping):
        raise TypeError(
            "`cluster` must be a dictionary mapping one or more job names to lists of "
            "network addresses, or a `ClusterDef` protocol buffer"
        )
    return len(cluster.get(job) or ())


__all__ = ["replica_device_setter"]
