"""Replicas that share one copy of each variable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from runtime.devices.placement import device as on_device
from runtime.distribute.mirrored import MirroredExtended
from runtime.variables.creators import variable_creator_scope

if TYPE_CHECKING:
    from runtime.distribute.strategies import Strategy


class CentralStorageExtended(MirroredExtended):
    """Computes on several devices; variables lie on one."""

    def __init__(
        self, container_strategy: Strategy, devices: Sequence[str], place: str
    ) -> None:
        super().__init__(container_strategy, devices)
        self._place = place

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The device that holds variables."""
        return (self._place,)

    def _creating_variables(self) -> AbstractContextManager[Any]:
        return variable_creator_scope(self._create_central)

    def _create_central(
        self, next_creator: Callable[..., Any], **options: Any
    ) -> Any:
        with on_device(self._place):
            made = next_creator(**options)
        made._distribute_strategy = self._container
        return made


__all__ = ["CentralStorageExtended"]
