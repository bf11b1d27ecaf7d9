"""Staging of statements over variables, as over the tensors of their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from autograph.operators.dispatch import SetState
from autograph.operators.dispatch import State as GetState
from runtime.autograph_operators import TensorStage
from runtime.context import current_trace


class VariableStage(TensorStage):
    """The stage of tensors for variables: a condition reads the variable."""

    def owns(self, value: Any) -> bool:
        """True for variables while a graph is traced."""
        return hasattr(type(value), "read_value") and current_trace() is not None

    def if_stmt(self, cond: Any, *rest: Any) -> None:
        super().if_stmt(_read(cond), *rest)

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        values = _read(iter_)
        super().for_stmt(
            values, extra_test, body, get_state, set_state, symbol_names, opts
        )

    def while_stmt(
        self,
        first: Any,
        test: Callable[[], Any],
        body: Callable[[], None],
        get_state: GetState,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        super().while_stmt(
            _read(first),
            lambda: _read(test()),
            body,
            get_state,
            set_state,
            symbol_names,
            opts,
        )

    def if_exp(self, cond: Any, *rest: Any) -> Any:
        return super().if_exp(_read(cond), *rest)

    def and_(self, a: Any, b: Callable[[], Any]) -> Any:
        return super().and_(_read(a), b)

    def or_(self, a: Any, b: Callable[[], Any]) -> Any:
        return super().or_(_read(a), b)

    def not_(self, a: Any) -> Any:
        return super().not_(_read(a))

    def contains(self, item: Any, container: Any) -> Any:
        return super().contains(_read(item), _read(container))

    def assert_stmt(self, expression1: Any, expression2: Callable[[], Any]) -> None:
        super().assert_stmt(_read(expression1), expression2)


def _read(value: Any) -> Any:
    return value.value() if hasattr(type(value), "read_value") else value


__all__ = ["VariableStage"]
