"""`if`, `while` and `for`: run by Python, or handed to the stage of what decides."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import partial
from opcode import opmap
from types import FunctionType
from typing import Any, NamedTuple

from autograph.errors import StagingError
from autograph.operators.class_members import MEETS, truth_of
from autograph.operators.dispatch import (
    PROBE,
    STAGES,
    SetState,
    Stage,
    State,
    stage_for,
)
from autograph.operators.variables import Undefined

__all__ = ["for_stmt", "if_stmt", "while_stmt"]

_UNENDING = (itertools.count, itertools.cycle, itertools.repeat)


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
    if cond:
        body()
    else:
        orelse()


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
    probe = PROBE[0]
    has_effect = _assigns(test)
    while True:
        before = get_state() if has_effect else ()
        value = probe(test)
        if value is not True:
            if value is False:
                return
            if MEETS and truth_of(value) is not value:
                test = partial(_truth_of_test, test)
                value = probe(test)
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
    if extra_test is None:
        for item in iter_:
            body(item)
        return
    loop = _Loop(extra_test, body, get_state, set_state, symbol_names, opts)
    _python_for(iter_, loop)


class _Loop(NamedTuple):
    """The arguments of a `for` with a test, apart from what it iterates over."""

    extra_test: Callable[[], Any]
    body: Callable[[Any], None]
    get_state: State
    set_state: SetState
    symbol_names: tuple[str, ...]
    opts: dict[str, Any]


def _python_for(iter_: Any, loop: _Loop) -> None:
    """The tested loop; a test that fails must not take another item."""
    extra_test, body = loop.extra_test, loop.body
    iterator = iter(iter_)
    value = extra_test()
    stage = stage_for(value)
    if stage is not None:
        _resume(stage, value, iter_ if type(iter_) is range else iterator, loop)
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
            _resume(stage, value, _rest(iter_, item, iterator), loop)
            return
        if not value:
            return


def _rest(iter_: Any, last: Any, iterator: Iterator[Any]) -> Any:
    """What is left of `iter_` after the item `last`."""
    if type(iter_) is not range:
        return iterator
    return range(last + iter_.step, iter_.stop, iter_.step)


def _resume(stage: Stage, first: Any, rest: Any, loop: _Loop) -> None:
    """Go on after the test turned staged: the stage's way, or item by item."""
    if stage.resume_for_stmt(first, rest, *loop) is not NotImplemented:
        return
    if isinstance(rest, _UNENDING):
        raise StagingError(
            f"the loop over {type(rest).__name__} ends by a staged value, and it has "
            "no other end: use `while` with the staged condition instead"
        )
    extra_test, body, get_state, set_state, symbol_names, _ = loop
    test = first
    for index, item in enumerate(rest):
        if index:
            test = extra_test()
        if test is False:
            return
        if_stmt(
            test,
            partial(body, item),
            _nothing,
            get_state,
            set_state,
            symbol_names,
            len(symbol_names),
        )


def _nothing() -> None:
    pass


_STORE_DEREF = opmap["STORE_DEREF"]


def _assigns(test: Callable[[], Any]) -> bool:
    """Whether the test of a loop assigns a variable of the function, by `:=`."""
    code = getattr(test, "__code__", None)
    return code is not None and _STORE_DEREF in code.co_code[::2]


def _fill_cells(get_state: State) -> None:
    """Give variables that are local to a loop body, and not set yet, a stand-in."""
    if not isinstance(get_state, FunctionType):
        return
    cells = get_state.__closure__ or ()
    for name, cell in zip(get_state.__code__.co_freevars, cells, strict=True):
        try:
            cell.cell_contents  # noqa: B018 - reading an empty cell fails
        except ValueError:
            cell.cell_contents = Undefined(name)
