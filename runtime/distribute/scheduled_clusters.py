"""Clusters that a scheduler made: Slurm's environment variables, Kubernetes' pods."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from importlib import import_module
from typing import Any

from graphir.errors import MissingExtraError
from runtime.distribute.cluster_resolvers import ClusterResolver, with_protocol
from runtime.distribute.clusters import ClusterSpec


class SlurmClusterResolver(ClusterResolver):
    """The cluster of a Slurm step, from the variables that `srun` sets.

    ``jobs`` says how many tasks each job has, by default all are workers; they are
    spread over the nodes in order, and the jobs take them in the order of their names.
    Ports count up from ``port_base`` on each node. With ``auto_set_gpu`` the variable
    ``CUDA_VISIBLE_DEVICES`` is set to this task's share of ``gpus_per_node``.

    Raises:
      RuntimeError: outside of a step, or if the number of tasks in ``jobs`` is not the
        step's number of tasks.
    """

    def __init__(
        self,
        jobs: Mapping[str, int] | None = None,
        port_base: int = 8888,
        gpus_per_node: int | None = None,
        gpus_per_task: int | None = None,
        tasks_per_node: int | None = None,
        auto_set_gpu: bool = True,
        rpc_layer: str | None = "grpc",
    ) -> None:
        self._rank = int(_slurm("PROCID"))
        counts = _counts(tasks_per_node)
        hosts = [*_hosts(_slurm("STEP_NODELIST"))]
        assigned = [host for host, count in zip(hosts, counts) for _ in range(count)]
        self._jobs = dict(sorted((jobs or {"worker": len(assigned)}).items()))
        wanted = sum(self._jobs.values())
        if wanted != len(assigned):
            raise RuntimeError(
                f"Requested {wanted} tasks but only {len(assigned)} were assigned."
            )
        self._addresses = [*_with_ports(assigned, port_base)]
        self.rpc_layer = rpc_layer
        self.task_type: str | None = None
        self.task_id: int | None = None
        self._gpus_per_task = _gpus_per_task(gpus_per_node, gpus_per_task, max(counts))
        if auto_set_gpu:
            self._show_own_gpus(assigned)

    def _show_own_gpus(self, assigned: list[str]) -> None:
        if not self._gpus_per_task:
            return
        first = assigned.index(assigned[self._rank])
        start = (self._rank - first) * self._gpus_per_task
        shown = range(start, start + self._gpus_per_task)
        os.environ["CUDA_VISIBLE_DEVICES"] = ",".join(map(str, shown))

    def cluster_spec(self) -> ClusterSpec:
        """The tasks of the step; this process' own place is known from now on."""
        found, start = {}, 0
        for job, count in self._jobs.items():
            found[job] = self._addresses[start : start + count]
            if start <= self._rank < start + count:
                self.task_type, self.task_id = job, self._rank - start
            start += count
        return ClusterSpec(found)

    def get_task_info(self) -> tuple[str | None, int | None]:
        """The job of this process and its number there; None before `cluster_spec`."""
        return self.task_type, self.task_id

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task, by default of this process; empty if it is unknown.

        Raises:
          ValueError: for a task that the cluster does not have.
        """
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if job is None or number is None:
            return ""
        address = self.cluster_spec().task_address(job, number)
        return with_protocol(address, rpc_layer or self.rpc_layer)

    def num_accelerators(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        config_proto: Any = None,
    ) -> dict[str, int]:
        """The GPUs of each task, by the settings of the step."""
        return {"GPU": self._gpus_per_task}


def _slurm(name: str) -> str:
    found = os.environ.get(f"SLURM_{name}")
    if found is None:
        raise RuntimeError(
            f"SLURM_{name} not found in environment. Not running inside a SLURM step?"
        )
    return found


def _counts(tasks_per_node: int | None) -> list[int]:
    """How many tasks each node has."""
    if tasks_per_node is not None:
        nodes = len([*_hosts(_slurm("STEP_NODELIST"))])
        return [tasks_per_node] * nodes
    found: list[int] = []
    for part in _slurm("STEP_TASKS_PER_NODE").split(","):
        match = re.fullmatch(r"(\d+)(?:\(x(\d+)\))?", part.strip())
        if match is None:
            raise ValueError(f"Invalid tasks per node: {part!r}")
        found += [int(match[1])] * int(match[2] or 1)
    return found


_PART = re.compile(r"([^,\[\]]+)(?:\[([\d,-]+)\])?(?:,|$)")


def _hosts(text: str) -> Iterator[str]:
    """The names in a list such as ``a,n[01-03,7]``.

    >>> list(_hosts("a,n[01-03,7]"))
    ['a', 'n01', 'n02', 'n03', 'n7']
    """
    at = 0
    while at < len(text):
        match = _PART.match(text, at)
        if match is None:
            raise ValueError(f'Invalid hostlist format "{text}": {text[at:]!r}')
        name, numbers = match.groups()
        yield from [name] if numbers is None else _numbered(name, numbers)
        at = match.end()


def _numbered(name: str, numbers: str) -> Iterator[str]:
    for part in numbers.split(","):
        first, dash, last = part.partition("-")
        for number in range(int(first), int(last if dash else first) + 1):
            yield f"{name}{number:0{len(first)}}"


def _with_ports(hosts: Iterable[str], port_base: int) -> Iterator[str]:
    used: dict[str, int] = {}
    for host in hosts:
        port = used.get(host, port_base)
        used[host] = port + 1
        yield f"{host}:{port}"


def _gpus_per_task(
    per_node: int | None, per_task: int | None, tasks_per_node: int
) -> int:
    if per_task is not None:
        return per_task
    if per_node is None:
        shown = os.environ.get("CUDA_VISIBLE_DEVICES", "")
        per_node = len([each for each in shown.split(",") if each])
    return per_node // tasks_per_node


class KubernetesExecutableLocation(Enum):
    """Whether a process runs in the cluster that it asks about."""

    WITHIN_CLUSTER = 0
    OFF_CLUSTER = 1


class KubernetesClusterResolver(ClusterResolver):
    """The running pods that labels select, as tasks in the order of their names.

    Needs the package ``kubernetes``, or ``override_client`` with its method
    ``list_pod_for_all_namespaces``.

    Raises:
      ImportError: without client and package.
      ValueError: for an unknown location.
    """

    task_type: str | None = None
    task_id: int | None = None

    def __init__(
        self,
        job_to_label_mapping: Mapping[str, Iterable[str]] | None = None,
        tf_server_port: int = 8470,
        rpc_layer: str | None = "grpc",
        override_client: Any = None,
        executable_location: KubernetesExecutableLocation = (
            KubernetesExecutableLocation.WITHIN_CLUSTER
        ),
    ) -> None:
        self._labels = job_to_label_mapping or {"worker": ["job-name=tensorflow"]}
        self._port, self.rpc_layer = tf_server_port, rpc_layer
        self._client = override_client or _kubernetes_client(executable_location)

    def cluster_spec(self) -> ClusterSpec:
        """The pods that run now.

        Raises:
          RuntimeError: if a pod that is selected does not run.
        """
        found = {}
        for job, labels in self._labels.items():
            pods = [pod for label in labels for pod in self._pods(label)]
            found[job] = [f"{pod.status.host_ip}:{self._port}" for pod in pods]
        return ClusterSpec(found)

    def _pods(self, label: str) -> list[Any]:
        listed = self._client.list_pod_for_all_namespaces(label_selector=label).items
        pods = sorted(listed, key=lambda pod: pod.metadata.name)
        for pod in pods:
            if pod.status.phase != "Running":
                raise RuntimeError(
                    f'Pod "{pod.metadata.name}" is not running; phase: '
                    f'"{pod.status.phase}"'
                )
        return pods

    def master(
        self,
        task_type: str | None = None,
        task_id: int | None = None,
        rpc_layer: str | None = None,
    ) -> str:
        """The address of a task; empty where none is named.

        Raises:
          ValueError: for a task that the cluster does not have.
        """
        job = self.task_type if task_type is None else task_type
        number = self.task_id if task_id is None else task_id
        if job is None or number is None:
            return ""
        address = self.cluster_spec().task_address(job, number)
        return with_protocol(address, rpc_layer or self.rpc_layer)


def _kubernetes_client(location: Any) -> Any:
    try:
        client = import_module("kubernetes.client")
        config = import_module("kubernetes.config")
    except ImportError:
        raise MissingExtraError(
            "The Kubernetes Python client must be installed before using the "
            "Kubernetes Cluster Resolver: `pip install kubernetes`."
        ) from None
    if location is KubernetesExecutableLocation.WITHIN_CLUSTER:
        config.load_incluster_config()
    elif location is KubernetesExecutableLocation.OFF_CLUSTER:
        config.load_kube_config()
    else:
        raise ValueError(f"Unknown location of the executable: {location!r}")
    return client.CoreV1Api()
