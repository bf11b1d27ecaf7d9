"""Variables with a copy per replica: mirrored, or aggregated when read.

A variable is one Python object. In a replica, and while a copy is updated, its methods
act on the current copy; across replicas they act on all copies.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from copy import deepcopy
from itertools import count
from typing import Any, Final

import numpy as np

from autograph import register_stage
from runtime.apply import apply_op
from runtime.context import CURRENT, current_trace
from runtime.distribute.collective_ops import all_reduce, from_first
from runtime.distribute.contexts import POSITION, Position
from runtime.distribute.reductions import ReduceOp
from runtime.distribute.values import DistributedValues, Mirrored
from runtime.math.casting import cast
from runtime.stateful_kernels.collective_groups import MEMBER, ThreadMember
from runtime.stateful_kernels.equal_copies import Copies, all_or_none
from runtime.stateful_kernels.variables import VariableStorage
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.structure import flatten, map_structure
from runtime.tensors.tensor import EagerTensor, Tensor
from runtime.variables.quick_calls import count_by_identity
from runtime.variables.replicas import (
    AnyAggregation,
    VariableAggregation,
    VariableSynchronization,
)
from runtime.variables.resource import ResourceVariable
from runtime.variables.stage import VariableStage

_NUMBERS: Final = count()


class DistributedVariable(DistributedValues, ResourceVariable):
    """A variable with one component variable for each replica in this process."""

    def __init__(
        self,
        strategy: Any,
        copies: Sequence[ResourceVariable],
        aggregation: AnyAggregation,
        synchronization: VariableSynchronization,
    ) -> None:
        DistributedValues.__init__(self, copies)
        first = copies[0]
        self._distribute_strategy = strategy
        self.trainable = first.trainable
        self.constraint = first.constraint
        self.aggregation = aggregation
        self.synchronization = synchronization
        self.name = first.name
        self.number = first.number
        itself = weakref.ref(self)
        for each in copies:
            each._distributed_container = itself  # type: ignore[attr-defined]
            each._distribute_strategy = strategy  # type: ignore[attr-defined]

    # --- which copy is meant

    def _where(self) -> Position | None:
        """The position under its own strategy; None across replicas and elsewhere."""
        where = POSITION.get()
        if where is None or where.strategy is not self._distribute_strategy:
            return None
        return where if where.copy is not None else None

    @property
    def _present(self) -> ResourceVariable:
        where = self._where()
        found: ResourceVariable = self._values[(where and where.copy) or 0]
        return found

    @property
    def handle(self) -> EagerTensor:  # type: ignore[override]
        """The handle of the current replica's copy, by default of the first."""
        return self._present.handle

    @property
    def storage(self) -> VariableStorage:  # type: ignore[override]
        """The storage of the current replica's copy, by default of the first."""
        return self._present.storage

    @property
    def distribute_strategy(self) -> Any:
        """The strategy under which it was made."""
        return self._distribute_strategy

    def handles_meant(self) -> list[EagerTensor]:
        """The handle of the current replica's copy, or the handles of all copies."""
        if self._where() is not None:
            return [self._present.handle]
        return [each.handle for each in self._values]

    def replica_number(self) -> Any:
        """The number of the replica that asks; None across replicas."""
        where = self._where()
        replica = None if where is None else where.replica
        return None if replica is None else replica.replica_id_in_sync_group

    def value_of(self, copy: int) -> Any:
        """This variable: in a replica it stands for the replica's copy."""
        return self

    def __repr__(self) -> str:
        return DistributedValues.__repr__(self)

    def __str__(self) -> str:
        return DistributedValues.__str__(self)

    # --- changing

    def assign(
        self,
        value: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Assigns a new value, in a replica to its copy, across replicas to all copies.

        Raises:
          ValueError: as for one variable; for Python numbers that replicas would have
            to add up.
        """
        return self._change("assign", value, (use_locking, name, read_value))

    def assign_add(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Adds to the value; otherwise as `assign`."""
        return self._change("assign_add", delta, (use_locking, name, read_value))

    def assign_sub(
        self,
        delta: Any,
        use_locking: bool = False,
        name: str | None = None,
        read_value: bool = True,
    ) -> Any:
        """Subtracts from the value; otherwise as `assign`."""
        return self._change("assign_sub", delta, (use_locking, name, read_value))

    def _change(self, method: str, value: Any, rest: tuple[Any, ...]) -> Any:
        where = self._where()
        if where is None:
            return self._change_all(method, value, rest)
        copy = where.copy
        assert copy is not None
        mine = value.value_of(copy) if isinstance(value, DistributedValues) else value
        return self._change_copy(where, method, mine, rest)

    def _change_copy(
        self, where: Position, method: str, value: Any, rest: tuple[Any, ...]
    ) -> Any:
        return getattr(self._present, method)(value, *rest)

    def _change_all(self, method: str, value: Any, rest: tuple[Any, ...]) -> Any:
        results = [
            getattr(each, method)(_part(value, copy), *rest)
            for copy, each in enumerate(self._values)
        ]
        return Mirrored(list(map(_read, results)))

    def _scatter(self, op: str, sparse_delta: Any, name: str | None) -> Any:
        return self._change("_scatter", sparse_delta, (op, name))

    # --- as a Python object

    def __copy__(self) -> Any:
        raise NotImplementedError(
            "A variable of a strategy cannot be copied without its values: deepcopy it."
        )

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        copies = [deepcopy(each, memo) for each in self._values]
        made = type(self)(
            self._distribute_strategy, copies, self.aggregation, self.synchronization
        )
        memo[id(self)] = made
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return self._values[0].__reduce__()  # type: ignore[no-any-return]


def _is_tensor_like(value: Any) -> bool:
    return hasattr(type(value), "__is_tensor__") or isinstance(
        value, (Tensor, IndexedSlices, np.ndarray)
    )


class MirroredVariable(DistributedVariable):
    """Equal copies: replicas' assignments are first merged by ``aggregation``.

    An error leaves all copies as before an assignment, or as after it.
    """

    def __init__(
        self,
        strategy: Any,
        copies: Sequence[ResourceVariable],
        aggregation: AnyAggregation,
        synchronization: VariableSynchronization,
    ) -> None:
        super().__init__(strategy, copies, aggregation, synchronization)
        if len(copies) > 1:
            equal = Copies(len(copies))
            for each in copies:
                each.storage.copies = equal

    def _change_copy(
        self, where: Position, method: str, value: Any, rest: tuple[Any, ...]
    ) -> Any:
        change = _method(self._present, method)
        if where.replica is None or self.aggregation == VariableAggregation.NONE:
            return change(value, *rest)
        merged = self._merged(where, value)
        member = MEMBER.get()
        if current_trace() is not None or not isinstance(member, ThreadMember):
            return _read(change(merged, *rest))
        # one replica changes all copies: what the others do next cannot part them
        results = member.group.meet(
            member.rank,
            f"{method} of {self.name}",
            merged,
            lambda values: self._change_each(method, values, rest),
        )
        return results[member.rank]

    def _merged(self, where: Position, value: Any) -> Any:
        """The value that all replicas assign, from what each of them would."""
        replica = where.replica
        assert replica is not None
        size = replica.num_replicas_in_sync
        # replicas may differ in any tensor of a list
        is_python = not any(map(_is_tensor_like, flatten(value, composites=False)))
        if self.aggregation == VariableAggregation.ONLY_FIRST_REPLICA:
            send = lambda each: from_first(each, replica.rank, size)  # noqa: E731
            return self._each_tensor(send, value)
        way = ReduceOp.from_variable_aggregation(self.aggregation)
        assert way is not None
        if is_python and way is ReduceOp.MEAN:
            return value
        if is_python:
            raise ValueError(
                f"A non-DistributedValues value {value} cannot be reduced with the "
                f"given reduce op {way}."
            )
        if isinstance(value, IndexedSlices):
            return all_reduce(way, value, size)
        return all_reduce(way, convert_to_tensor(value, self.dtype), size)

    def _each_tensor(self, function: Callable[[Any], Any], value: Any) -> Any:
        if isinstance(value, IndexedSlices):
            return map_structure(function, value)
        return function(convert_to_tensor(value, self.dtype))

    def _change_all(self, method: str, value: Any, rest: tuple[Any, ...]) -> Any:
        values = [_part(value, copy) for copy in range(len(self._values))]
        return Mirrored(self._change_each(method, values, rest))

    def _change_each(
        self, method: str, values: Sequence[Any], rest: tuple[Any, ...]
    ) -> list[Any]:
        with all_or_none():
            return [
                _read(_method(each, method)(value, *rest))
                for each, value in zip(self._values, values, strict=True)
            ]


class AggregatingVariable(MirroredVariable):
    """A variable that stands for one value, stored in one place.

    Each replica works on a copy of its own; they are always equal.
    """

    def _change_copy(
        self, where: Position, method: str, value: Any, rest: tuple[Any, ...]
    ) -> Any:
        if where.replica is not None and self.aggregation == VariableAggregation.NONE:
            raise ValueError(
                "You must specify an aggregation method to update a "
                "AggregatingVariable in Replica Context. You can do so by passing an "
                "explicit value for argument `aggregation` to tf.Variable(..)."
            )
        return super()._change_copy(where, method, value, rest)

    def _change_all(self, method: str, value: Any, rest: tuple[Any, ...]) -> Any:
        return super()._change_all(method, value, rest).values[0]

    def __repr__(self) -> str:
        return repr(self._values[0])

    def __str__(self) -> str:
        return str(self._values[0])


class SyncOnReadVariable(DistributedVariable):
    """Copies that differ; read across replicas they are merged by ``aggregation``."""

    def value(self) -> Tensor:
        """The value of the current replica's copy; across replicas, the merged value.

        Raises:
          ValueError: across replicas, without an aggregation.
        """
        where = self._where()
        if where is None:
            return self._merged_values()
        if where.merging is not None:
            return self._merged_over(where)
        return self._present.value()

    def _way(self) -> ReduceOp | None:
        if self.aggregation == VariableAggregation.ONLY_FIRST_REPLICA:
            return None
        way = ReduceOp.from_variable_aggregation(self.aggregation)
        if way is None:
            raise ValueError(
                "Could not convert from `tf.VariableAggregation` "
                f"{self.aggregation} to`tf.distribute.ReduceOp` type"
            )
        return way

    def _merged_values(self) -> Tensor:
        way = self._way()
        first: Tensor = self._values[0].value()
        if way is None:
            return first
        total: Tensor = apply_op("AddN", [[each.value() for each in self._values]])
        if way is ReduceOp.MEAN:
            total = total / np.asarray(len(self._values), self.dtype.numpy_dtype)
        found: Tensor = cast(total, self.dtype)
        return found

    def _merged_over(self, where: Position) -> Tensor:
        way, replica = self._way(), where.merging
        assert replica is not None
        mine, size = self._present.value(), replica.num_replicas_in_sync
        found: Tensor = (
            from_first(mine, replica.rank, size)
            if way is None
            else all_reduce(way, mine, size)
        )
        return found

    def numpy(self) -> Any:
        """The value as an array of its own, or a NumPy scalar."""
        return self.value().numpy()

    def _change_copy(
        self, where: Position, method: str, value: Any, rest: tuple[Any, ...]
    ) -> Any:
        if method == "_scatter":
            raise _no_scatter(rest[0])
        return getattr(self._present, method)(value, *rest)

    def _change_all(self, method: str, value: Any, rest: tuple[Any, ...]) -> Any:
        if method == "_scatter":
            raise _no_scatter(rest[0])
        if self.aggregation == VariableAggregation.SUM:
            value = self._share(method, value)
        for copy, each in enumerate(self._values):
            getattr(each, method)(_part(value, copy), *rest)
        return self.value() if CURRENT.get() is None or rest[-1] else None

    def _share(self, method: str, value: Any) -> Any:
        if method != "assign":
            raise ValueError(
                f"SyncOnReadVariable does not support `{method}` in cross-replica "
                "context when aggregation is set to `tf.VariableAggregation.SUM`."
            )
        total = convert_to_tensor(value, self.dtype)
        return cast(
            total / np.asarray(len(self._values), total.dtype.numpy_dtype), self.dtype
        )


def _method(variable: ResourceVariable, name: str) -> Callable[..., Any]:
    """A method that takes the value first."""
    if name == "_scatter":
        return lambda value, op, label: variable._scatter(op, value, label)
    return getattr(variable, name)  # type: ignore[no-any-return]


def _no_scatter(op: str) -> NotImplementedError:
    name = op.removeprefix("ResourceScatter").lower()
    return NotImplementedError(
        f"Variables with `synchronization=ON_READ` doesn't support `scatter_{name}`"
    )


def _part(value: Any, copy: int) -> Any:
    return value.values[copy] if isinstance(value, DistributedValues) else value


def _read(result: Any) -> Any:
    """The value after a change, where one was asked for."""
    return result.value() if isinstance(result, ResourceVariable) else result


def variable_class(
    synchronization: VariableSynchronization,
) -> type[DistributedVariable]:
    """The class of variables for a synchronization mode."""
    if synchronization is VariableSynchronization.ON_READ:
        return SyncOnReadVariable
    return MirroredVariable


for _kind in (AggregatingVariable, MirroredVariable, SyncOnReadVariable):
    register_stage(_kind, VariableStage())
    count_by_identity(_kind)

__all__ = [
    "AggregatingVariable",
    "DistributedVariable",
    "MirroredVariable",
    "SyncOnReadVariable",
    "variable_class",
]
