"""Dispatch to stages: overloads chosen by the type of the deciding argument.

A *stage* defines control flow and built-ins for the values that it owns: it may record
operations on them in a graph. It is registered for types; values of other types have
Python's own meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final
from weakref import WeakKeyDictionary

from autograph.running.recordings import begin_recording, end_recording

__all__ = [
    "PROBE",
    "Stage",
    "register_stage",
    "set_test_probe",
    "stage_for",
    "staged",
    "unregister_stage",
]

State = Callable[[], tuple[Any, ...]]
SetState = Callable[[tuple[Any, ...]], None]


class Stage:
    """The meaning of Python's control flow for values of some types.

    The first argument of each hook is the value by whose type the stage was chosen,
    then come the operator's arguments; a hook returns `NotImplemented` to leave the
    construct to Python. Override the hooks that the values need. `builtins` maps a
    built-in (`len`, `range`, `list.append`,
    ...) to its replacement in calls with an argument that the stage owns.

    >>> class Loud(Stage):
    ...     def not_(self, a):
    ...         return f"not {a}"
    >>> class Symbol(str):
    ...     pass
    >>> register_stage(Symbol, Loud())
    >>> from autograph.operators import not_
    >>> not_(Symbol("x")), not_("x")
    ('not x', False)
    >>> unregister_stage(Symbol)
    """

    builtins: Mapping[Any, Callable[..., Any]] = MappingProxyType({})

    only_in_recordings = False
    """Whether values are staged only between `begin_recording` and `end_recording`
    of `autograph.running.recordings`. Else converted code asks the stage at any time,
    for as long as it is registered, which takes its time."""

    def owns(self, value: Any) -> bool:
        """Whether `value`, of a registered type, is staged right now."""
        return True

    def if_stmt(
        self,
        cond: Any,
        body: Callable[[], None],
        orelse: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        nouts: int,
    ) -> Any:
        """Run both branches; leave the merged state behind with `set_state`.

        The first `nouts` names are needed after the statement.
        """
        return NotImplemented

    def while_stmt(
        self,
        first: Any,
        test: Callable[[], Any],
        body: Callable[[], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> Any:
        """Loop while `test()`; `first` is its value in the current state.

        The loop may have run some iterations in Python before.
        """
        return NotImplemented

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: State,
        set_state: SetState,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> Any:
        """Loop over `iter_`, before each item as long as `extra_test()`."""
        return NotImplemented

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
        """Continues a Python `for` whose `extra_test()` has become a staged value.

        `rest` has the remaining items: a `range` if the loop was over one, else an
        iterator. With `NotImplemented`, each further item becomes a staged `if`.
        """
        return NotImplemented

    def if_exp(
        self,
        cond: Any,
        if_true: Callable[[], Any],
        if_false: Callable[[], Any],
        expr_repr: str,
    ) -> Any:
        """The value of `if_true() if cond else if_false()`."""
        return NotImplemented

    def and_(self, a: Any, b: Callable[[], Any]) -> Any:
        """The value of `a and b()`; `a` is evaluated already."""
        return NotImplemented

    def or_(self, a: Any, b: Callable[[], Any]) -> Any:
        """The value of `a or b()`; `a` is evaluated already."""
        return NotImplemented

    def not_(self, a: Any) -> Any:
        """The value of `not a`."""
        return NotImplemented

    def eq(self, a: Any, b: Any) -> Any:
        """The value of `a == b`; at least one of them is owned."""
        return NotImplemented

    def not_eq(self, a: Any, b: Any) -> Any:
        """The value of `a != b`; at least one of them is owned."""
        return NotImplemented

    def contains(self, item: Any, container: Any) -> Any:
        """The value of `item in container`; at least one of them is owned."""
        return NotImplemented

    def is_(self, a: Any, b: bool) -> Any:
        """The value of `a is b`, for a pattern `True` or `False`; `a` is owned."""
        return NotImplemented

    def assert_stmt(self, expression1: Any, expression2: Callable[[], Any]) -> Any:
        """Check `expression1` when it has a value; else fail with `expression2()`."""
        return NotImplemented

    def get_item(self, target: Any, i: Any, opts: Any) -> Any:
        """The value of `target[i]`; at least one of them is owned."""
        return NotImplemented

    def set_item(self, target: Any, i: Any, x: Any) -> Any:
        """The new `target` after `target[i] = x`; one of the three is owned."""
        return NotImplemented

    def list_comp(self, body: Callable[[Any], Any], iter_: Any) -> Any:
        """The list `body(iter_)`; `body([item])` holds just the result for `item`."""
        return NotImplemented

    def generator(self, body: Callable[[Any], Any], iter_: Any) -> Any:
        """The generator `body(iter_)`, as something that can be iterated over."""
        return NotImplemented

    def list_append(self, list_: Any, x: Any) -> Any:
        """The new list after `list_.append(x)`; `list_` is owned."""
        return NotImplemented

    def list_pop(self, list_: Any, i: Any, opts: Any) -> Any:
        """A pair: the new list, and the item popped from `list_`."""
        return NotImplemented

    def list_stack(self, list_: Any, opts: Any) -> Any:
        """The result of `opts.original_call(list_)` for an owned list."""
        return NotImplemented


_HEAP_TYPE = 1 << 9  # Py_TPFLAGS_HEAPTYPE: made by a `class` statement
_NEVER_STAGED = (object, bool, type(None))
_registered: dict[type, Stage] = {}
_unowned_classes: WeakKeyDictionary[type, None] = WeakKeyDictionary()


def _find(kind: type) -> Stage | None:
    for base in kind.__mro__:
        stage = _registered.get(base)
        if stage is not None:
            return stage
    return None


class _StageTable(dict[type, "Stage | None"]):
    """Exact type to stage; a hit costs one dictionary look-up.

    Classes that no stage owns are not kept: they would hold their functions alive.
    """

    def __missing__(self, kind: type) -> Stage | None:
        if kind in _unowned_classes:
            return None
        stage = _find(kind)
        if stage is None and kind.__flags__ & _HEAP_TYPE:
            _unowned_classes[kind] = None
        else:
            self[kind] = stage
        return stage


STAGES = _StageTable()


def _registration_changed() -> None:
    STAGES.clear()
    _unowned_classes.clear()
    _permanent_recording.set(
        any(not each.only_in_recordings for each in _registered.values())
    )


class _PermanentRecording:
    """The recording that lasts while some stage is to be asked at any time."""

    def __init__(self) -> None:
        self._has_begun = False

    def set(self, is_needed: bool) -> None:
        if is_needed and not self._has_begun:
            begin_recording(0)
        elif self._has_begun and not is_needed:
            end_recording(0)
        self._has_begun = is_needed


_permanent_recording = _PermanentRecording()


def register_stage(owner: type | Iterable[type], stage: Stage) -> None:
    """Registers `stage` for values of the types `owner` and their subclasses.

    A later registration of a type replaces the earlier one; if several stages fit a
    value, the stage of the nearest base class is used.

    Raises:
        TypeError: `stage` is no `Stage`, or `owner` contains an object that is no type,
            or a built-in type that no stage may own.
    """
    if not isinstance(stage, Stage):
        raise TypeError(f"register_stage: expected a Stage, got {stage!r}")
    owners = (owner,) if isinstance(owner, type) else tuple(owner)
    for kind in owners:
        if kind in _NEVER_STAGED or not issubclass(type(kind), type):
            raise TypeError(f"register_stage: {kind!r} cannot belong to a stage")
    for kind in owners:
        _registered[kind] = stage
    _registration_changed()


def unregister_stage(owner: type | Iterable[type]) -> None:
    """Undo `register_stage` for the types `owner`; unknown types are ignored."""
    for kind in (owner,) if isinstance(owner, type) else tuple(owner):
        _registered.pop(kind, None)
    _registration_changed()


def stage_for(*values: Any) -> Stage | None:
    """The stage of the first value that is staged; None if all are plain Python.

    >>> stage_for(1, "text") is None
    True
    """
    for value in values:
        stage = STAGES[type(value)]
        if stage is not None and stage.owns(value):
            return stage
    return None


def staged(values: tuple[Any, ...], method: str, /, *args: Any) -> Any:
    """What `method(*args)` of the stage of the first staged value returns.

    `NotImplemented`, Python's own meaning, if all values are plain.

    >>> staged((1, "text"), "eq", 1, "text")
    NotImplemented
    """
    for value in values:
        stage = STAGES[type(value)]
        if stage is not None and stage.owns(value):
            return getattr(stage, method)(*args)
    return NotImplemented


Test = Callable[[], Any]


def _call(test: Test) -> Any:
    return test()


class LoopTestProbe:
    """The function that evaluates a loop test which may turn out to be staged."""

    __slots__ = ("evaluate",)

    def __init__(self) -> None:
        self.evaluate: Callable[[Test], Any] = _call


PROBE: Final = LoopTestProbe()


def set_test_probe(probe: Callable[[Test], Any]) -> None:
    """Let `probe(test)` evaluate loop tests that may turn out to be staged.

    A stage that records during the evaluation can discard this recording: the test is
    evaluated again when the loop is recorded.
    """
    PROBE.evaluate = probe
