"""Calls while no stage records: the replacement of each callee.

The callee is looked up, then called by the user's own frame, so that no frame of this
package stands between them: `warnings`, `logging` and `inspect` see the same frames as
in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import cache, partial
from sys import _getframe
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType
from typing import Any
from weakref import ref

from autograph import logs
from autograph.conversion_cache import (
    NOTHING,
    CodeTable,
    Template,
    block_function,
    may_read_stand_ins,
    original_of,
    running_template_of,
)
from autograph.errors import AutoGraphError
from autograph.operators.builtins import call_by_user
from autograph.operators.call_sites import (
    Callee,
    MethodSite,
    NameSite,
    calls_nothing,
    is_cacheable,
    is_to_run_as_it_is,
    note_to_run_as_it_is,
)
from autograph.operators.variables import Undefined, ld, of_own_variable
from autograph.options import ConversionOptions
from autograph.policy import READS_FRAME, Action, call_of, decide, describe, is_marked
from autograph.processes.forks import forkable_lock
from autograph.running.recordings import CALLED_DIRECTLY, RECORDINGS
from autograph.tracebacks.frames import mark_converted

__all__ = [
    "CALLS_STAGED",
    "FELL_BACK",
    "TRY_AGAIN",
    "callee_for",
    "fall_back",
    "made_once",
    "running_form",
    "running_function_for",
    "set_staged_call",
]

StagedCall = Callable[..., Any]
PlanOf = Callable[[FunctionType, ConversionOptions], Any]

FELL_BACK = object()
"""The plan for a function that could not be converted."""
TRY_AGAIN = object()
"""The plan after an error that was not of the source, such as a lack of memory.

