"""StrategyExtended: the interface of strategies for libraries.

The base class has one replica. Strategies with several replicas override its methods
with an underscore: how replicas exchange values, and how variables are made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from runtime.arrays.rearranging import identity
from runtime.devices.placement import device as on_device
from runtime.distribute.contexts import Position, ReplicaContext, at_position, position
from runtime.distribute.inputs import InputContext, ValueContext
from runtime.distribute.reductions import ReduceOp, as_reduce_op, reduce_axis
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import CPU
from runtime.variables.creators import variable_creator_scope


class StrategyExtended:
    """The extended interface of a strategy with one device.

    >>> extended = tf.distribute.get_strategy().extended
    >>> extended.reduce_to("SUM", tf.constant(1.0), destinations="/cpu:0").numpy()
    np.float32(1.0)
    """

    def __init__(self, container_strategy: Any, devices: Sequence[str] = ()) -> None:
        self._container = container_strategy
        self.devices = tuple(devices)

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The devices that compute.

        Raises:
          RuntimeError: of the default strategy.
        """
        return self._known_devices("worker_devices")

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The devices that hold variables.

        Raises:
          RuntimeError: of the default strategy.
        """
        return self._known_devices("parameter_devices")

    def _known_devices(self, asked: str) -> tuple[str, ...]:
        if not self.devices:
            raise RuntimeError(
                f"{asked}() method unsupported by default tf.distribute.Strategy."
            )
        return self.devices

    experimental_require_static_shapes = False
    experimental_between_graph = False
    _global_batch_size = True  # asked by Keras 2: batches are those of all replicas
    experimental_should_init = True
    should_checkpoint = True
    should_save_summary = True

    _has_several = False
    """Whether there are several replicas, so that each has copies of its own."""

    def _use_merge_call(self) -> bool:
        return True

    def _in_multi_worker_mode(self) -> bool:
        return False

    # --- what strategies with several replicas override

    @property
    def _num_replicas_in_sync(self) -> int:
        """How many replicas compute together, in all processes."""
        return 1

    def _all_reduce(self, way: ReduceOp, value: Any) -> Any:
        """In a replica: the sum or mean of a tensor or IndexedSlices over replicas."""
        return value

    def _all_gather(self, value: Any, axis: int) -> Any:
        """In a replica: the tensors of all, joined along an axis."""
        return value

    def _merge_call(
        self,
        context: ReplicaContext,
        fn: Callable[..., Any],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """In a replica: calls the function across replicas; gives this one's part."""
        with at_position(Position(self._container, None, context.copy)):
            return fn(self._container, *args, **kwargs)

    def _creating_variables(self) -> AbstractContextManager[Any] | None:
        """A context manager under which variables are made as the strategy has them."""
        return variable_creator_scope(self._create_on_device) if self.devices else None

    def _create_on_device(
        self, next_creator: Callable[..., Any], **options: Any
    ) -> Any:
        is_there = self.devices[0] == CPU
        with nullcontext() if is_there else on_device(self.devices[0]):
            made = next_creator(**options)
        # random numbers of the first replica do not depend on how many there are
        made.replica_number = self._only_replica_number
        return made

    def _only_replica_number(self) -> int | None:
        """The number of the replica that asks; None across replicas."""
        now = position()
        is_own = now.strategy is self._container and now.replica is not None
        return 0 if is_own else None

    def _enter_rest(self) -> None:
        """Prepares for being current for the rest of the program."""

    def _leave_rest(self) -> None:
        """Undoes `_enter_rest`."""

    def _reduce(self, way: ReduceOp, value: Any, axis: int | None) -> Any:
        """Across replicas: the sum or mean, also over an axis if there is one."""
        self._require_cross_replica()
        return reduce_axis(way, value, axis)

    def _gather(self, value: Any, axis: int) -> Any:
        """Across replicas: the tensors of all, joined along an axis."""
        self._require_cross_replica()
        return value

    def _local_results(self, value: Any) -> tuple[Any, ...]:
        """The value of each replica in this process."""
        return (value,)

    def _distribute_dataset(self, dataset: Any, options: Any) -> Any:
        """The dataset as something that gives each replica its share."""
        return dataset

    def _datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any
    ) -> Any:
        """The dataset that a function makes, as something that has a part for each."""
        return dataset_fn(InputContext())

    def _values_from_function(self, value_fn: Callable[[ValueContext], Any]) -> Any:
        """The values that a function makes for each replica."""
        return value_fn(ValueContext())

    # --- running

    def call_for_each_replica(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function once, as the only replica.

        Raises:
          RuntimeError: in a replica of a strategy other than the default one.
        """
        self._require_cross_replica()
        with ReplicaContext(self._container, 0):
            if not self.devices:
                return fn(*args, **(kwargs or {}))
            making = variable_creator_scope(self._create_on_device)
            with making, on_device(self.devices[0]):
                return fn(*args, **(kwargs or {}))

    # --- across replicas

    def reduce_to(
        self, reduce_op: Any, value: TensorLike, destinations: Any, options: Any = None
    ) -> Any:
        """The sum or mean of the value over replicas, where the destinations are.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        as_reduce_op(reduce_op)
        return value

    def batch_reduce_to(
        self,
        reduce_op: Any,
        value_destination_pairs: Iterable[tuple[Any, Any]],
        options: Any = None,
    ) -> list[Any]:
        """`reduce_to` of each pair."""
        return [
            self.reduce_to(reduce_op, value, place)
            for value, place in value_destination_pairs
        ]

    def broadcast_to(self, tensor: TensorLike, destinations: Any) -> Any:
        """The tensor itself, as there is one device."""
        return tensor

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """Calls ``fn(var, ...)`` for each copy of the variable; returns its results.

        With ``group``, an op or the updated values; otherwise a tuple with the result
        for each copy.
        """
        with at_position(Position(self._container, None)):
            result = fn(var, *args, **(kwargs or {}))
        return result if group else self._container.experimental_local_results(result)

    def update_non_slot(
        self,
        colocate_with: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """Calls ``fn(...)`` and returns its result."""
        result = fn(*args, **(kwargs or {}))
        return result if group else self._container.experimental_local_results(result)

    def non_slot_devices(self, var_list: Sequence[Any]) -> Any:
        """The device group for a variable shared by several: the first by name."""
        return min(var_list, key=lambda each: each.name)

    def value_container(self, value: TensorLike) -> Any:
        """The variable that a copy belongs to; with one copy, the variable itself."""
        container = getattr(value, "_distributed_container", None)
        return value if container is None else container()

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return identity(v)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether the variable was made under this strategy."""
        return getattr(v, "_distribute_strategy", None) in (None, self._container)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A context manager: variables made inside lie where another does."""
        return on_device(colocate_with_variable.device)

    def _require_cross_replica(self) -> None:
        found = position()
        is_own = found.strategy is self._container and not self._container.is_default
        if is_own and found.replica is not None:
            raise RuntimeError(
                "Method requires being in cross-replica context, use "
                "get_replica_context().merge_call()"
            )
