"""StrategyExtended: what libraries ask of a strategy, not programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from runtime.arrays.rearranging import identity
from runtime.devices.placement import device as on_device
from runtime.distribute.contexts import POSITION, Position, ReplicaContext
from runtime.distribute.reductions import as_reduce_op

if TYPE_CHECKING:
    from runtime.distribute.strategies import Strategy


class StrategyExtended:
    """One device, and what holds there: every value is its own copy."""

    def __init__(
        self, container_strategy: Strategy, devices: Sequence[str] = ()
    ) -> None:
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
    experimental_should_init = True
    should_checkpoint = True
    should_save_summary = True

    def _use_merge_call(self) -> bool:
        return True

    def _in_multi_worker_mode(self) -> bool:
        return False

    def call_for_each_replica(
        self,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Calls the function once, as the only replica."""
        with ReplicaContext(self._container, 0):
            if not self.devices:
                return fn(*args, **(kwargs or {}))
            with on_device(self.devices[0]):
                return fn(*args, **(kwargs or {}))

    def reduce_to(
        self, reduce_op: Any, value: Any, destinations: Any, options: Any = None
    ) -> Any:
        """The value, which is the sum and the mean of one.

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
        """The values of the pairs."""
        return [
            self.reduce_to(reduce_op, value, place)
            for value, place in value_destination_pairs
        ]

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """The tensor, which is where it is needed."""
        return tensor

    def update(
        self,
        var: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """What ``fn(var, ...)`` gives; grouped, an op or the updated values."""
        token = POSITION.set(Position(self._container, None))
        try:
            result = fn(var, *args, **(kwargs or {}))
        finally:
            POSITION.reset(token)
        return result if group else self._container.experimental_local_results(result)

    def update_non_slot(
        self,
        colocate_with: Any,
        fn: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
        group: bool = True,
    ) -> Any:
        """What ``fn(...)`` gives."""
        result = fn(*args, **(kwargs or {}))
        return result if group else self._container.experimental_local_results(result)

    def non_slot_devices(self, var_list: Sequence[Any]) -> Any:
        """What to place a variable with that belongs to many: the first by name."""
        return min(var_list, key=lambda each: each.name)

    def value_container(self, value: Any) -> Any:
        """The variable that a copy belongs to: itself."""
        return value

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return identity(v)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether the variable was made under this strategy."""
        return getattr(v, "_distribute_strategy", None) in (None, self._container)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A context manager: variables made inside lie where another does."""
        return on_device(colocate_with_variable.device)
