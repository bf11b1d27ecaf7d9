"""Connections to other machines, which need TensorFlow's servers: refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

REASON = (
    "ops are not placed on other machines here: that needs TensorFlow's gRPC servers."
)


class ClusterDeviceFilters:
    """Which devices of a cluster each task sees.

    >>> filters = tf.config.experimental.ClusterDeviceFilters()
    >>> filters.set_device_filters("worker", 0, ["/job:ps"])
    >>> filters
    ClusterDeviceFilters({('worker', 0): ('/job:ps',)})
    """

    def __init__(self) -> None:
        self._filters: dict[tuple[str, int], tuple[str, ...]] = {}

    def set_device_filters(
        self, job_name: str, task_index: int, device_filters: Sequence[str]
    ) -> None:
        """Sets the devices that a task sees.

        Raises:
          TypeError: unless they are text.
        """
        if isinstance(device_filters, str) or not all(
            isinstance(each, str) for each in device_filters
        ):
            raise TypeError("device_filters must be a list of strings")
        self._filters[job_name, task_index] = tuple(device_filters)

    def __repr__(self) -> str:
        return f"ClusterDeviceFilters({self._filters})"


def experimental_connect_to_host(
    remote_host: Any = None, job_name: str = "worker"
) -> NoReturn:
    """Refuses to use another machine's devices.

    Raises:
      ValueError: without a host.
      NotImplementedError: otherwise.
    """
    if not remote_host:
        raise ValueError("Must provide at least one remote_host")
    raise NotImplementedError(f"tf.config.experimental_connect_to_host: {REASON}")


def experimental_connect_to_cluster(
    cluster_spec_or_resolver: Any,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: str | None = None,
    make_master_device_default: bool = True,
    cluster_device_filters: ClusterDeviceFilters | None = None,
) -> NoReturn:
    """Refuses to use a cluster's devices.

    Raises:
      NotImplementedError: always.
    """
    raise NotImplementedError(f"tf.config.experimental_connect_to_cluster: {REASON}")
