"""Reductions and broadcasts across replicas; programs may subclass them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.arrays.joining import concat
from runtime.distribute.reductions import ReduceOp
from runtime.distribute.values import DistributedValues, Mirrored
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike

Accumulation = Callable[[Sequence[Any]], Any]


class CrossDeviceOps:
    """The base class; subclasses override the methods that end in `_implementation`."""

    def reduce(
        self,
        reduce_op: ReduceOp,
        per_replica_value: Any,
        destinations: Any,
        options: Any = None,
    ) -> Any:
        """The sum or mean of the value of each replica.

        Where the destinations are a value of several replicas, one for each of them.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        _check(reduce_op)
        return self.reduce_implementation(
            reduce_op, _distributed(per_replica_value), destinations, options
        )

    def batch_reduce(
        self,
        reduce_op: ReduceOp,
        value_destination_pairs: Sequence[tuple[Any, Any]],
        options: Any = None,
    ) -> list[Any]:
        """`reduce` of each pair of a value and its destinations.

        Raises:
          ValueError: if `reduce_op` is no reduction, or a pair is none.
        """
        _check(reduce_op)
        if not all(isinstance(each, tuple) for each in value_destination_pairs):
            raise ValueError(
                "Each element of `value_destination_pairs` should be a tuple."
            )
        pairs = [(_distributed(each), place) for each, place in value_destination_pairs]
        return self.batch_reduce_implementation(reduce_op, pairs, options)

    def broadcast(self, tensor: TensorLike, destinations: Any) -> Any:
        """The tensor in all destinations."""
        return self.broadcast_implementation(tensor, destinations)

    def reduce_implementation(
        self,
        reduce_op: ReduceOp,
        per_replica_value: Any,
        destinations: Any,
        options: Any,
    ) -> Any:
        """The implementation of `reduce`.

        Raises:
          NotImplementedError: unless a subclass overrides the method.
        """
        raise NotImplementedError("_reduce method must be implemented in descendants.")

    def batch_reduce_implementation(
        self,
        reduce_op: ReduceOp,
        value_destination_pairs: Sequence[tuple[Any, Any]],
        options: Any,
    ) -> list[Any]:
        """The implementation of `batch_reduce`: by default `reduce` of each pair."""
        return [
            self.reduce_implementation(reduce_op, value, place, options)
            for value, place in value_destination_pairs
        ]

    def broadcast_implementation(self, tensor: TensorLike, destinations: Any) -> Any:
        """The implementation of `broadcast`."""
        return at_destinations(tensor, destinations)


class ReductionToOneDevice(CrossDeviceOps):
    """Adds in the order of replicas, or as ``accumulation_fn`` does with their list.

    >>> from runtime.distribute.values import PerReplica
    >>> value = PerReplica([tf.constant(1.0), tf.constant(3.0)])
    >>> ops = tf.distribute.ReductionToOneDevice()
    >>> ops.reduce(tf.distribute.ReduceOp.MEAN, value, "CPU:0").numpy()
    np.float32(2.0)
    """

    def __init__(
        self,
        reduce_to_device: str | None = None,
        accumulation_fn: Accumulation | None = None,
    ) -> None:
        self.reduce_to_device = reduce_to_device
        self.accumulation_fn = accumulation_fn or _sum

    def reduce_implementation(
        self,
        reduce_op: ReduceOp,
        per_replica_value: Any,
        destinations: Any,
        options: Any,
    ) -> Any:
        """The sum or mean."""
        parts = per_replica_value.values
        if isinstance(parts[0], IndexedSlices):
            found = _joined_slices(reduce_op, parts)
        else:
            found = self.accumulation_fn([convert_to_tensor(each) for each in parts])
            if reduce_op is ReduceOp.MEAN:
                found = found / len(parts)
        return at_destinations(found, destinations)


class _AllReduce(ReductionToOneDevice):
    """Packs are of links between accelerators: on one CPU they mean nothing.

    Raises:
      ValueError: for a negative number of packs.
    """

    def __init__(self, num_packs: int = 1) -> None:
        if num_packs < 0:
            raise ValueError(
                f"{type(self).__name__} requires num_packs >= 0, but {num_packs} is "
                "specified"
            )
        super().__init__()


class HierarchicalCopyAllReduce(_AllReduce):
    """As `ReductionToOneDevice`: logical CPUs have no hierarchy."""


class NcclAllReduce(_AllReduce):
    """As `ReductionToOneDevice`: NCCL is for GPUs."""


def at_destinations(value: Any, destinations: Any) -> Any:
    """The value; one for each replica if the destinations are a value of several."""
    if isinstance(destinations, DistributedValues):
        return Mirrored([value] * len(destinations.values))
    return value


def _distributed(value: Any) -> DistributedValues:
    return value if isinstance(value, DistributedValues) else Mirrored([value])


def _check(reduce_op: Any) -> None:
    if not isinstance(reduce_op, ReduceOp):
        raise ValueError("`reduce_op` must be Reduce.SUM or Reduce.MEAN.")


def _sum(parts: Sequence[Any]) -> Any:
    return apply_op("AddN", [list(parts)])


def _joined_slices(way: ReduceOp, parts: Sequence[IndexedSlices]) -> IndexedSlices:
    values = concat([each.values for each in parts], axis=0)
    if way is ReduceOp.MEAN:
        values = values / np.asarray(len(parts), values.dtype.numpy_dtype)
    indices = concat([each.indices for each in parts], axis=0)
    return IndexedSlices(values, indices, parts[0].dense_shape)


__all__ = [
    "CrossDeviceOps",
    "HierarchicalCopyAllReduce",
    "NcclAllReduce",
    "ReductionToOneDevice",
    "at_destinations",
]
