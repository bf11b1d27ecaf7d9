"""Which strategy is current, and whether a replica or all of them are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from graphir.attachments import Attached
from runtime.distribute.reductions import as_reduce_op
from runtime.signatures.trace_place import TRACE_PLACE
from runtime.tensors.composites import CompositeTensor, convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import map_structure
from runtime.tensors.tensor import Tensor

Strategy: TypeAlias = Any
"""A `tf.distribute.Strategy`, whose module imports this one."""


class Position(NamedTuple):
    """The position of the program: its strategy, and its replica or none."""

    strategy: Strategy
    replica: ReplicaContext | None
    copy: int | None = None
    """Which copy of variables is meant, of those in this process; None for all.

    A replica has its own; across replicas one is meant while it is updated.
    """
    merging: ReplicaContext | None = None
    """The replica that runs what is written across replicas, in a graph of its own."""


POSITION: Final[ContextVar[Position | None]] = ContextVar("position", default=None)
"""None where no strategy was entered: the replica of the default one."""

_DEFAULT_STRATEGY: Attached[Strategy] = Attached("default strategy")


@cache
def _default_position() -> Position:
    strategy = _DEFAULT_STRATEGY()
    return Position(strategy, ReplicaContext(strategy, 0))


def position() -> Position:
    """The current position."""
    found = POSITION.get()
    if found is not None:
        return found
    return _default_position()


class at_position:
    """A context manager under which the program stands there."""

    def __init__(self, where: Position | None) -> None:
        self._where = where

    def __enter__(self) -> None:
        place = _trace_place(self._where)
        self._put_back = position_kept()
        try:
            # together: what fails before leaves both as they were
            POSITION.set(self._where)
            TRACE_PLACE.set(place)
            return
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self._put_back()
            raise

    def __exit__(self, *error: object) -> None:
        self._put_back()


def position_kept() -> Callable[[], None]:
    """What takes the program back to where it stands now."""
    where, place = POSITION.get(), TRACE_PLACE.get()

    def put_back() -> None:
        POSITION.set(where)
        TRACE_PLACE.set(place)

    return put_back


def _trace_place(where: Position | None) -> Any:
    """What traces depend on: traces of one replica are not for another."""
    if where is None or where.copy is None or not where.strategy.extended._has_several:
        return None
    return id(where.strategy), where.copy, where.replica is None


def get_strategy() -> Strategy:
    """The strategy entered last; the default one where none was.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return position().strategy


def has_strategy() -> bool:
    """Whether a strategy other than the default one was entered.

    >>> tf.distribute.has_strategy()
    False
    """
    return not position().strategy.is_default


def get_replica_context() -> ReplicaContext | Any:
    """The replica that runs now; None across replicas, as in ``strategy.scope()``."""
    return position().replica


def replicas_together(caller: str) -> int:
    """The number of replicas that run together; one without a strategy.

    Raises:
      RuntimeError: across replicas; names the function that asks.
    """
    where = position()
    if where.replica is None:
        raise RuntimeError(
            f"You are calling `{caller}` in cross replica context, while it was "
            "expected to be called in replica context."
        )
    return where.replica.num_replicas_in_sync


def summed_over_replicas(gradients: list[Any]) -> list[Any]:
    """The gradients of all replicas, summed; as they are without a strategy.

    Raises:
      RuntimeError: across replicas.
    """
    where = position()
    if where.strategy.is_default:
        return gradients
    if where.replica is None:
        raise RuntimeError(
            "Use `_distributed_apply()` instead of `apply_gradients()` in a "
            "cross-replica context."
        )
    found: list[Any] = where.replica.all_reduce("SUM", gradients)
    return found


def in_cross_replica_context() -> bool:
    """Whether all replicas are meant at once, as in ``strategy.scope()``.

    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     tf.distribute.in_cross_replica_context()
    True
    """
    return position().replica is None


