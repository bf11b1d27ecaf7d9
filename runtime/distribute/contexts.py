"""Which strategy is current, and whether a replica or all of them are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from graphir.attachments import Attached
from runtime.distribute.reductions import as_reduce_op
from runtime.tensors.composites import CompositeTensor, convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.structure import map_structure
from runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from runtime.distribute.strategies import Strategy


class Position(NamedTuple):
    """Where a program stands: under a strategy, in a replica of it or across them."""

    strategy: Strategy
    replica: ReplicaContext | None


POSITION: Final[ContextVar[Position | None]] = ContextVar("position", default=None)
"""None where no strategy was entered: the replica of the default one."""

_DEFAULT_STRATEGY: Attached[Strategy] = Attached("default strategy")


@cache
def _default_position() -> Position:
    strategy = _DEFAULT_STRATEGY()
    return Position(strategy, ReplicaContext(strategy, 0))


def position() -> Position:
    """Where the program stands now."""
    found = POSITION.get()
    if found is not None:
        return found
    return _default_position()


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


def get_replica_context() -> ReplicaContext | None:
    """The replica that runs now; None across replicas, as in ``strategy.scope()``."""
    return position().replica


def in_cross_replica_context() -> bool:
    """Whether all replicas are meant at once, as in ``strategy.scope()``.

    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     tf.distribute.in_cross_replica_context()
    True
    """
    return position().replica is None


def experimental_set_strategy(strategy: Strategy | None) -> None:
    """Enters a strategy for the rest of the program; None leaves it.

    Raises:
      RuntimeError: inside a ``with strategy.scope()``.
    """
    entered = POSITION.get()
    if entered is not None and entered.strategy is not _SET.get():
        raise RuntimeError("Must not be called inside a `tf.distribute.Strategy` scope")
    POSITION.set(None if strategy is None else Position(strategy, None))
    _SET.set(strategy)


_SET: Final[ContextVar[Any]] = ContextVar("set_strategy", default=None)


class ReplicaContext:
    """What one replica may ask: which one it is, and for values of all of them."""

    def __init__(self, strategy: Strategy, replica_id_in_sync_group: Any) -> None:
        self._strategy = strategy
        self._replica = replica_id_in_sync_group

    @property
    def strategy(self) -> Strategy:
        """The strategy that runs it."""
        return self._strategy

    @property
    def replica_id_in_sync_group(self) -> Any:
        """Its number, from 0."""
        return self._replica

    @property
    def num_replicas_in_sync(self) -> int:
        """How many run together."""
        return self._strategy.num_replicas_in_sync

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices of this replica."""
        return tuple(self._strategy.extended.devices or ("",))

    def all_reduce(self, reduce_op: Any, value: Any, options: Any = None) -> Any:
        """The sum or mean over all replicas; of one replica, its own.

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        as_reduce_op(reduce_op)
        return _as_tensors(value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The values of all replicas, joined along an axis; of one replica, its own."""
        return _as_tensors(value)

    def merge_call(
        self,
        merge_fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function across replicas, with the strategy first."""
        token = POSITION.set(Position(self._strategy, None))
        try:
            return merge_fn(self._strategy, *args, **(kwargs or {}))
        finally:
            POSITION.reset(token)

    def __enter__(self) -> ReplicaContext:
        self._token = POSITION.set(Position(self._strategy, self))
        return self

    def __exit__(self, *error: object) -> None:
        POSITION.reset(self._token)


def _as_tensors(value: Any) -> Any:
    return map_structure(_as_tensor, value, composites=False)


def _as_tensor(value: Any) -> Any:
    if isinstance(value, (Tensor, IndexedSlices, CompositeTensor)):
        return value
    return convert_to_tensor(value)
