"""Strategies over one device: the default one, and those that were given no more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from runtime.control_flow.conditionals import group as group_all
from runtime.devices.placement import DeviceSpec
from runtime.distribute.contexts import (
    POSITION,
    Position,
    ReplicaContext,
    at_position,
    experimental_set_strategy,
    get_replica_context,
    get_strategy,
    has_strategy,
    in_cross_replica_context,
)
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.inputs import InputContext, RunOptions, ValueContext
from runtime.distribute.reductions import as_reduce_op
from runtime.tensors.tensor import CPU


class StrategyScope:
    """A context manager under which a strategy is current, across its replicas."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._entered: list[ExitStack] = []

    def __enter__(self) -> Strategy:
        entered = POSITION.get()
        if entered is not None and entered.strategy is not self._strategy:
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        stack = ExitStack()
        where = None if self._strategy.is_default else Position(self._strategy, None)
        stack.enter_context(at_position(where))
        creating = None if entered else self._strategy.extended._creating_variables()
        if creating is not None:
            stack.enter_context(creating)
        self._entered.append(stack)
        return self._strategy

    def __exit__(self, *error: object) -> None:
        self._entered.pop().close()


class Strategy:
    """How computation is spread over devices; this one has a single replica.

    >>> strategy = tf.distribute.get_strategy()
    >>> print(strategy.run(lambda x: x + 1, (tf.constant(1),)))
    tf.Tensor(2, shape=(), dtype=int32)
    """

    is_default = False
    _should_use_with_coordinator = False
    """Whether steps are handed to other processes by a coordinator."""

    def __init__(self, extended: StrategyExtended | None = None) -> None:
        self._extended = StrategyExtended(self) if extended is None else extended

    @property
    def extended(self) -> StrategyExtended:
        """What libraries ask of it."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """How many replicas compute together."""
        return self._extended._num_replicas_in_sync

    @property
    def cluster_resolver(self) -> Any:
        """What knows the other machines: None, there are none."""
        return None

    def scope(self) -> StrategyScope:
        """A context manager under which it is the current strategy.

        Raises:
          RuntimeError: entered inside the scope of another.
        """
        return StrategyScope(self)

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        options: RunOptions | None = None,
    ) -> Any:
        """What the function gives in the only replica."""
        if not isinstance(args, (list, tuple)):
            raise ValueError(
                f"positional args must be a list or tuple, got {type(args)}"
            )
        return self._extended.call_for_each_replica(fn, args, kwargs)

    def reduce(self, reduce_op: Any, value: Any, axis: int | None) -> Any:
        """The sum or mean over replicas, and over an axis if there is one.

        >>> strategy = tf.distribute.get_strategy()
        >>> print(strategy.reduce("MEAN", tf.constant([1.0, 2.0]), axis=0))
        tf.Tensor(1.5, shape=(), dtype=float32)

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        return self._extended._reduce(as_reduce_op(reduce_op), value, axis)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all replicas, joined along an axis, in their order."""
        return self._extended._gather(value, axis)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The value of each replica in this process."""
        return self._extended._local_results(value)

    unwrap = experimental_local_results

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """The dataset: the only replica gets all of it."""
        return self._extended._distribute_dataset(dataset, options)

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any = None
    ) -> Any:
        """The dataset that the function makes for the only pipeline."""
        return self._extended._datasets_from_function(dataset_fn, options)

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def experimental_distribute_values_from_function(
        self, value_fn: Callable[[ValueContext], Any]
    ) -> Any:
        """The value that the function makes for the only replica."""
        return self._extended._values_from_function(value_fn)

    def group(self, value: Any, name: str | None = None) -> Any:
        """An op that runs what made the value."""
        return group_all(value, name=name)


class _DefaultStrategy(Strategy):
    is_default = True


@cache
def default_strategy() -> Strategy:
    """The strategy that is current where none was entered."""
    return _DefaultStrategy()


def _full_name(device: str) -> str:
    """The device with all parts of its name.

    >>> _full_name("cpu:0")
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    spec = DeviceSpec.from_string(device if device.startswith("/") else f"/{device}")
    return DeviceSpec.from_string(CPU).make_merged_spec(spec).to_string()


class OneDeviceStrategy(Strategy):
    """Computes on one device.

    >>> strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    >>> strategy.extended.worker_devices
    ('/job:localhost/replica:0/task:0/device:CPU:0',)
    """

    def __init__(self, device: str) -> None:
        super().__init__(StrategyExtended(self, [_full_name(device)]))


def _single(name: str, devices: Sequence[str] | None) -> list[str]:
    if devices is None:
        return [CPU]
    if len(devices) > 1:
        raise NotImplementedError(
            f"tf.distribute.{name} over {len(devices)} devices: one device is "
            "supported."
        )
    return [_full_name(each) for each in devices]


class MirroredStrategy(Strategy):
    """Copies of all variables on each device; here on one.

    Raises:
      NotImplementedError: for several devices.
    """

    def __init__(
        self, devices: Sequence[str] | None = None, cross_device_ops: Any = None
    ) -> None:
        super().__init__(StrategyExtended(self, _single("MirroredStrategy", devices)))


__all__ = [
    "MirroredStrategy",
    "OneDeviceStrategy",
    "ReplicaContext",
    "Strategy",
    "StrategyScope",
    "experimental_set_strategy",
    "get_replica_context",
    "get_strategy",
    "has_strategy",
    "in_cross_replica_context",
]
