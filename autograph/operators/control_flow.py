"""`if`, `while` and `for`: run by Python, or by the stage that owns the condition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dis import get_instructions
from functools import partial
from opcode import opmap
from types import FunctionType
from typing import Any, NamedTuple

from autograph.operators.class_members import MEETS, has_truth, truth_of
from autograph.operators.dispatch import (
    PROBE,
    STAGES,
    SetState,
    Stage,
    State,
    stage_for,
)
from autograph.operators.iterator_positions import is_iterator, note_consumed
from autograph.operators.ownership import has_other_references, references
from autograph.operators.remaining_items import RemainingItems
from autograph.operators.variables import Undefined

_KNOWN = frozenset((list, range, tuple, dict))

__all__ = ["for_stmt", "if_stmt", "while_stmt"]


def if_stmt(
    cond: Any,
    body: Callable[[], None],
    orelse: Callable[[], None],
    get_state: State,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    nouts: int,
) -> None:
    """Run `body()` if `cond`, else `orelse()`.

    `get_state` and `set_state` read and write the variables `symbol_names` that
    the branches may change; the first `nouts` of them are used afterwards.
    """
    if cond is True:
        body()
        return
    if cond is False:
        orelse()
        return
    if MEETS:
        cond = truth_of(cond)
    stage = stage_for(cond)
    if stage is not None:
        _fill_cells(get_state)
        result = stage.if_stmt(
            cond, body, orelse, get_state, set_state, symbol_names, nouts
        )
        if result is not NotImplemented:
            return
    branch = body if cond else orelse
    # a list that was asked for its truth is nobody else's
    cond = None
    branch()


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: State,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """Run `body()` as long as `test()`; the first staged test hands over.

    Staged variables do not decide: a loop whose test stays a Python value is
    unrolled.
    """
    probe = PROBE.evaluate
    has_effect = _assigns(test)
    while True:
        before = get_state() if has_effect else ()
        value = probe(test)
        if value is not True:
            if value is False:
                return
            if MEETS and has_truth(value):
                value = probe(partial(truth_of, value))
                test = partial(_truth_of_test, test)
            if STAGES[type(value)] is not None:
                stage = stage_for(value)
                if stage is not None:
                    _fill_cells(get_state)
                    if has_effect:
                        set_state(before)
                    result = stage.while_stmt(
                        value, test, body, get_state, set_state, symbol_names, opts
                    )
                    if result is not NotImplemented:
                        return
            if not value:
                return
            # a list that is asked for its truth is nobody else's
            value = None
        body()


def _truth_of_test(test: Callable[[], Any]) -> Any:
    return truth_of(test())


def for_stmt(
    iter_: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: State,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """Run `body(item)` for the items of `iter_` as long as `extra_test()`."""
    stage = stage_for(iter_)
    if stage is not None:
        _fill_cells(get_state)
        result = stage.for_stmt(
            iter_, extra_test, body, get_state, set_state, symbol_names, opts
        )
        if result is not NotImplemented:
            return
    if type(iter_) not in _KNOWN and is_iterator(iter_):
        note_consumed(iter_)
    if extra_test is None:
        for item in iter_:
            body(item)
        return
    is_shared = has_other_references(references(iter_))
    loop = _Loop(extra_test, body, get_state, set_state, symbol_names, opts)
    _python_for(iter_, loop, is_shared)


class _Loop(NamedTuple):
    """The arguments of a `for` with a test, except the iterated object."""

    extra_test: Callable[[], Any]
    body: Callable[[Any], None]
    get_state: State
    set_state: SetState
    symbol_names: tuple[str, ...]
    opts: dict[str, Any]


def _python_for(iter_: Any, loop: _Loop, is_shared: bool) -> None:
    """The tested loop; a test that fails must not take another item."""
    extra_test, body = loop.extra_test, loop.body
    iterator = iter(iter_)
    value = extra_test()
    stage = stage_for(value)
    if stage is not None:
        rest = iter_ if type(iter_) is range else _remaining(iter_, iterator, is_shared)
        _resume(stage, value, rest, loop)
        return
    if not value:
        return
    for item in iterator:
        body(item)
        value = extra_test()
        if value is True:
            continue
        stage = stage_for(value)
        if stage is not None:
            if type(iter_) is range:
                rest = range(item + iter_.step, iter_.stop, iter_.step)
            else:
                rest = _remaining(iter_, iterator, is_shared)
            _resume(stage, value, rest, loop)
            return
        if not value:
            return


def _remaining(iter_: Any, iterator: Iterator[Any], is_shared: bool) -> RemainingItems:
    """The remaining items of `iter_`; an iterator made for the loop is unshared."""
    return RemainingItems(iterator, is_shared and iterator is iter_)


def _resume(
    stage: Stage, first: Any, rest: range | RemainingItems, loop: _Loop
) -> None:
    """Go on after the test turned staged: the stage's way, or item by item."""
    given = rest if type(rest) is range else iter(rest)
    if stage.resume_for_stmt(first, given, *loop) is NotImplemented:
        _one_by_one(first, iter(given), loop)
    if isinstance(rest, RemainingItems):
        rest.refuse_differences()


def _one_by_one(test: Any, items: Iterator[Any], loop: _Loop) -> None:
    """Each further iteration as an `if`."""
    _, body, get_state, set_state, symbol_names, _ = loop
    for item in items:
        if_stmt(
            test,
            partial(body, item),
            _nothing,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names),
        )
        test = loop.extra_test()
        if test is False:
            return


def _nothing() -> None:
    pass


_STORE_DEREF = opmap["STORE_DEREF"]


def _assigns(test: Callable[[], Any]) -> bool:
    """Whether the test of a loop assigns a variable of the function, by `:=`."""
    code = getattr(test, "__code__", None)
    if code is None or _STORE_DEREF not in code.co_code[::2]:
        return False
    # it may have variables of its own that functions in it share
    return any(
        each.opcode == _STORE_DEREF and each.argval in code.co_freevars
        for each in get_instructions(code)
    )


def _fill_cells(get_state: State) -> None:
    """Give undefined variables that are local to a loop body a stand-in."""
    if not isinstance(get_state, FunctionType):
        return
    cells = get_state.__closure__ or ()
    for name, cell in zip(get_state.__code__.co_freevars, cells, strict=True):
        try:
            cell.cell_contents  # noqa: B018 - reading an empty cell fails
        except ValueError:
            cell.cell_contents = Undefined(name)
