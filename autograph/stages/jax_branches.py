"""`if`, conditional expressions, `and` and `or`, through `jax.lax.cond`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp

from autograph.errors import StagingError
from autograph.operators.variables import Undefined
from autograph.stages.jax_recording import Recording, record, refusing_effects
from autograph.stages.jax_values import (
    Held,
    Kind,
    as_condition,
    cast,
    hold,
    is_array,
    is_same,
    kind_of,
    negated,
    release,
)

__all__ = ["choose", "staged_if"]

State = tuple[Any, ...]
Branch = Callable[[], None]


def staged_if(
    cond: Any,
    branches: tuple[Branch, Branch],
    get_state: Callable[[], State],
    set_state: Callable[[State], None],
    names: tuple[str, ...],
    output_count: int,
) -> None:
    """Record both branches; leave the merged variables behind.

    Raises:
        StagingError: one of the first `output_count` variables cannot be merged.
    """
    before = get_state()
    merger = _Merger(as_condition(cond, "an `if`"))

    def after(branch: Branch, outcome: bool) -> list[Held]:
        held = [hold(*each) for each in zip(names, before)]
        set_state(tuple(release(merger.assume(each, outcome)) for each in held))
        branch()
        return [hold(*each) for each in zip(names, get_state())]

    with refusing_effects(names, *branches):
        recordings = [
            record(lambda: after(branches[0], True)),
            record(lambda: after(branches[1], False)),
        ]
    merged = merger.merge(*recordings)
    for held in merged[:output_count]:
        if held.reason:
            raise StagingError(f"{held.name!r} cannot be one value: {held.reason}")
    set_state(tuple(map(release, merged)))


def choose(cond: Any, if_true: Callable[[], Any], if_false: Callable[[], Any]) -> Any:
    """The value of `if_true() if cond else if_false()`.

    Raises:
        StagingError: the two have no common type.
    """
    merger = _Merger(as_condition(cond, "a conditional expression"))

    def after(side: Callable[[], Any], outcome: bool) -> list[Held]:
        return [merger.assume(hold("the value", side()), outcome)]

    recordings = [
        record(lambda: after(if_true, True)),
        record(lambda: after(if_false, False)),
    ]
    (merged,) = merger.merge(*recordings)
    value = release(merged)
    if isinstance(value, Undefined):
        raise StagingError(f"a conditional expression: {value.reason}")
    return value


class _Merger:
    """The outputs of one `lax.cond`: pairs of leaves, one of each branch."""

    def __init__(self, condition: Any) -> None:
        self._condition = condition
        self._known = {id(condition): (condition, True)}
        opposite = negated(condition)
        if opposite is not None:
            self._known[id(opposite)] = (opposite, False)
        self._pairs: list[tuple[Any, Any, Kind]] = []
        self._index: dict[tuple[Any, Any], int] = {}

    def assume(self, held: Held, outcome: bool) -> Held:
        """`held` with the condition and its negation replaced by known values."""
        leaves = tuple(self._assumed(leaf, outcome) for leaf in held.leaves)
        flag = self._assumed(held.flag, outcome)
        return Held(held.name, held.tree, leaves, flag, held.is_result, held.reason)

    def _assumed(self, leaf: Any, outcome: bool) -> Any:
        found = self._known.get(id(leaf))
        return leaf if found is None else found[1] is outcome

    def merge(self, first: Recording, second: Recording) -> list[Held]:
        """The variables after the branches."""
        plans = [self._plan(*each) for each in zip(first.held, second.held)]

        def branch(recording: Recording, side: int) -> list[Any]:
            value_of = recording.outputs()
            return [cast(value_of(pair[side]), pair[2]) for pair in self._pairs]

        results: list[Any] = []
        if self._pairs:
            results = jax.lax.cond(
                self._condition, lambda: branch(first, 0), lambda: branch(second, 1)
            )
        return [plan.resolved(results) for plan in plans]

    def _plan(self, first: Held, second: Held) -> _Plan:
        name, is_result = first.name, first.is_result or second.is_result
        if first.tree is None and second.tree is None:
            return _Plan(first, [], _Keep(False))
        one = first if first.tree is not None else _stand_in(first, second)
        two = second if second.tree is not None else _stand_in(second, first)
        reason = _why_apart(one, two)
        if reason:
            return _Plan(
                Held(name, None, (), False, is_result, reason), [], _Keep(False)
            )
        leaves = [self._pair(name, *each) for each in zip(one.leaves, two.leaves)]
        shape = Held(name, one.tree, (), True, is_result)
        return _Plan(shape, leaves, self._pair(name, first.flag, second.flag))

    def _pair(self, name: str, first: Any, second: Any) -> _Keep | _Take:
        if is_same(first, second):
            return _Keep(first)
        for tracer, when_true in self._known.values():
            if first is when_true and second is (not when_true):
                return _Keep(tracer)
        key = _identity(first), _identity(second)
        index = self._index.get(key)
        if index is None:
            index = self._index[key] = len(self._pairs)
            self._pairs.append((first, second, _common(name, first, second)))
        return _Take(index)


class _Keep:
    """A leaf that is the same after both branches."""

    def __init__(self, leaf: Any) -> None:
        self.leaf = leaf

    def of(self, results: list[Any]) -> Any:
        return self.leaf


class _Take:
    """A leaf that `lax.cond` gives."""

    def __init__(self, index: int) -> None:
        self.index = index

    def of(self, results: list[Any]) -> Any:
        return results[self.index]


class _Plan:
    """How a variable is put together again."""

    def __init__(self, held: Held, leaves: list[_Keep | _Take], flag: Any) -> None:
        self._held, self._leaves, self._flag = held, leaves, flag

    def resolved(self, results: list[Any]) -> Held:
        leaves = tuple(leaf.of(results) for leaf in self._leaves)
        held, flag = self._held, self._flag.of(results)
        return Held(held.name, held.tree, leaves, flag, held.is_result, held.reason)


def _identity(leaf: Any) -> Any:
    return (
        (type(leaf), repr(leaf)) if isinstance(leaf, (bool, int, float)) else id(leaf)
    )


def _stand_in(missing: Held, other: Held) -> Held:
    """Zeros like the value of the other branch; nothing ever reads them."""
    leaves = tuple(
        jnp.zeros(kind_of(leaf).shape, kind_of(leaf).dtype) if is_array(leaf) else leaf
        for leaf in other.leaves
    )
    return Held(missing.name, other.tree, leaves, False)


def _why_apart(one: Held, two: Held) -> str:
    """Why the values of two branches cannot be one value; empty if they can."""
    if one.tree != two.tree:
        return f"it is {one.tree} in one branch and {two.tree} in the other"
    for first, second in zip(one.leaves, two.leaves):
        if not is_same(first, second) and not (is_array(first) and is_array(second)):
            return f"it is {first!r} in one branch and {second!r} in the other"
    return ""


def _common(name: str, first: Any, second: Any) -> Kind:
    one, two = kind_of(first), kind_of(second)
    are_both_weak = one.is_weak and two.is_weak
    dtype = jnp.result_type(first, second)
    # A boolean is a number in Python too.
    is_clear = (
        one.is_weak
        or two.is_weak
        or one.dtype == two.dtype
        or bool in (one.dtype, two.dtype)
    )
    if one.shape != two.shape or not is_clear:
        raise StagingError(
            f"{name!r} is {one} in one branch and {two} in the other: JAX needs one "
            "type; use .astype or jnp.broadcast_to"
        )
    return Kind(one.shape, dtype, are_both_weak and one.dtype == two.dtype)
