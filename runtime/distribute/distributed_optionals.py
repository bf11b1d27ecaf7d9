"""Elements of replicas as one structure, and optionals of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from runtime.data.elements.structures import map_leaves
from runtime.data.iterators.optional import Optional
from runtime.distribute.values import PerReplica, PerReplicaSpec


def regrouped_elements(
    parts: Sequence[Any], kind: type[PerReplica] = PerReplica
) -> Any:
    """The elements of all replicas as one structure of `PerReplica` values."""
    first, *others = parts
    return map_leaves(lambda *leaves: kind(leaves), first, *others)


class DistributedOptional(Optional):
    """What may be the next element of replicas: their parts, in one optional."""

    def get_value(self, name: str | None = None) -> Any:
        """The element, as `PerReplica` values.

        Raises:
          InvalidArgumentError: if there is none.
        """
        return regrouped_elements(super().get_value(name))

    @property
    def element_spec(self) -> Any:
        """The specs of the parts, as `PerReplica` values."""
        return regrouped_elements(self._element_spec, PerReplicaSpec)

    def with_components(self, components: Sequence[Any]) -> DistributedOptional:
        """The optional of another variant."""
        return DistributedOptional(components[0], self._element_spec)

    def spec_of_components(self, parts: Any) -> Any:
        """This optional, which is its own spec."""
        return self

    @property
    def _type_spec(self) -> Any:
        return self


DistributedOptional.component_kind = DistributedOptional


__all__ = ["DistributedOptional", "regrouped_elements"]