def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Enters a strategy until the program ends; None leaves it.

    Raises:
      RuntimeError: inside a ``with strategy.scope()``.
    """
    entered = POSITION.get()
    if entered is not None and entered.strategy is not _SET.get():
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope")
    if strategy is not None:
        strategy.extended._enter_rest()
    elif _SET.get() is not None:
        _SET.get().extended._leave_rest()
    POSITION.set(None if strategy is None else Position(strategy, None))
    _SET.set(strategy)


_SET: Final[ContextVar[Any]] = ContextVar("set_strategy", default=None)


class SharedVariables:
    """The variables that the replicas of one run have made, by name, in order."""

    def __init__(self) -> None:
        self._made: dict[str, list[Any]] = {}

    def at(self, name: str, number: int, make: Callable[[], Any]) -> Any:
        """The variable at an index; made if no replica has made it yet."""
        known = self._made.setdefault(name, [])
        if number == len(known):
            known.append(make())
        return known[number]


class ReplicaContext:
    """The context of one replica: its id, and values gathered from all replicas.

    ``rank`` is its number among all, ``copy`` its number in this process.
    """

    def __init__(
        self,
        strategy: Strategy,
        replica_id_in_sync_group: Any,
        rank: int = 0,
        copy: int = 0,
        variables: SharedVariables | None = None,
    ) -> None:
        self._strategy = strategy
        self._replica = replica_id_in_sync_group
        self.rank, self.copy = rank, copy
        self._shared = variables or SharedVariables()
        self._made: dict[str, int] = {}
        self._mirrored: dict[int, tuple[int, Any]] = {}

    @property
    def strategy(self) -> Strategy:
        """The strategy that runs it."""
        return self._strategy

    @property
    def replica_id_in_sync_group(self) -> Any:
        """Its number, from 0: an int32 scalar, without a strategy an int."""
        if self._strategy.is_default or isinstance(self._replica, Tensor):
            return self._replica
        return convert_to_tensor(np.int32(self._replica))

    def note_mirrored(self, tensors: Iterable[Any]) -> None:
        """Notes tensors that have the same value in all replicas of a graph."""
        for each in tensors:
            self._mirrored[id(each)] = len(self._mirrored), each

    def mirrored_number(self, tensor: TensorLike) -> int | None:
        """The index of a tensor among the recorded tensors, in their order."""
        found = self._mirrored.get(id(tensor))
        return None if found is None else found[0]

    def shared_variable(self, name: str, make: Callable[[], Any]) -> Any:
        """The variable that replicas share: the first replica makes it.

        The other replicas get it where they would make a variable of the same name.
        """
        number = self._made.get(name, 0)
        self._made[name] = number + 1
        return self._shared.at(name, number, make)

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas that run together."""
        count: int = self._strategy.num_replicas_in_sync
        return count

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of this replica."""
        found = self._strategy.extended.devices or ("",)
        return tuple(found[self.copy : self.copy + 1])

    def all_reduce(self, reduce_op: Any, value: TensorLike, options: Any = None) -> Any:
        """The sum or mean over all replicas, which meet here; gradients pass through.

        Args:
          reduce_op: ``SUM`` or ``MEAN``, or its name.
          value: a tensor, IndexedSlices, or a structure of them, with the same shapes
            in each replica.
          options: without effect.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        way = as_reduce_op(reduce_op)
        leaf = self._strategy.extended._all_reduce
        return map_structure(
            lambda each: leaf(way, _as_tensor(each)), value, composites=False
        )

    def all_gather(self, value: TensorLike, axis: int, options: Any = None) -> Any:
        """The values of all replicas, joined along an axis, in the order of replicas.

        Args:
          value: a tensor or a structure of them; sizes of the axis may differ.
          axis: from 0, the same in all replicas.
          options: without effect.
        """
        leaf = self._strategy.extended._all_gather
        return map_structure(
            lambda each: leaf(_as_tensor(each), axis), value, composites=False
        )

    def merge_call(
        self,
        merge_fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function across replicas, with the strategy first.

        All replicas wait for each other; each argument that the function gets has the
        values of all replicas.
        """
        merge = self._strategy.extended._merge_call
        return merge(self, merge_fn, args, dict(kwargs or {}))

    def __enter__(self) -> ReplicaContext:
        self._at = at_position(Position(self._strategy, self, self.copy))
        self._at.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._at.__exit__(*error)


def _as_tensor(value: Any) -> Any:
    if isinstance(value, (Tensor, IndexedSlices, CompositeTensor)):
        return value
    return convert_to_tensor(value)
