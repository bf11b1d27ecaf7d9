"""`while` and `for`, through `jax.lax.while_loop` and `jax.lax.scan`.

The carry of a loop has the arrays among its variables, and the value of its test.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax
import jax.numpy as jnp

from autograph.stages.jax_carries import Carry, LoopState, filled, pairs
from autograph.stages.jax_recording import refusing_effects
from autograph.stages.jax_values import Kind, as_condition, kind_of, negated, release

__all__ = ["StagedRange", "over_array", "over_range", "staged_while"]


@dataclass(frozen=True)
class StagedRange:
    """`range(start, stop, step)` over integers that are known when it runs."""

    start: Any
    stop: Any
    step: Any = 1

    def __iter__(self) -> Any:
        raise TypeError(
            "a range over a traced integer has no items while it is recorded: use it "
            "in a `for` statement of a converted function, or jnp.arange"
        )

    def __len__(self) -> int:
        raise TypeError("the length of a range over a traced integer is not known yet")


def staged_while(
    test: Callable[[], Any], body: Callable[[], None], state: LoopState
) -> None:
    """Record `while test(): body()`."""

    def step(item: Any) -> Any:
        body()
        return test()

    with refusing_effects(state.names, body, test):
        # once more: what an assignment in it changes was put back
        first = test()
        _Loop(state, step, first).run_while(None)


def over_range(
    items: StagedRange,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: LoopState,
) -> None:
    """Record a `for` over integers."""
    dtype = jnp.result_type(items.start, items.stop, items.step)
    start, stop, step = (
        jnp.asarray(each, dtype) for each in (items.start, items.stop, items.step)
    )
    count = (stop - start + step - jnp.sign(step)) // step
    _record_for(lambda index: start + index * step, count, extra_test, body, state)


def over_array(
    array: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: LoopState,
) -> None:
    """Record a `for` over the first dimension of an array."""
    if not array.ndim:
        raise TypeError("iteration over an array without dimensions")
    if extra_test is not None or "maximum_iterations" in state.options:
        _record_for(lambda index: array[index], len(array), extra_test, body, state)
        return
    with refusing_effects(state.names, body):
        loop = _Loop(state, _without_test(body), True, kind_of(array[0]))
        loop.run_scan(array)


def _without_test(body: Callable[[Any], None]) -> Callable[[Any], Any]:
    def step(item: Any) -> Any:
        body(item)
        return True

    return step


def _record_for(
    item_at: Callable[[Any], Any],
    count: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: LoopState,
) -> None:
    def step(item: Any) -> Any:
        body(item)
        return True if extra_test is None else extra_test()

    with refusing_effects(state.names, body, extra_test):
        first = True if extra_test is None else extra_test()
        kind = kind_of(item_at(jnp.zeros((), jnp.result_type(count))))
        _Loop(state, step, first, kind).run_while(_Items(item_at, count))


@dataclass(frozen=True)
class _Items:
    """The iterated object of a `for`."""

    at: Callable[[Any], Any]
    count: Any


class _Loop:
    """One loop: its carry, its continuation test, its end."""

    def __init__(
        self,
        state: LoopState,
        step: Callable[[Any], Any],
        first: Any,
        item: Kind | None = None,
    ) -> None:
        self._state, self._first = state, first
        self._carry = Carry(state, step, item)

    def run_while(self, items: _Items | None) -> None:
        """Run the loop as a `while_loop`."""
        limit = self._state.options.get("maximum_iterations")
        counts = items is not None or limit is not None
        most = None if items is None else items.count
        if limit is not None:
            most = limit if most is None else jnp.minimum(most, limit)

        def goes_on(carry: Any) -> Any:
            index, go, _ = carry
            return go & (index < most) if counts else go

        def body(carry: Any) -> Any:
            index, _, arrays = carry
            item = [] if items is None else [items.at(index)]
            go, arrays = self._carry.after(item, arrays)
            return index + 1, go, arrays

        index = jnp.zeros((), jnp.result_type(most) if counts else jnp.int32)
        go = as_condition(self._first, "a loop")
        start = index, jnp.asarray(go), self._carry.initial()
        _, _, arrays = jax.lax.while_loop(goes_on, body, start)
        self._finish(arrays, ends_by_test=not counts, runs_once=False)

    def run_scan(self, array: Any) -> None:
        """Run the loop as a `scan`, which can be differentiated in both modes."""

        def body(arrays: Any, item: Any) -> Any:
            return self._carry.after([item], arrays)[1], None

        arrays, _ = jax.lax.scan(body, self._carry.initial(), array)
        self._finish(arrays, ends_by_test=False, runs_once=len(array) > 0)

    def _finish(
        self, arrays: list[Any], *, ends_by_test: bool, runs_once: bool
    ) -> None:
        known = self._known_after(arrays) if ends_by_test else {}
        results = []
        for start, end in zip(self._carry.shapes, self._carry.ends):
            held = filled(start, [known.get(i, each) for i, each in enumerate(arrays)])
            if runs_once and end.flag is True:
                held = replace(held, flag=True)
            results.append(release(held))
        self._state.set(tuple(results))

    def _known_after(self, arrays: list[Any]) -> dict[int, Any]:
        """Slots known to be True once the test has failed: it was `not` of them."""
        carry = self._carry
        initial, last = negated(self._first), negated(carry.go.leaves[0])
        if initial is None or last is None:
            return {}
        return {
            slot: True
            for start, end in zip(carry.shapes, carry.ends)
            for slot, leaf in pairs(start, end)
            if leaf is last and carry.slots[slot].initial is initial
        }
