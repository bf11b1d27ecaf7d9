"""Strategies for what is not here: classes to ask for, that cannot be made."""

from __future__ import annotations

from typing import Any

from runtime.distribute.strategies import Strategy


class ParameterServerStrategy(Strategy):
    """Variables on servers.

    Raises:
      NotImplementedError: always; there is one machine.
    """

    def __init__(self, cluster_resolver: Any, variable_partitioner: Any = None) -> None:
        raise NotImplementedError(
            "tf.distribute.ParameterServerStrategy needs servers: one machine is "
            "supported."
        )


class TPUStrategy(Strategy):
    """TPUs.

    Raises:
      NotImplementedError: always; there are none.
    """

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        raise NotImplementedError(
            "tf.distribute.TPUStrategy: this runtime computes on the CPU."
        )


class ClusterCoordinator:
    """Hands steps to other processes.

    Raises:
      NotImplementedError: always; there is one process.
    """

    def __init__(self, strategy: Any) -> None:
        raise NotImplementedError(
            "tf.distribute.coordinator.ClusterCoordinator needs servers: one machine "
            "is supported."
        )


class RemoteValue:
    """A value in another process: none is, here."""


class PerWorkerValues:
    """Values in several processes: none are, here."""