The next call converts again; where that fails as well, it was the function's.
"""
_AS_IS = object()

_plans = CodeTable()
_lock = forkable_lock()


class _RecordedCalls:
    """How calls are made while something is recorded: said by the operators."""

    __slots__ = ("make", "plan_of")

    make: StagedCall
    plan_of: PlanOf


_recorded_calls = _RecordedCalls()


def set_staged_call(call: StagedCall, plan_of: PlanOf) -> None:
    """Say how calls are made while something is recorded."""
    _recorded_calls.make = call
    _recorded_calls.plan_of = plan_of


@cache
def callee_for(options: ConversionOptions) -> Callee:
    """The function that returns the replacement of a callable."""
    known: dict[int, _Entry] = {}
    rebound: dict[int, _Rebound] = {}
    is_asked_for = options.user_requested

    def callee(f: Any) -> Any:
        if RECORDINGS:
            return _staged_callee(f, options)
        kind = type(f)
        if kind is FunctionType:
            if id(f) in known:
                code, defaults, made, _ = known[id(f)]
                if code is f.__code__ and defaults is f.__defaults__:
                    return made or f
            again = rebound.get(id(f.__code__))
            if again is not None and again[0] == id(f.__globals__) and not f.__dict__:
                return again[1].bind(f)
            if is_to_run_as_it_is(f.__code__) and not is_asked_for:
                return f
            return _function_for(f, options, known, rebound)
        if kind in CALLED_DIRECTLY:
            return f
        if kind is MethodType:
            function = f.__func__
            if id(function) in known:  # as above, without another call
                code, defaults, made, _ = known[id(function)]
                if code is function.__code__ and defaults is function.__defaults__:
                    return f if made is None else MethodType(made, f.__self__)
            found = callee(function)
            return f if found is function else MethodType(found, f.__self__)
        return _object_for(f, options, callee)

    return callee


_Entry = tuple[CodeType, Any, FunctionType | None, ref[FunctionType]]
"""Code, defaults, what is called (None: the function itself), and when to forget."""

_Rebound = tuple[int, Template, ref[CodeType]]
"""Of code whose functions are bound for each call, since what is bound would keep what
they refer to alive: their globals by identity, the template, and when to forget."""


def _object_for(f: Any, options: ConversionOptions, callee: Callee) -> Any:
    if type(f) is partial:
        found = callee(f.func)
        if found is f.func:
            return f
        return partial(found, *f.args, **f.keywords)
    if issubclass(type(f), type) or decide(f, options).action is not Action.UNWRAP:
        return f
    call = call_of(f)
    if call is None:
        return f
    found = callee(call)
    return f if found is call else found


def _staged_callee(f: Any, options: ConversionOptions) -> Any:
    """The callee while something is recorded: `converted_call`, with `f` bound."""
    if type(f) in (type, BuiltinFunctionType) and f in READS_FRAME:
        return f
    if type(f) is FunctionType and is_marked(f):
        return f
    return partial(_call_staged, f, options)


def _call_staged(
    f: Any, options: ConversionOptions, /, *args: Any, **kwargs: Any
) -> Any:
    return _recorded_calls.make(f, args, kwargs, None, options)


CALLS_STAGED = _call_staged.__code__
"""Code whose frame stands between a generator and the operator that it calls."""


def _function_for(
    f: FunctionType,
    options: ConversionOptions,
    known: dict[int, _Entry],
    rebound: dict[int, _Rebound],
) -> FunctionType:
    plan = None if f.__dict__ and is_marked(f) else _plan_of(f, options)
    made = plan.bind(f) if plan is not None else None
    if is_cacheable(f):
        key = id(f)
        weak = ref(f, lambda _: known.pop(key, None))
        known[key] = (f.__code__, f.__defaults__, made, weak)
    elif plan is not None:
        key = id(f.__code__)
        code = ref(f.__code__, lambda _: rebound.pop(key, None))
        rebound[key] = (id(f.__globals__), plan, code)
    return made or f


def _plan_of(f: FunctionType, options: ConversionOptions) -> Template | None:
    facts = _plans.of(f.__code__)
    key = (id(f.__globals__), options)
    plan = made_once(facts, key, _lock, partial(_make_plan, f, options))
    return plan if type(plan) is Template else None


def _template_of(options: ConversionOptions, f: FunctionType) -> Template | None:
    """The converted code of `f`; None if it runs as it is."""
    return None if f.__dict__ and is_marked(f) else _plan_of(f, options)


def made_once(
    facts: dict[Any, Any],
    key: Any,
    lock: AbstractContextManager[Any],
    make: Callable[[], Any],
) -> Any:
    """The plan `facts[key]`; of threads that need it at a time, one makes it."""
    before = facts.get(key)
    if not _is_open(before):
        return before
    with lock:
        plan = facts.get(key)
        if plan is before:
            plan = facts[key] = _settled(before, make())
    return plan


def _is_open(plan: Any) -> bool:
    """Whether a plan is still to be made, or to be made once more."""
    if plan is FELL_BACK:
        # to raise its error: one that is kept would keep the frames
        return logs.is_strict()
    return plan is None or plan is TRY_AGAIN


def _settled(before: Any, plan: Any) -> Any:
    """The plan that is kept: what has to be tried again is tried once."""
    return FELL_BACK if before is TRY_AGAIN and plan is TRY_AGAIN else plan


def _make_plan(f: FunctionType, options: ConversionOptions) -> Any:
    code = f.__code__
    if original_of(code) is not None:
        note_to_run_as_it_is(code)
        return _AS_IS
    rule = decide(f, options)
    logs.log(2, f"call of {describe(code)}: {rule.reason}; {rule.action.value}")
    if rule.action not in (Action.CONVERT, Action.CONVERT_CALLS):
        return _AS_IS
    is_asked_for = options.user_requested
    if not is_asked_for and calls_nothing(code) and not may_read_stand_ins(code):
        if logs.is_strict():
            running_form(f, options)  # raises if there is none
        mark_converted(code, code)
        note_to_run_as_it_is(code)
        return _AS_IS
    return running_form(f, options)


def running_form(f: FunctionType, options: ConversionOptions) -> Any:
    """The template of `f` for runs without a recording; the plan without it if none."""
    try:
        template = running_template_of(f, options, _constants(options))
    except Exception as error:
        return fall_back(f, error)
    logs.log(1, f"converted {describe(f.__code__)}")
    return template


def running_function_for(
    function: FunctionType, options: ConversionOptions
) -> FunctionType:
    """`function` in the form that runs, with its own closure and defaults.

    Raises:
        ConversionError: there is no source.
    """
    constants = _constants(options)
    return running_template_of(function, options, constants).bind(function)


def fall_back(f: FunctionType, cause: Exception) -> Any:
    """Warns that `f` runs unconverted, and gives the plan for its next calls.

    Raises:
        Exception: `cause`, if conversion is strict.
    """
    if logs.is_strict():
        raise cause
    logs.warn(
        f"AutoGraph could not transform {f!r} and will run it as-is.\n"
        f"Cause: {cause}\n"
        "To silence this warning, decorate the function with "
        "@tf.autograph.experimental.do_not_convert"
    )
    return FELL_BACK if isinstance(cause, AutoGraphError) else TRY_AGAIN


@cache
def _constants(options: ConversionOptions) -> Mapping[str, Any]:
    """The constants in the code of functions converted with `options`."""

    def staged(held: FunctionType | None) -> Any:
        frame = _getframe(1)
        cells = {} if held is None else _cells_of(held)
        return _staged_form(frame.f_code, frame.f_globals, cells, options)

    def block(key: str, held: FunctionType) -> Callable[[], Any]:
        return partial(_run_block, _getframe(1).f_code, key, held, options)

    inner = options.call_options()
    return {
        "recordings": lambda: RECORDINGS,
        "staged": lambda: staged,
        "callee": lambda: callee_for(inner),
        "read": lambda: ld,
        "framed": lambda: call_by_user,
        "type": lambda: type,
        "direct": lambda: CALLED_DIRECTLY,
        "block": lambda: block,
        "nothing": lambda: _NOTHING,
        "site": lambda: NameSite(callee_for(inner), partial(_template_of, inner)),
        "method": lambda name: MethodSite(callee_for(inner), name),
    }


_NOTHING = object()


def _run_block(
    running: CodeType, key: str, held: FunctionType, options: ConversionOptions
) -> Any:
    """The return value of a `with` body, or `_NOTHING`; its values may be staged."""
    from autograph import operators

    found = original_of(running)
    assert found is not None, "code that runs is noted when it is made"
    code, name = found
    cells = tuple(CellType() for _ in code.co_freevars)
    original = FunctionType(code, held.__globals__, code.co_name, None, cells)
    original.__qualname__ = name
    run = block_function(original, key, held, options, operators)
    result, missing = _NOTHING, None
    try:
        result = run()
    except NameError as error:
        missing = of_own_variable(error)
    finally:
        for cell in held.__closure__ or ():
            _empty_if_undefined(cell)
    if missing is not None:
        raise missing
    return _NOTHING if type(result) is str and result == NOTHING else result


def _empty_if_undefined(cell: CellType) -> None:
    try:
        value = cell.cell_contents
    except ValueError:
        return  # it has no value in Python either
    if isinstance(value, Undefined):
        del cell.cell_contents


def _cells_of(held: FunctionType) -> dict[str, CellType]:
    cells = held.__closure__ or ()
    return dict(zip(held.__code__.co_freevars, cells, strict=True))


def _staged_form(
    running: CodeType,
    names: dict[str, Any],
    cells: Mapping[str, CellType],
    options: ConversionOptions,
) -> FunctionType:
    """The function that runs in place of that of the code `running`.

    `names` are its globals, `cells` its free variables.
    """
    found = original_of(running)
    assert found is not None, "code that runs is noted when it is made"
    code, name = found
    closure = tuple([cells[each] for each in code.co_freevars])
    function = FunctionType(code, names, code.co_name, None, closure)
    function.__qualname__ = name
    plan = _recorded_calls.plan_of(function, options)
    return plan.bind(function) if type(plan) is Template else function
