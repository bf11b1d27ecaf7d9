"""Loop carries: the arrays of a loop, with types that an iteration preserves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import jax.numpy as jnp

from autograph.errors import StagingError
from autograph.stages.jax_recording import Recording, record
from autograph.stages.jax_values import (
    Held,
    Kind,
    as_condition,
    cast,
    hold,
    is_array,
    is_number,
    is_same,
    kind_of,
    release,
)
from autograph.syntax.variable_roles import Role, role_of

__all__ = ["Carry", "LoopState", "filled", "pairs"]

MOST_RECORDINGS = 8
_BOOLEAN = Kind((), jnp.dtype(bool), False)
State = tuple[Any, ...]


@dataclass(frozen=True)
class LoopState:
    """The variables of a loop, and its `set_loop_options`."""

    get: Callable[[], State]
    set: Callable[[State], None]
    names: tuple[str, ...]
    options: dict[str, Any]

    def held(self) -> list[Held]:
        """The values of the variables, flattened."""
        return [hold(*each) for each in zip(self.names, self.get())]


@dataclass
class _Slot:
    """One array in a loop's carry."""

    name: str
    initial: Any
    kind: Kind


class Carry:
    """The recording of a loop's body, and the arrays carried between iterations.

    `step(item)` runs the body and returns the value of the test; `item` is the type of
    the items of a `for`. If a variable first gets its dtype or its value in the
    body, the body is recorded once more.
    """

    def __init__(
        self, state: LoopState, step: Callable[[Any], Any], item: Kind | None
    ) -> None:
        self._state, self._step, self._item = state, step, item
        self._before = state.held()
        self.shapes = list(self._before)
        """The variables at the start of an iteration; leaves are slots or values."""
        self.slots: list[_Slot] = []
        self._share_flags = True
        self.recording = self._settled()
        *self.ends, self.go = self.recording.held

    def initial(self) -> list[Any]:
        """The arrays before the first iteration."""
        return [cast(slot.initial, slot.kind) for slot in self.slots]

    def after(self, item: list[Any], arrays: list[Any]) -> tuple[Any, list[Any]]:
        """Whether the loop continues after an iteration, and its arrays then."""
        value_of = self.recording.outputs(*item, *arrays)
        found: dict[int, Any] = {}
        for start, end in zip(self.shapes, self.ends):
            for slot, leaf in pairs(start, end):
                found[slot] = cast(value_of(leaf), self.slots[slot].kind)
        changed = [found[slot] for slot in range(len(self.slots))]
        return jnp.asarray(value_of(self.go.leaves[0])), changed

    def _settled(self) -> Recording:
        """The recording in which an iteration ends with the types it began with."""
        self._make_slots()
        for _ in range(MOST_RECORDINGS):
            recording = self._recorded()
            if not self._changes(recording):
                return recording
            self._make_slots()
        names = ", ".join(map(repr, self._state.names))
        raise StagingError(
            f"the types of {names} do not settle from one iteration to the next"
        )

    def _make_slots(self) -> None:
        """Give each array at the start of an iteration a slot of the carry."""
        self.slots = []
        # the flag of `return` stands before its value: the names are sorted
        self.shapes = [self._with_slots(each) for each in self._before]

    def _with_slots(self, held: Held) -> Held:
        leaves = tuple(self._slot(held.name, leaf) for leaf in held.leaves)
        flag = held.flag if held.flag is True else self._flag_slot(held)
        return replace(held, leaves=leaves, flag=flag)

    def _slot(self, name: str, leaf: Any) -> Any:
        if isinstance(leaf, _Initial):
            self.slots.append(_Slot(name, leaf.value, leaf.kind))
        elif is_array(leaf):
            self.slots.append(_Slot(name, leaf, kind_of(leaf)))
        else:
            return leaf
        return _At(len(self.slots) - 1)

    def _flag_slot(self, held: Held) -> Any:
        if held.tree is None:
            return False
        if held.is_result and self._share_flags:
            # Whether there is a result is what the flag of `return` says.
            for index, slot in enumerate(self.slots):
                is_flag = role_of(slot.name) is Role.RETURN
                if is_flag and is_same(slot.initial, held.flag):
                    return _At(index)
        self.slots.append(_Slot(held.name, held.flag, _BOOLEAN))
        return _At(len(self.slots) - 1)

    def _recorded(self) -> Recording:
        names = self._state.names

        def run(*tracers: Any) -> list[Held]:
            item, arrays = (
                (None, tracers)
                if self._item is None
                else (
                    tracers[0],
                    tracers[1:],
                )
            )
            starts = [filled(each, list(arrays)) for each in self.shapes]
            self._state.set(tuple(map(release, starts)))
            go = as_condition(self._step(item), "a loop")
            ends = [hold(*each) for each in zip(names, self._state.get())]
            return [*ends, hold("the test", go)]

        inputs = [slot.kind.as_input for slot in self.slots]
        if self._item is not None:
            inputs.insert(0, self._item.as_input)
        try:
            return record(run, *inputs)
        finally:
            self._state.set(tuple(map(release, self._before)))

    def _changes(self, recording: Recording) -> bool:
        """Whether the start must be another one; makes it so."""
        changed = False
        for index, (start, end) in enumerate(zip(self.shapes, recording.held)):
            before = self._before[index]
            after = self._adapted(before, start, end)
            if after is not before:
                self._before[index], changed = after, True
        if not changed and self._share_flags and not self._flags_agree(recording):
            self._share_flags, changed = False, True
        return changed

    def _flags_agree(self, recording: Recording) -> bool:
        """Whether flags that share a slot are one at the end of the body too."""
        ends: dict[int, Any] = {}
        return all(
            is_same(ends.setdefault(slot, leaf), leaf)
            for start, end in zip(self.shapes, recording.held)
            for slot, leaf in pairs(start, end)
        )

    def _adapted(self, before: Held, start: Held, end: Held) -> Held:
        """`before`, with the types that the end of the body asks for."""
        if start.tree is None:
            return self._first_value(before, end)
        if end.tree is None:
            raise StagingError(
                f"{start.name!r} has a value before the loop and none after an "
                "iteration of it, which is recorded once"
            )
        if start.tree != end.tree:
            raise StagingError(
                f"{start.name!r} is {start.tree} before the loop and {end.tree} after "
                "one iteration: JAX needs one structure"
            )
        leaves = [
            self._adapted_leaf(start.name, *each)
            for each in zip(before.leaves, start.leaves, end.leaves)
        ]
        flag = before.flag
        if flag is True and end.flag is not True:
            raise StagingError(
                f"{start.name!r} may lose its value in an iteration of the loop"
            )
        if all(map(is_same, leaves, before.leaves)):
            return before
        return replace(before, leaves=tuple(leaves))

    def _first_value(self, before: Held, end: Held) -> Held:
        """A place for what gets its value in the loop; nothing reads it before."""
        if end.tree is None:
            return before
        leaves = tuple(
            _Initial(jnp.zeros(kind_of(leaf).shape, kind_of(leaf).dtype), kind_of(leaf))
            if is_array(leaf)
            else leaf
            for leaf in end.leaves
        )
        return Held(before.name, end.tree, leaves, False, before.is_result)

    def _adapted_leaf(self, name: str, before: Any, start: Any, end: Any) -> Any:
        if not isinstance(start, _At):
            if not is_same(start, end):
                raise StagingError(
                    f"{name!r} is {start!r} before the loop and {end!r} after one "
                    "iteration: it is no array, so JAX cannot carry it"
                )
            return before
        slot = self.slots[start.slot]
        kind, wanted = slot.kind, kind_of(end)
        yields = wanted.is_weak and jnp.promote_types(kind.dtype, wanted.dtype)
        is_kept = kind.dtype in (wanted.dtype, yields)
        if kind.shape == wanted.shape and is_kept:
            return before
        value = before.value if isinstance(before, _Initial) else before
        if is_number(value) or isinstance(before, _Initial):
            return _Initial(value, replace(wanted, is_weak=False))
        raise StagingError(
            f"{name!r} is {kind} before the loop, but {wanted} after one iteration: "
            "JAX needs one type; use .astype, or begin with a value of the other type"
        )


@dataclass(frozen=True, eq=False)
class _Initial:
    """A leaf before the loop with the type that the loop gives it."""

    value: Any
    kind: Kind


@dataclass(frozen=True)
class _At:
    """A leaf that is carried."""

    slot: int


def pairs(start: Held, end: Held) -> list[tuple[int, Any]]:
    """The slots at the start of an iteration, with the values at its end."""
    pairs = zip((*start.leaves, start.flag), (*end.leaves, end.flag))
    return [(one.slot, other) for one, other in pairs if isinstance(one, _At)]


def filled(shape: Held, arrays: list[Any]) -> Held:
    """`shape` with the arrays in its slots."""

    def value_of(leaf: Any) -> Any:
        return arrays[leaf.slot] if isinstance(leaf, _At) else leaf

    leaves = tuple(map(value_of, shape.leaves))
    return replace(shape, leaves=leaves, flag=value_of(shape.flag))
