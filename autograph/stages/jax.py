"""The JAX stage: control flow over traced JAX values. Importing it registers it.

`if`, `while`, `for`, `break`, `continue`, `return`, `and`, `or`, `not` become
`jax.lax.cond`, `while_loop` and `scan`. See `docs/staging.md`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import Any

try:
    import jax
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "autograph.stages.jax needs JAX: pip install 'autograph-toolkit[jax]'",
        name=error.name,
    ) from error
import jax.numpy as jnp

from autograph.api import converted
from autograph.operators.dispatch import SetState, Stage, State, register_stage
from autograph.stages.jax_branches import choose, staged_if
from autograph.stages.jax_carries import LoopState
from autograph.stages.jax_loops import (
    StagedRange,
    over_array,
    over_range,
    staged_while,
)
from autograph.stages.jax_values import as_condition, note_negation
from autograph.tracebacks.hiding import hide_frames_in

__all__ = ["JaxStage", "jit"]


def jit(function: Callable[..., Any] | None = None, /, **options: Any) -> Any:
    """`jax.jit` of the converted function, with the `options` of `jax.jit`.

    Can be used as a decorator, with or without options.
    """
    if function is None:
        return partial(jit, **options)
    return jax.jit(converted(function), **options)


def _range(*bounds: Any) -> StagedRange:
    start, stop, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return StagedRange(start, stop, step)


def _all_of(reduce: Any, combine: Any) -> Callable[..., Any]:
    """`max` or `min`: of the items of one array, or of several scalars."""

    def compute(first: Any, *others: Any, **options: Any) -> Any:
        if options:
            return NotImplemented
        values = others or (first if isinstance(first, (list, tuple)) else ())
        if not values:
            return reduce(first)
        result = first if others else values[0]
        for each in others or values[1:]:
            result = combine(result, each)
        return result

    return compute


def _reduction(reduce: Any) -> Callable[[Any], Any]:
    def compute(values: Any) -> Any:
        return reduce(jnp.asarray(values), axis=0)

    return compute


class JaxStage(Stage):
    """Control flow over values that JAX is tracing."""

    builtins = {  # noqa: RUF012 - declared as a Mapping by the base class
        range: _range,
        max: _all_of(jnp.max, jnp.maximum),
        min: _all_of(jnp.min, jnp.minimum),
        any: _reduction(jnp.any),
        all: _reduction(jnp.all),
        int: lambda value: jnp.asarray(value).astype(int),
        float: lambda value: jnp.asarray(value).astype(float),
        bool: lambda value: as_condition(value, "bool()"),
    }

    def owns(self, value: Any) -> bool:
        """A value that is known, under `grad` without `jit`, decides in Python."""
        return isinstance(value, StagedRange) or value.to_concrete_value() is None

    def if_stmt(
        self,
        cond: Any,
        body: Callable[[], None],
        orelse: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        nouts: int,
    ) -> None:
        branches = body, orelse
        staged_if(cond, branches, get_state, set_state, symbol_names, nouts)

    def while_stmt(
        self,
        first: Any,
        test: Callable[[], Any],
        body: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        state = LoopState(get_state, set_state, symbol_names, opts)
        staged_while(test, body, state)

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        state = LoopState(get_state, set_state, symbol_names, opts)
        record = over_range if isinstance(iter_, StagedRange) else over_array
        record(iter_, extra_test, body, state)

    def resume_for_stmt(
        self,
        first: Any,
        rest: Any,
        extra_test: Callable[[], Any],
        body: Callable[[Any], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> Any:
        if not isinstance(rest, range):
            return NotImplemented
        state = LoopState(get_state, set_state, symbol_names, opts)
        items = StagedRange(rest.start, rest.stop, rest.step)
        return over_range(items, extra_test, body, state)

    def if_exp(
        self,
        cond: Any,
        if_true: Callable[[], Any],
        if_false: Callable[[], Any],
        expr_repr: str,
    ) -> Any:
        return choose(cond, if_true, if_false)

    def and_(self, a: Any, b: Callable[[], Any]) -> Any:
        return choose(a, b, lambda: a)

    def or_(self, a: Any, b: Callable[[], Any]) -> Any:
        return choose(a, lambda: a, b)

    def not_(self, a: Any) -> Any:
        condition = as_condition(a, "`not`")
        result = jnp.logical_not(condition)
        note_negation(result, condition)
        return result

    def contains(self, item: Any, container: Any) -> Any:
        return jnp.any(jnp.asarray(container) == item)


hide_frames_in(os.path.dirname(jax.__file__))
register_stage((jax.core.Tracer, StagedRange), JaxStage())
