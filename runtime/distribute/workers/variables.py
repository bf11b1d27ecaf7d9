"""Variables with a copy per process: equal copies, or parts of a sum."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from runtime.distribute.contexts import position
from runtime.distribute.reductions import ReduceOp, check_mean
from runtime.tensors.composites import convert_to_tensor
from runtime.trackable.base import VARIABLE_VALUE
from runtime.variables.replicas import VariableAggregation, VariableSynchronization
from runtime.variables.resource import ResourceVariable

if TYPE_CHECKING:
    from runtime.distribute.extended import StrategyExtended


class WorkerVariable(ResourceVariable):
    """A variable that all processes keep equal.

    It is made by `tf.Variable` in the scope of a strategy over several processes. In a
    replica an assigned value is first merged over all replicas, by the variable's
    aggregation; without an aggregation the program must assign equal values.
    """

    _distribute_strategy: Any

    def __init__(self, extended: StrategyExtended, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        check_mean(self.aggregation, self.dtype)
        self._extended = extended
        self._distribute_strategy = extended._container

    def _is_in_replica(self) -> bool:
        """Whether a replica runs, and not what stands for all of them."""
        now = position()
        return now.replica is not None and now.strategy is self._distribute_strategy

    def replica_number(self) -> int | None:
        """The number of the replica that asks; None across replicas.

        Generators of random numbers ask: each replica has a stream of its own.
        """
        now = position()
        if now.replica is None or not self._is_in_replica():
            return None
        return now.replica.rank

    def _merged(self, value: Any) -> Any:
        """What a replica may assign."""
        is_own = self.aggregation in (
            VariableAggregation.NONE,
            VariableAggregation.ONLY_FIRST_REPLICA,
        )
        if is_own or not self._is_in_replica():
            return value
        way = ReduceOp.from_variable_aggregation(self.aggregation)
        return self._extended._all_reduce(way, convert_to_tensor(value, self.dtype))  # type: ignore[arg-type]

    def assign(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Assigns a new value; in a replica, the merged value of all replicas."""
        return super().assign(self._merged(value), *args, **kwargs)

    def assign_add(self, delta: Any, *args: Any, **kwargs: Any) -> Any:
        """Adds to the value; in a replica, the merged amounts of all replicas."""
        return super().assign_add(self._merged(delta), *args, **kwargs)

    def assign_sub(self, delta: Any, *args: Any, **kwargs: Any) -> Any:
        """Subtracts from the value; in a replica, all replicas' merged amounts."""
        return super().assign_sub(self._merged(delta), *args, **kwargs)


class SyncOnReadVariable(WorkerVariable):
    """A variable of which each process has its own part, merged when it is read.

    In a replica its value is the replica's part; elsewhere the merged value, for which
    all processes wait for each other.
    """

    def _merged(self, value: Any) -> Any:
        return value

    def value(self) -> Any:
        """The part of a replica; across replicas, the merged value."""
        part = super().value()
        if self._is_in_replica() or self.aggregation == VariableAggregation.NONE:
            return part
        if self.aggregation == VariableAggregation.ONLY_FIRST_REPLICA:
            return self._extended._from_first(part)  # type: ignore[attr-defined]
        way = ReduceOp.from_variable_aggregation(self.aggregation)
        return self._extended._all_reduce(way, part)  # type: ignore[arg-type]

    read_value = value
    read_value_no_copy = value

    def numpy(self) -> Any:
        """The value as a new array; for a merged value all processes must call it."""
        return self.value().numpy()

    def assign(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        """Assigns a new value; across replicas, every copy gets its part of a sum."""
        if not self._is_in_replica() and self.aggregation == VariableAggregation.SUM:
            whole = convert_to_tensor(value, self.dtype)
            size = self._distribute_strategy.num_replicas_in_sync
            value = whole // size if self.dtype.is_integer else whole / size
        return super().assign(value, *args, **kwargs)

    def _changed_across(self, change: Callable[..., Any], value: Any) -> Any:
        if not self._is_in_replica() and self.aggregation == VariableAggregation.SUM:
            raise ValueError(
                "SyncOnReadVariable does not support `assign_add` or `assign_sub` in "
                "cross-replica context when aggregation is set to "
                "`tf.VariableAggregation.SUM`."
            )
        return change(value)

    def assign_add(self, delta: Any, *args: Any, **kwargs: Any) -> Any:
        """Adds to the part of a replica."""
        change = super().assign_add
        return self._changed_across(lambda each: change(each, *args, **kwargs), delta)

    def assign_sub(self, delta: Any, *args: Any, **kwargs: Any) -> Any:
        """Subtracts from the part of a replica."""
        change = super().assign_sub
        return self._changed_across(lambda each: change(each, *args, **kwargs), delta)

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {VARIABLE_VALUE: self.value()}


def variable_kind(synchronization: Any) -> type[WorkerVariable]:
    """The class of variables with a synchronization."""
    if synchronization is VariableSynchronization.ON_READ:
        return SyncOnReadVariable
    return WorkerVariable
