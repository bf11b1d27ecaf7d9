"""Replicas with variables that are stored in one place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.distribute.distributed_variables import (
    AggregatingVariable,
    DistributedVariable,
)
from runtime.distribute.mirrored import MirroredExtended
from runtime.variables.replicas import VariableSynchronization


class CentralStorageExtended(MirroredExtended):
    """Computes on several devices; all variables report one device.

    All logical CPUs are one memory: where a variable lies is a name, and each replica
    has a copy, equal to the others after each assignment.
    """

    def __init__(
        self, container_strategy: Any, devices: Sequence[str], place: str
    ) -> None:
        super().__init__(container_strategy, devices)
        self._place = place

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The device that holds variables."""
        return (self._place,)

    def _variable_class(
        self, synchronization: VariableSynchronization
    ) -> type[DistributedVariable]:
        return AggregatingVariable


__all__ = ["CentralStorageExtended"]
