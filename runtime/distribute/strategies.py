"""Strategies over one device: the default, and others made for a single device."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from typing import Any

from runtime.control_flow.conditionals import group as group_all
from runtime.devices.device_settings import get_soft_device_placement
from runtime.devices.logical_devices import logical_device_count
from runtime.devices.placement import DeviceSpec
from runtime.devices.places import TASK
from runtime.distribute.central_storage import CentralStorageExtended
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
    position_kept,
)
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.inputs import InputContext, RunOptions, ValueContext
from runtime.distribute.mirrored import MirroredExtended
from runtime.distribute.reductions import as_reduce_op
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import CPU
from runtime.variables.creators import creators_kept


class StrategyScope:
    """A context manager under which a strategy is current, across its replicas."""

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self._entered: list[ExitStack] = []

    def __enter__(self) -> Strategy:
        entered = POSITION.get()
        if entered is not None and entered.strategy is not self._strategy:
            raise RuntimeError("Must not nest tf.distribute.Strategy scopes.")
        self._strategy.extended._require_cross_replica()
        where = None if self._strategy.is_default else Position(self._strategy, None)
        if where is not None and entered is not None and entered.merging is not None:
            where = entered  # in the graph of one replica
        creating = None if entered else self._strategy.extended._creating_variables()
        stack = ExitStack()
        # first, since an interrupt can come between entering and knowing how to leave
        stack.callback(position_kept())
        stack.callback(creators_kept())
        try:
            stack.enter_context(at_position(where))
            if creating is not None:
                stack.enter_context(creating)
            self._entered.append(stack)
            return self._strategy
        except BaseException:  # nobody leaves what was not entered: Ctrl-C, say
            self._entered[:] = [each for each in self._entered if each is not stack]
            stack.close()
            raise

    def __exit__(self, *error: object) -> None:
        self._entered.pop().close()


class Strategy:
    """A strategy for distributed computation; this one has a single replica.

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
        """The interface for libraries."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas that compute together."""
        return self._extended._num_replicas_in_sync

    @property
    def cluster_resolver(self) -> Any:
        """The resolver of the cluster: None for a single machine."""
        return None

    def scope(self) -> StrategyScope:
        """A context manager under which this strategy is the current one.

        Raises:
          RuntimeError: entered inside the scope of another, or in a replica.
        """
        return StrategyScope(self)

    def run(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        options: RunOptions | None = None,
    ) -> Any:
        """Calls the function in each replica; returns its results, as one structure.

        Where replicas' results differ, the structure has `PerReplica` values. Of a
        `PerReplica` argument each replica gets its own value. Inside of a `tf.function`
        replicas run at the same time, each on a thread.

        >>> strategy = tf.distribute.get_strategy()
        >>> strategy.run(lambda x: x * 2, args=(tf.constant(2),)).numpy()
        np.int32(4)

        Raises:
          ValueError: for arguments in no list or tuple.
          RuntimeError: in a replica.
          Exception: the first error of a replica, when all have ended.
        """
        if not isinstance(args, (list, tuple)):
            raise ValueError(
                f"positional args must be a list or tuple, got {type(args)}"
            )
        return self._extended.call_for_each_replica(fn, args, kwargs)

    def reduce(self, reduce_op: Any, value: TensorLike, axis: int | None) -> Any:
        """The sum or mean over replicas, and over an axis if there is one.

        >>> strategy = tf.distribute.get_strategy()
        >>> print(strategy.reduce("MEAN", tf.constant([1.0, 2.0]), axis=0))
        tf.Tensor(1.5, shape=(), dtype=float32)

        Raises:
          ValueError: if `reduce_op` is no reduction.
        """
        return self._extended._reduce(as_reduce_op(reduce_op), value, axis)

    def gather(self, value: TensorLike, axis: int) -> Any:
        """The values of all replicas, joined along an axis, in their order."""
        return self._extended._gather(value, axis)

    def experimental_local_results(self, value: TensorLike) -> tuple[Any, ...]:
        """The value of each replica in this process."""
        return self._extended._local_results(value)

    unwrap = experimental_local_results

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """The dataset, whose batches are divided between the replicas.

        Raises:
          ValueError: where there are several, for a dataset without batches.
        """
        return self._extended._distribute_dataset(dataset, options)

    def distribute_datasets_from_function(
        self, dataset_fn: Callable[[InputContext], Any], options: Any = None
    ) -> Any:
        """The dataset that the function makes, each element for one replica."""
        return self._extended._datasets_from_function(dataset_fn, options)

    experimental_distribute_datasets_from_function = distribute_datasets_from_function

    def experimental_distribute_values_from_function(
        self, value_fn: Callable[[ValueContext], Any]
    ) -> Any:
        """The values that the function makes for each replica."""
        return self._extended._values_from_function(value_fn)

    def group(self, value: TensorLike, name: str | None = None) -> Any:
        """An op that runs the ops that made the value."""
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


class MirroredStrategy(Strategy):
    """A replica on each logical CPU, with a copy of each variable.

    Replicas of a step inside a `tf.function` run at the same time, on a thread each.
    By default on all logical CPUs (see `tf.config.set_logical_device_configuration`).

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0"])
    >>> with strategy.scope():
    ...     v = tf.Variable(1.0)
    >>> strategy.run(lambda: v + 1.0).numpy(), strategy.num_replicas_in_sync
    (np.float32(2.0), 1)

    Raises:
      ValueError: for a repeated device, or an unknown one without soft placement.
    """

    def __init__(
        self, devices: Sequence[str] | None = None, cross_device_ops: Any = None
    ) -> None:
        names = _all_devices() if devices is None else list(map(_full_name, devices))
        _check_devices(names)
        super().__init__(
            MirroredExtended(self, names, cross_device_ops)
            if len(names) > 1
            else StrategyExtended(self, names)
        )


def _all_devices() -> list[str]:
    return [f"{TASK}/device:CPU:{each}" for each in range(logical_device_count())]


def _check_devices(names: Sequence[str]) -> None:
    if not names:
        raise ValueError("MirroredStrategy needs at least one device.")
    if len(set(names)) < len(names):
        raise ValueError(
            f"`devices` must be unique: {', '.join(names)} has one more than once."
        )
    if get_soft_device_placement():
        return  # what is not there runs on a CPU that is, as TensorFlow has it
    there = logical_device_count()
    for name in names:
        spec = DeviceSpec.from_string(name)
        if spec.device_type != "CPU" or (spec.device_index or 0) >= there:
            raise ValueError(
                f"There is no device {name}: there are {there} logical CPUs. "
                "`tf.config.set_logical_device_configuration` makes more."
            )


class CentralStorageStrategy(Strategy):
    """One copy of each variable, and replicas on several logical CPUs that share it.

    Raises:
      ValueError: for a repeated device, or an unknown one without soft placement.
    """

    def __init__(
        self,
        compute_devices: Sequence[str] | None = None,
        parameter_device: str | None = None,
    ) -> None:
        given = compute_devices
        names = _all_devices() if given is None else list(map(_full_name, given))
        _check_devices(names)
        place = _full_name(parameter_device or "CPU:0")
        super().__init__(CentralStorageExtended(self, names, place))


__all__ = [
    "CentralStorageStrategy",
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
