"""Variables of several replicas: a copy for each device."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from runtime.devices.placement import device as on_device
from runtime.distribute.contexts import Position, at_position, position
from runtime.distribute.distributed_variables import (
    DistributedVariable,
    variable_class,
)
from runtime.distribute.extended import StrategyExtended
from runtime.distribute.reductions import check_mean
from runtime.variables.creators import variable_creator_scope
from runtime.variables.replicas import VariableSynchronization


class CopyingExtended(StrategyExtended):
    """Makes a variable on each device, with the initial value of the first."""

    def _creating_variables(self) -> AbstractContextManager[Any]:
        return variable_creator_scope(self._create)

    def _create(self, next_creator: Callable[..., Any], **options: Any) -> Any:
        synchronization = _synchronization(options)
        name = options["name"] or "Variable"

        def make() -> Any:
            return self._made(next_creator, name, synchronization, options)

        replica = position().replica
        return make() if replica is None else replica.shared_variable(name, make)

    def _made(
        self,
        next_creator: Callable[..., Any],
        name: str,
        synchronization: VariableSynchronization,
        options: Mapping[str, Any],
    ) -> DistributedVariable:
        copies: list[_Copy] = []
        with at_position(Position(self._container, None)):
            for number, device in enumerate(self.devices):
                made = {**options, "synchronization": synchronization}
                if number:
                    made["name"] = f"{name}/replica_{number}"
                    made["initial_value"] = copies[0].initial_tensor
                else:
                    made["initial_value"] = _Initial(options["initial_value"])
                copies.append(self._copy(next_creator, made, device))
        variables = [each.variable for each in copies]
        check_mean(options["aggregation"], variables[0].dtype)
        kind = self._variable_class(synchronization)
        how = options["aggregation"], synchronization
        return kind(self._container, variables, *how)

    def _variable_class(
        self, synchronization: VariableSynchronization
    ) -> type[DistributedVariable]:
        return variable_class(synchronization)

    def _copy(
        self, next_creator: Callable[..., Any], options: Any, device: str
    ) -> _Copy:
        initial = options["initial_value"]
        with on_device(device):
            variable = next_creator(**options)
        given = initial.tensor if isinstance(initial, _Initial) else initial
        return _Copy(variable, given)

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether the variable was made under this strategy."""
        return getattr(v, "_distribute_strategy", None) is self._container

    @contextmanager
    def colocate_vars_with(self, colocate_with_variable: Any) -> Iterator[None]:
        """A context manager: variables made inside lie where another does.

        Raises:
          ValueError: for a variable that was not made under this strategy.
        """
        if not self.variable_created_in_scope(colocate_with_variable):
            raise ValueError(
                "`colocate_vars_with` must only be passed a variable created in this "
                f"tf.distribute.Strategy.scope(), not: {colocate_with_variable!r}"
            )
        yield

    def _enter_rest(self) -> None:
        self._rest = self._creating_variables()
        self._rest.__enter__()

    def _leave_rest(self) -> None:
        self._rest.__exit__(None, None, None)

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return v.read_value()


class _Initial:
    """An initial value that is asked for once, and kept for the other copies."""

    def __init__(self, given: Any) -> None:
        self._given = given
        self.tensor: Any = None

    def __call__(self) -> Any:
        given = self._given
        self.tensor = given() if callable(given) else given
        return self.tensor


class _Copy:
    """A copy of a variable, and the initial value that the others get too."""

    def __init__(self, variable: Any, initial_tensor: Any) -> None:
        self.variable, self.initial_tensor = variable, initial_tensor


def _synchronization(options: Mapping[str, Any]) -> VariableSynchronization:
    asked: VariableSynchronization = options["synchronization"]
    if asked is VariableSynchronization.NONE:
        raise ValueError(
            "`NONE` variable synchronization mode is not supported with tf.distribute "
            "strategy. Please change the `synchronization` for variable: "
            f"{options['name']}"
        )
    if asked is VariableSynchronization.AUTO:
        return VariableSynchronization.ON_WRITE
    return asked


__all__ = ["CopyingExtended"]
