"""Values of all replicas, as a replica that is a graph of its own sees them."""

from __future__ import annotations

from typing import Any

from runtime.distribute.collective_ops import from_first
from runtime.distribute.contexts import ReplicaContext
from runtime.distribute.values import DistributedValues, PerReplica
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.structure import children, is_nested, rebuild
from runtime.tensors.tensor import Tensor


class MergedValue(PerReplica):
    """This replica's value; reading `values` gathers the values of all replicas."""

    def __init__(self, own: Any, context: ReplicaContext) -> None:
        self.own = own
        self._context = context
        self._all: tuple[Any, ...] | None = None

    @property
    def values(self) -> tuple[Any, ...]:
        """The value of each replica: all meet, each sends its own."""
        if self._all is None:
            context = self._context
            size = context.num_replicas_in_sync
            self._all = tuple(
                from_first(self.own, context.rank, size, sender)
                for sender in range(size)
            )
        return self._all

    @property
    def _primary(self) -> Any:
        return self.own

    def value_of(self, copy: int) -> Any:
        """Its own value; there is no other replica in this graph."""
        return self.own


def as_merged(structure: Any, context: ReplicaContext) -> Any:
    """The structure with a `MergedValue` in place of each tensor."""
    if isinstance(structure, (DistributedValues,)) or hasattr(structure, "read_value"):
        return structure
    if isinstance(structure, (Tensor, IndexedSlices)):
        return MergedValue(structure, context)
    if is_nested(structure, composites=False):
        parts = [as_merged(each, context) for each in children(structure)]
        return rebuild(structure, parts)
    return structure


__all__ = ["MergedValue", "as_merged"]
