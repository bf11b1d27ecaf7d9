"""Resolvers find a cluster and a process's task: ``tf.distribute.cluster_resolver``.

Resolvers read settings (arguments, environment variables); none starts a process.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from runtime.distribute.clusters import ClusterSpec


class ClusterResolver:
    """The base of resolvers: a cluster, and which of its tasks this process is."""

    task_type: str | None
    task_id: int | None

    def cluster_spec(self) -> ClusterSpec:
        """The tasks of the cluster.

        Raises:
          NotImplementedError: unless a subclass overrides the method.
        """
        raise NotImplementedError(
            f"{type(self).__name__} does not define cluster_spec."
        )

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task, with its protocol if there is one.

        Raises:
          NotImplementedError: unless a subclass overrides the method.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define master.")

    def current_worker_address(self, number: int) -> str | None:
        """Where a worker is now; None while it is nowhere.

        The address in the cluster, unless a subclass knows of workers that are started
        again elsewhere.

        Raises:
          ValueError: for a worker that the cluster does not have.
        """
        return self.cluster_spec().task_address("worker", number)

    def num_accelerators(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        config_proto: Any = None,
    ) -> dict[str, int]:
        """The number of accelerators of each kind on a task: none here."""
        return defaultdict(int)

    @property
    def environment(self) -> str | None:
        """The environment that the cluster runs in; empty for none in particular."""
        return ""


def with_protocol(address: str, rpc_layer: str | None) -> str:
    """The address behind its protocol.

    >>> with_protocol("host:1", "grpc"), with_protocol("host:1", None)
    ('grpc://host:1', 'host:1')
    """
    return f"{rpc_layer}://{address}" if rpc_layer else address


class _Placed(ClusterResolver):
    """A resolver whose task and protocol are attributes that can be set."""

    rpc_layer: str | None
    _master: str

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task; without one, of the task that was named as master.

        Raises:
          ValueError: for a task that the cluster does not have.
        """
        layer = rpc_layer or self.rpc_layer
        if task_type is None or task_id is None:
            return with_protocol(self._master, layer)
        address = self.cluster_spec().task_address(task_type, task_id)
        return with_protocol(address, layer)


class SimpleClusterResolver(_Placed):
    """A resolver of a fixed cluster.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"]})
    >>> resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(
    ...     cluster, task_type="worker", task_id=1, rpc_layer="grpc"
    ... )
    >>> resolver.master("worker", 0)
    'grpc://a:1'

    Raises:
      TypeError: unless it is a `tf.train.ClusterSpec`.
    """

    def __init__(
        self,
        cluster_spec: ClusterSpec,
        master: str = "",
        task_type: str | None = None,
        task_id: int | None = None,
        environment: str = "",
        num_accelerators: Mapping[str, int] | None = None,
        rpc_layer: str | None = None,
    ) -> None:
        if not isinstance(cluster_spec, ClusterSpec):
            raise TypeError("cluster_spec must be a `tf.train.ClusterSpec`.")
        self._cluster, self._master = cluster_spec, master
        self.task_type, self.task_id = task_type, task_id
        self.rpc_layer = rpc_layer
        self._environment = environment
        self._accelerators = dict(num_accelerators or {})

    def cluster_spec(self) -> ClusterSpec:
        """The cluster of the constructor's argument."""
        return self._cluster

    def num_accelerators(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        config_proto: Any = None,
    ) -> dict[str, int]:
        """The numbers of accelerators of the constructor's argument."""
        return dict(self._accelerators)

    @property
    def environment(self) -> str:
        """The environment of the constructor's argument."""
        return self._environment


