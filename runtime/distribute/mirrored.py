"""Several replicas in this process: how they run, and meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import copy_context
from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.arrays.joining import concat
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import current_trace, name_scope
from runtime.control_flow.conditionals import group as group_ops
from runtime.devices.placement import device as on_device
from runtime.distribute.collective_ops import all_gather, all_reduce
from runtime.distribute.contexts import (
    Position,
    ReplicaContext,
    at_position,
    position,
)
from runtime.distribute.copied_variables import CopyingExtended
from runtime.distribute.cross_device_ops import CrossDeviceOps, ReductionToOneDevice
from runtime.distribute.distributed_datasets import (
    PipelinesDataset,
    divided_dataset,
    given_out_dataset,
)
from runtime.distribute.distributed_variables import (
    DistributedVariable,
)
from runtime.distribute.inputs import (
    InputContext,
    InputOptions,
    InputReplicationMode,
    ValueContext,
)
from runtime.distribute.merged_values import MergedValue
from runtime.distribute.reductions import (
    ReduceOp,
    as_reduce_op,
    reduce_axis,
)
from runtime.distribute.replica_calls import call_replicas, merge_replicas
from runtime.distribute.values import (
    DistributedValues,
    Mirrored,
    always_per_replica,
    local_results,
    regrouped,
    selected,
)
from runtime.math.casting import cast
from runtime.stateful_kernels.equal_copies import all_or_none
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import map_structure


class MirroredExtended(CopyingExtended):
    """Replicas on the logical devices of this process, with mirrored variables."""

    _has_several = True

    def __init__(
        self,
        container_strategy: Any,
        devices: Sequence[str] = (),
        cross_device_ops: CrossDeviceOps | None = None,
    ) -> None:
        super().__init__(container_strategy, devices)
        self.cross_device_ops = cross_device_ops or ReductionToOneDevice()
        """How values are reduced across replicas; in replicas collectives do it."""

    # --- how a replica meets others

    @property
    def _num_replicas_in_sync(self) -> int:
        return len(self.devices)

    def _replica(self, asked: str) -> ReplicaContext:
        found = position().replica
        if found is None:
            raise RuntimeError(f"{asked} is asked for by a replica, inside of `run`.")
        return found

    def _all_reduce(self, way: ReduceOp, value: Any) -> Any:
        self._replica("all_reduce")
        return all_reduce(way, value, self._num_replicas_in_sync)

    def _all_gather(self, value: Any, axis: int) -> Any:
        rank = self._replica("all_gather").rank
        return all_gather(value, axis, rank, self._num_replicas_in_sync)

    def _merge_call(
        self,
        context: ReplicaContext,
        fn: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        return merge_replicas(context, fn, args, kwargs)

    def call_for_each_replica(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function in each replica; their results, regrouped.

        Raises:
          Exception: the first error of a replica, when all have ended.
        """
        self._require_cross_replica()
        # in a context of its own: an error or Ctrl-C while the scope is left leaves
        # the caller where it was
        given = fn, args, dict(kwargs or {})
        return copy_context().run(self._called, *given)

    def _called(self, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        with self._container.scope():
            return call_replicas(self._container, fn, args, kwargs)

    # --- inputs

    def _distribute_dataset(self, dataset: Any, options: Any) -> Any:
        if _has_pipelines(options):
            raise NotImplementedError(
                "InputReplicationMode.PER_REPLICA is only supported in "
                "`distribute_datasets_from_function`."
            )
        return divided_dataset(dataset, len(self.devices))

    def _datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any
    ) -> Any:
        count = len(self.devices)
        if _has_pipelines(options):
            contexts = [InputContext(count, copy, count) for copy in range(count)]
            return PipelinesDataset([dataset_fn(each) for each in contexts])
        return given_out_dataset(dataset_fn(InputContext(1, 0, count)), count)

    def _values_from_function(self, value_fn: Callable[[ValueContext], Any]) -> Any:
        self._require_cross_replica()
        count = len(self.devices)
        values = [value_fn(ValueContext(copy, count)) for copy in range(count)]
        return always_per_replica(values)

    # --- across replicas

    def reduce_to(
        self, reduce_op: Any, value: Any, destinations: Any, options: Any = None
    ) -> Any:
        """The sum or mean of the value over replicas; equal in all of them.

        Raises:
          ValueError: if `reduce_op` is no reduction, or for one Python number to add.
          RuntimeError: in a replica.
        """
        self._require_cross_replica()
        way = as_reduce_op(reduce_op)
        if isinstance(value, MergedValue):
            return all_reduce(way, value.own, self._num_replicas_in_sync)
        if isinstance(value, Mirrored) and way is ReduceOp.MEAN:
            return value
        if isinstance(value, DistributedValues):
            return self.cross_device_ops.reduce(way, value, destinations, options)
        if way is ReduceOp.MEAN:
            return value
        raise ValueError(
            f"A non-DistributedValues value {value} cannot be reduced with the given "
            f"reduce op {way}."
        )

    def batch_reduce_to(
        self,
        reduce_op: Any,
        value_destination_pairs: Iterable[tuple[Any, Any]],
        options: Any = None,
    ) -> list[Any]:
        """`reduce_to` of each pair."""
        pairs = list(value_destination_pairs)
        return [self.reduce_to(reduce_op, value, place) for value, place in pairs]

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """The tensor itself: all devices share one memory."""
        self._require_cross_replica()
        return Mirrored([tensor] * len(self.devices))

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """Calls ``fn(copy, ...)`` for each copy of a variable, with its part of values.

        In a replica, all replicas wait for each other first. With ``group``, an op or
        the updated values; otherwise a tuple with the result for each copy.
        """
        where = position()
        if where.replica is not None and where.strategy is self._container:
            merge = lambda _, *a, **k: self.update(var, fn, a, k, group)  # noqa: E731
            return where.replica.merge_call(merge, args, kwargs)
        options = dict(kwargs or {})
        copies = range(len(self.devices)) if where.copy is None else (where.copy,)
        results = []
        with all_or_none():
            for copy in copies:
                inside = Position(self._container, None, copy)
                with (
                    on_device(self.devices[copy]),
                    at_position(inside),
                    name_scope(f"update_{copy}"),
                ):
                    is_ours = isinstance(var, DistributedVariable)
                    one = var.values[copy] if is_ours else var
                    results.append(
                        fn(one, *selected(args, copy), **selected(options, copy))
                    )
        return _grouped(results) if group else tuple(results)

    def update_non_slot(
        self,
        colocate_with: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """Calls ``fn(...)`` for each device; returns its results."""
        self._require_cross_replica()
        options = dict(kwargs or {})
        results = []
        for copy in range(len(self.devices)):
            with at_position(Position(self._container, None, copy)):
                results.append(fn(*selected(args, copy), **selected(options, copy)))
        return _grouped(results) if group else tuple(results)

    def non_slot_devices(self, var_list: Sequence[Any]) -> Any:
        """The devices that hold variables which belong to many: all."""
        return self.devices

    def _local_results(self, value: Any) -> tuple[Any, ...]:
        return local_results(value)

    def _reduce(self, way: ReduceOp, value: Any, axis: int | None) -> Any:
        self._require_cross_replica()
        if axis is None:
            return map_structure(
                lambda each: _first(self.reduce_to(way, each, None)),
                value,
                composites=False,
            )
        reduce = lambda each: self._reduce_over(way, each, axis)  # noqa: E731
        return map_structure(reduce, value, composites=False)

    def _reduce_over(self, way: ReduceOp, value: Any, axis: int) -> Any:
        """Over replicas and an axis, whose size may differ: means count elements."""
        parts = local_results(value)
        totals = [reduce_axis(ReduceOp.SUM, each, axis) for each in parts]
        total = apply_op("AddN", [totals]) if len(totals) > 1 else totals[0]
        if way is ReduceOp.SUM:
            return total
        sizes = [shape_of(convert_to_tensor(each))[axis] for each in parts]
        count = apply_op("AddN", [sizes]) if len(sizes) > 1 else sizes[0]
        kind = total.dtype if total.dtype.is_floating else np.float64
        return cast(total, kind) / cast(count, kind)

    def _gather(self, value: Any, axis: int) -> Any:
        self._require_cross_replica()

        def joined(each: Any) -> Any:
            parts = [convert_to_tensor(part) for part in local_results(each)]
            return parts[0] if len(parts) == 1 else concat(parts, axis=axis)

        return map_structure(joined, value, composites=False)


def _has_pipelines(options: InputOptions | None) -> bool:
    """Whether each replica is to have an input pipeline of its own."""
    if options is None:
        return False
    return options.experimental_replication_mode is InputReplicationMode.PER_REPLICA


def _first(value: Any) -> Any:
    return value.values[0] if isinstance(value, DistributedValues) else value


def _grouped(results: Sequence[Any]) -> Any:
    whole = regrouped(results, Mirrored)
    if current_trace() is None or not isinstance(whole, DistributedValues):
        return whole
    ops = [each for each in whole.values if hasattr(each, "op")]
    return group_ops(*ops) if ops and len(ops) == len(whole.values) else whole


__all__ = ["MirroredExtended"]
