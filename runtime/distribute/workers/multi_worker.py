"""MultiWorkerMirroredStrategy: one replica in each process, all in step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from runtime.arrays.reshaping import shape as shape_of
from runtime.data.datasets.base import DatasetBase
from runtime.devices.placement import device as on_device
from runtime.distribute.cluster_resolvers import (
    ClusterResolver,
    TFConfigClusterResolver,
)
from runtime.distribute.collective_ops import all_gather, all_reduce, from_first
from runtime.distribute.contexts import ReplicaContext
from runtime.distribute.distributed_datasets import hinted_dataset
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.inputs import InputContext, ValueContext
from runtime.distribute.reductions import ReduceOp, as_reduce_op, reduce_axis
from runtime.distribute.strategies import Strategy
from runtime.distribute.workers.buckets import in_buckets
from runtime.distribute.workers.membership import (
    ProcessMember,
    joined_group,
    membership_of,
)
from runtime.distribute.workers.options import (
    CommunicationImplementation,
    CommunicationOptions,
)
from runtime.distribute.workers.sharding import worker_dataset
from runtime.distribute.workers.variables import variable_kind
from runtime.math.casting import cast
from runtime.math.reductions import reduce_sum
from runtime.stateful_kernels.collective_groups import set_process_member
from runtime.tensors.composites import CompositeTensor, convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.structure import flatten, map_structure, pack
from runtime.tensors.tensor import CPU, Tensor
from runtime.variables.creators import variable_creator_scope


class WorkerReplicaContext(ReplicaContext):
    """The context of this process's only replica, one among the processes."""

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The sum or mean over all processes; small tensors travel together.

        Args:
          reduce_op: ``SUM`` or ``MEAN``, or its name.
          value: a tensor, IndexedSlices, or a structure of them, with the same shapes
            in each process.
          options: a `CommunicationOptions` for this call.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        way = as_reduce_op(reduce_op)
        extended: Any = self._strategy.extended
        leaves = [_as_tensor(each) for each in flatten(value, composites=False)]
        found = extended._all_reduce_many(way, leaves, options)
        return pack(value, found, composites=False)


def _as_tensor(value: Any) -> Any:
    if isinstance(value, (Tensor, IndexedSlices, CompositeTensor)):
        return value
    return convert_to_tensor(value)


class MultiWorkerExtended(StrategyExtended):
    """One replica here, and as many in all as there are processes."""

    experimental_between_graph = True

    def __init__(
        self,
        container: Strategy,
        member: ProcessMember | None,
        options: CommunicationOptions,
    ) -> None:
        super().__init__(container, [CPU])
        self._member = member
        self._rank = 0 if member is None else member.rank
        self._size = 1 if member is None else member.size
        self._options = options

    @property
    def experimental_should_init(self) -> bool:  # type: ignore[override]
        """Whether this process initializes variables for the others: the chief does."""
        return self._rank == 0

    should_checkpoint = experimental_should_init
    should_save_summary = experimental_should_init

    def _in_multi_worker_mode(self) -> bool:
        return self._member is not None

    @property
    def _num_replicas_in_sync(self) -> int:
        return self._size

    # --- in a replica

    def _all_reduce(self, way: ReduceOp, value: Any) -> Any:
        if self._size == 1:
            return value
        return all_reduce(way, value, self._size)

    def _all_reduce_many(
        self, way: ReduceOp, values: Sequence[Any], options: Any
    ) -> list[Any]:
        """The same of several: dense ones in buckets."""
        size = (options or self._options).bucket_size
        dense = [each for each in values if isinstance(each, Tensor)]
        reduced = iter(in_buckets(lambda x: self._all_reduce(way, x), dense, size))
        return [
            next(reduced) if isinstance(each, Tensor) else self._all_reduce(way, each)
            for each in values
        ]

    def _all_gather(self, value: Any, axis: int) -> Any:
        if self._size == 1:
            return value
        return all_gather(value, axis, self._rank, self._size)

    def _from_first(self, value: Any) -> Any:
        if self._size == 1:
            return value
        return from_first(value, self._rank, self._size)

    # --- across replicas

    def _reduce(self, way: ReduceOp, value: Any, axis: int | None) -> Any:
        if axis is None or self._size == 1:
            local = reduce_axis(way, value, axis)
            return map_structure(
                lambda each: self._all_reduce(way, _as_tensor(each)), local
            )
        return map_structure(lambda each: self._reduce_axis(way, each, axis), value)

    def _reduce_axis(self, way: ReduceOp, value: Any, axis: int) -> Any:
        tensor = _as_tensor(value)
        if tensor.shape.rank == 0:
            # Keras 3 asks for the mean of scalars over axis 0: over processes alone
            return self._all_reduce(way, tensor)
        total = self._all_reduce(ReduceOp.SUM, reduce_sum(tensor, axis=axis))
        if way is ReduceOp.SUM:
            return total
        count = self._all_reduce(ReduceOp.SUM, shape_of(tensor)[axis])
        return total / cast(count, total.dtype)

    def _gather(self, value: Any, axis: int) -> Any:
        return map_structure(lambda each: self._all_gather(each, axis), value)

    def reduce_to(
        self, reduce_op: Any, value: Any, destinations: Any, options: Any = None
    ) -> Any:
        """The sum or mean of the value over all processes, in all of them.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        return self._all_reduce(as_reduce_op(reduce_op), _as_tensor(value))

    def batch_reduce_to(
        self,
        reduce_op: Any,
        value_destination_pairs: Iterable[tuple[Any, Any]],
        options: Any = None,
    ) -> list[Any]:
        """`reduce_to` of each pair; small tensors travel together."""
        values = [_as_tensor(value) for value, _ in value_destination_pairs]
        return self._all_reduce_many(as_reduce_op(reduce_op), values, options)

    def _distribute_dataset(self, dataset: Any, options: Any) -> Any:
        if not isinstance(dataset, DatasetBase):
            return dataset
        if self._size == 1:
            return hinted_dataset(dataset)
        return worker_dataset(dataset, self._size, self._rank)

    def _datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any
    ) -> Any:
        return dataset_fn(InputContext(self._size, self._rank, self._size))

    def _values_from_function(self, value_fn: Callable[[ValueContext], Any]) -> Any:
        return value_fn(ValueContext(self._rank, self._size))

    def call_for_each_replica(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function once, as the replica of this process."""
        context = WorkerReplicaContext(self._container, self._rank, self._rank, 0)
        with context, on_device(self.devices[0]):
            return fn(*args, **(kwargs or {}))

    # --- variables

    def _creating_variables(self) -> AbstractContextManager[Any] | None:
        if self._size == 1:
            return None
        return variable_creator_scope(self._create_variable)

    def _create_variable(self, next_creator: Any, **kwargs: Any) -> Any:
        """A variable that begins with the value of the first process."""
        initial = kwargs.pop("initial_value")
        kind = variable_kind(kwargs.get("synchronization"))

        def first() -> Any:
            made = initial() if callable(initial) else initial
            tensor = convert_to_tensor(made, kwargs.get("dtype"))
            return first_value(self._from_first, tensor)

        return kind(self, initial_value=first, **kwargs)