class TFConfigClusterResolver(ClusterResolver):
    """The cluster of the environment variable ``TF_CONFIG``, which holds JSON.

    Its parts ``cluster``, ``task`` (``type`` and ``index``), ``rpc_layer`` and
    ``environment`` are read when they are asked for; arguments stand in their place.

    >>> import json, os
    >>> cluster = {"worker": ["a:1", "b:1"]}
    >>> task = {"type": "worker", "index": 1}
    >>> os.environ["TF_CONFIG"] = json.dumps({"cluster": cluster, "task": task})
    >>> resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver()
    >>> resolver.task_type, resolver.task_id, resolver.master()
    ('worker', 1, 'b:1')
    >>> del os.environ["TF_CONFIG"]

    Raises:
      ValueError: from what reads ``TF_CONFIG``, if it is no JSON, or no such objects.
    """

    def __init__(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
        environment: str | None = None,
    ) -> None:
        self._task_type, self._task_id = task_type, task_id
        self._rpc_layer, self._environment = rpc_layer, environment

    @property
    def task_type(self) -> str | None:
        """The job of this process."""
        return self._task_type or _task().get("type")

    @task_type.setter
    def task_type(self, task_type: str | None) -> None:
        self._task_type = task_type

    @property
    def task_id(self) -> int | None:
        """The number of this process in its job."""
        if self._task_id is not None:
            return self._task_id
        index = _task().get("index")
        try:
            return None if index is None else int(index)
        except (TypeError, ValueError) as error:
            raise ValueError(
                f"The index of the task of TF_CONFIG must be a number, not {index!r}."
            ) from error

    @task_id.setter
    def task_id(self, task_id: int | None) -> None:
        self._task_id = task_id

    @property
    def rpc_layer(self) -> str | None:
        """The protocol."""
        if self._rpc_layer is not None:
            return self._rpc_layer
        layer: str | None = _tf_config().get("rpc_layer")
        return layer

    @rpc_layer.setter
    def rpc_layer(self, rpc_layer: str | None) -> None:
        self._rpc_layer = rpc_layer

    @property
    def environment(self) -> str | None:
        """The environment that the cluster runs in."""
        return self._environment or _tf_config().get("environment")

    def cluster_spec(self) -> ClusterSpec:
        """The cluster; one without tasks if there is none."""
        return ClusterSpec(_tf_config().get("cluster", {}))

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task, by default of this process; empty without a cluster.

        Raises:
          ValueError: for a task that the cluster does not have.
        """
        named = _tf_config().get("session_master")
        if named is not None:
            return str(named)
        cluster = self.cluster_spec()
        if not cluster or sum(map(cluster.num_tasks, cluster.jobs)) == 1:
            return ""
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if job is None or number is None:
            return ""
        layer = self.rpc_layer if rpc_layer is None else rpc_layer
        return with_protocol(cluster.task_address(job, number), layer)


def _tf_config() -> dict[str, Any]:
    text = os.environ.get("TF_CONFIG", "{}")
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        told = f"TF_CONFIG is no JSON: {error.msg}"
        raise json.JSONDecodeError(told, error.doc, error.pos) from error
    return _as_object("TF_CONFIG", found)


def _task() -> dict[str, Any]:
    return _as_object("The task of TF_CONFIG", _tf_config().get("task", {}))


def _as_object(what: str, found: Any) -> dict[str, Any]:
    if not isinstance(found, dict):
        raise ValueError(f"{what} must be an object of JSON, not {found!r}.")
    return found


class UnionResolver(ClusterResolver):
    """The union of several resolvers' tasks.

    Other properties are the first resolver's, where they are not given by name.

    Raises:
      TypeError: for an argument that is not a `ClusterResolver`.
      ValueError: without arguments.
    """

    def __init__(
        self,
        *args: ClusterResolver,
        rpc_layer: str | None = None,
        task_type: str | None = None,
        task_id: int | None = None,
    ) -> None:
        if not args:
            raise ValueError("At least one ClusterResolver is required.")
        if not all(isinstance(each, ClusterResolver) for each in args):
            raise TypeError("All arguments must be a sub-class of `ClusterResolver.`")
        self._resolvers = args
        first: Any = args[0]
        self.rpc_layer = rpc_layer or getattr(first, "rpc_layer", None)
        self.task_type = first.task_type if task_type is None else task_type
        self.task_id = first.task_id if task_id is None else task_id

    def cluster_spec(self) -> ClusterSpec:
        """The tasks of all resolvers, by job, numbered one resolver after the other.

        Raises:
          KeyError: if a resolver numbers a task as a task of another resolver.
        """
        found: dict[str, dict[int, str]] = {}
        for resolver in self._resolvers:
            _add_tasks(found, resolver.cluster_spec())
        return ClusterSpec(found)

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task; without one, the first resolver's master."""
        if task_type is not None and task_id is not None:
            address = self.cluster_spec().task_address(task_type, task_id)
            return with_protocol(address, rpc_layer)
        return self._resolvers[0].master(rpc_layer=rpc_layer)

    def num_accelerators(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        config_proto: Any = None,
    ) -> dict[str, int]:
        """The accelerators that the first resolver reports."""
        return self._resolvers[0].num_accelerators(task_type, task_id, config_proto)

    @property
    def environment(self) -> str | None:
        """The environment that the first resolver reports."""
        return self._resolvers[0].environment


def _add_tasks(found: dict[str, dict[int, str]], cluster: ClusterSpec) -> None:
    for job in cluster.jobs:
        tasks = found.setdefault(job, {})
        numbers = cluster.task_indices(job)
        is_list = numbers == [*range(len(numbers))]
        for number in numbers:
            place = len(tasks) if is_list else number
            if place in tasks:
                raise KeyError(f"Duplicate dict keys detected: {job} {place}")
            tasks[place] = cluster.task_address(job, number)
