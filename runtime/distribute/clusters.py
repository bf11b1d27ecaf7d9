"""Clusters: the addresses of tasks, by job and number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphir.wire import messages


class ClusterSpec:
    """The tasks of a cluster; no process is started or called by it.

    >>> cluster = tf.train.ClusterSpec({"worker": ["a:1", "b:1"], "ps": {3: "c:1"}})
    >>> cluster.num_tasks("worker"), cluster.task_indices("ps")
    (2, [3])
    >>> cluster.task_address("worker", 1)
    'b:1'

    Raises:
      TypeError: for an argument of another type than a dict, a `ClusterDef` or a
        `ClusterSpec`.
    """

    _message: Any

    def __init__(self, cluster: Any) -> None:
        if isinstance(cluster, ClusterSpec):
            cluster = cluster._message
        if messages.is_message(cluster, "ClusterDef"):
            self._jobs = {job.name: dict(job.tasks) for job in cluster.job}
        elif isinstance(cluster, Mapping):
            self._jobs = {name: _tasks(name, each) for name, each in cluster.items()}
        else:
            raise TypeError(
                "`cluster` must be a dictionary mapping one or more job names to lists "
                "of network addresses, or a `ClusterDef` protocol buffer"
            )
        self._message = messages.get("ClusterDef")()
        for name, tasks in sorted(self._jobs.items()):
            job = self._message.job.add(name=name)
            for number, address in sorted(tasks.items()):
                job.tasks[number] = address

    @property
    def jobs(self) -> list[str]:
        """The names of the jobs."""
        return list(self._jobs)

    def _of(self, job_name: str) -> dict[int, str]:
        if job_name not in self._jobs:
            raise ValueError(f"No such job in cluster: {job_name!r}")
        return self._jobs[job_name]

    def num_tasks(self, job_name: str) -> int:
        """The number of tasks of a job; ValueError for an unknown job."""
        return len(self._of(job_name))

    def task_indices(self, job_name: str) -> list[int]:
        """The numbers of a job's tasks; ValueError for an unknown job."""
        return sorted(self._of(job_name))

    def task_address(self, job_name: str, task_index: int) -> str:
        """The address of a task.

        Raises:
          ValueError: if there is no such job or task.
        """
        tasks = self._of(job_name)
        if task_index not in tasks:
            raise ValueError(f"No task with index {task_index} in job {job_name!r}")
        return tasks[task_index]

    def job_tasks(self, job_name: str) -> list[str | None]:
        """The addresses of a job's tasks by number, None for numbers without one."""
        tasks = self._of(job_name)
        return [tasks.get(number) for number in range(max(tasks, default=-1) + 1)]

    def as_dict(self) -> dict[str, Any]:
        """The addresses by job: lists, or dicts where numbers are missing."""
        return {
            name: list(tasks.values())
            if list(tasks) == list(range(len(tasks)))
            else dict(tasks)
            for name, tasks in (
                (name, dict(sorted(tasks.items())))
                for name, tasks in self._jobs.items()
            )
        }

    def as_cluster_def(self) -> Any:
        """The cluster as a `ClusterDef` message."""
        return self._message

    def __bool__(self) -> bool:
        return bool(self._jobs)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClusterSpec) and self._message == other._message

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        shown = {name: self.as_dict()[name] for name in sorted(self._jobs)}
        return f"ClusterSpec({shown!r})"


def _tasks(name: str, given: Any) -> dict[int, str]:
    if isinstance(given, Mapping):
        found = {int(number): address for number, address in given.items()}
    elif isinstance(given, (list, tuple)):
        found = dict(enumerate(given))
    else:
        raise TypeError(
            f"The tasks for job {name!r} must be a list or a dictionary from integers "
            "to strings."
        )
    return {number: _address(each) for number, each in found.items()}


def _address(value: Any) -> str:
    if not isinstance(value, (bytes, str)):
        raise TypeError(f"Task address {value!r} must be bytes or unicode")
    return value.decode() if isinstance(value, bytes) else value


__all__ = ["ClusterSpec"]