_CARRIERS = {
    "bfloat16": "float32",
    "uint8": "int32",
    "int8": "int32",
    "uint16": "int32",
    "int16": "int32",
    "uint32": "int64",
    "uint64": "int64",
}
"""Dtypes that TensorFlow's broadcasts do not take, and those that hold their values."""


def first_value(broadcast: Callable[[Any], Any], tensor: Any) -> Any:
    """The value of the first process, by a broadcast of TensorFlow's dtypes.

    Strings are not sent: all processes run the same program and read equal strings.
    """
    if tensor.dtype.name == "string":
        return tensor
    carrier = _CARRIERS.get(tensor.dtype.name)
    if carrier is None:
        return broadcast(tensor)
    return cast(broadcast(cast(tensor, carrier)), tensor.dtype)


class MultiWorkerMirroredStrategy(Strategy):
    """Copies of all variables in each process, which train in step.

    ``TF_CONFIG`` describes the cluster; each of its processes runs the same program.
    Making the strategy waits for all of them. Variables made in its scope begin with
    the values of the first process (the chief, or worker 0); gradients are summed over
    all processes, so all copies stay equal. Without a cluster there is one replica.

    Args:
      cluster_resolver: a resolver of the cluster; by default, of ``TF_CONFIG``.
      communication_options: a `tf.distribute.experimental.CommunicationOptions`.

    >>> strategy = tf.distribute.MultiWorkerMirroredStrategy()
    >>> strategy.num_replicas_in_sync
    1

    Raises:
      ValueError: for a task that the cluster does not have.
      DeadlineExceededError: if a process does not come within five minutes.
      FailedPreconditionError: if one has another version or another cluster.
    """

    _extended: MultiWorkerExtended

    def __init__(
        self,
        cluster_resolver: ClusterResolver | None = None,
        communication_options: CommunicationOptions | None = None,
    ) -> None:
        self._resolver = cluster_resolver or TFConfigClusterResolver()
        options = communication_options or CommunicationOptions()
        member = None
        membership = membership_of(self._resolver, "MultiWorkerMirroredStrategy")
        if membership is not None:
            member = ProcessMember(joined_group(membership))
            member.group.timeout = options.timeout_seconds
            set_process_member(member)
        super().__init__(MultiWorkerExtended(self, member, options))

    @property
    def cluster_resolver(self) -> Any:
        """The resolver of the cluster."""
        return self._resolver


class EarlierMultiWorkerMirroredStrategy(MultiWorkerMirroredStrategy):
    """The same under ``tf.distribute.experimental``, with its earlier arguments."""

    def __init__(
        self,
        communication: CommunicationImplementation = CommunicationImplementation.AUTO,
        cluster_resolver: ClusterResolver | None = None,
    ) -> None:
        options = CommunicationOptions(implementation=communication)
        super().__init__(cluster_resolver, options)


__all__ = [
    "EarlierMultiWorkerMirroredStrategy",
    "MultiWorkerExtended",
    "MultiWorkerMirroredStrategy",
    "WorkerReplicaContext",
]
