"""`converted_call`: converts the callee where the policy says so, then calls it."""

from __future__ import annotations

import builtins
import typing
from _thread import get_ident
from contextlib import AbstractContextManager
from functools import partial
from sys import _getframe
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType
from typing import Any

from autograph import logs
from autograph.conversion_cache import (
    CodeTable,
    Template,
    original_of,
    template_of,
)
from autograph.operators.builtins import call_builtin, call_in_frame
from autograph.operators.class_members import (
    MEETS,
    meet_class,
    meet_function,
    stand_ins_for_members,
)
from autograph.operators.function_scopes import STD, FunctionScope
from autograph.operators.running_calls import (
    CALLS_STAGED,
    FELL_BACK,
    TRY_AGAIN,
    callee_for,
    fall_back,
    made_once,
    running_form,
    set_staged_call,
)
from autograph.options import ConversionOptions
from autograph.policy import (
    READS_FRAME,
    Action,
    call_of,
    decide,
    describe,
    is_marked,
)
from autograph.processes.forks import forkable_lock
from autograph.running.recordings import RECORDINGS
from autograph.tracebacks.recursion_limit import (
    CALLS_BY_THREAD,
    EVERY,
    give_back,
    make_room,
)

__all__ = ["converted_call", "converting_members", "plan_of", "unpacking_call"]

_plans = CodeTable()
_lock = forkable_lock()
_AS_IS = object()
_TYPES = frozenset(kind for kind in vars(builtins).values() if type(kind) is type)
_NO_KEYWORDS: dict[str, Any] = {}


def converted_call(
    f: Any,
    args: tuple[Any, ...],
    kwargs: dict[str, Any] | None,
    caller_fn_scope: FunctionScope | None = None,
    options: ConversionOptions | None = None,
) -> Any:
    """The value of `f(*args, **kwargs)`, with `f` converted if it is user code.

    If `options` is None, the options of the calling function apply.
    """
    if options is None:
        options = STD if caller_fn_scope is None else caller_fn_scope.callopts
    if kwargs is None:
        kwargs = _NO_KEYWORDS
    while True:
        kind = type(f)
        if kind is FunctionType:
            if not RECORDINGS:
                return callee_for(options)(f)(*args, **kwargs)
            plan = plan_of(f, options)
            if plan is None:
                return _placed(_nested_call(f, args, kwargs), _getframe(1))
            if type(plan) is Template:
                if MEETS:
                    meet_function(f)
                return _nested_call(plan.bind(f), args, kwargs)
            return call_in_frame(f, args, kwargs, _callers(_getframe(1)))
        # These two and the above are the common cases; the table says the same.
        if kind is MethodType and type(f.__func__) is FunctionType:
            f, args = f.__func__, (f.__self__, *args)
            continue
        is_builtin = kind is BuiltinFunctionType or (kind is type and f in _TYPES)
        if is_builtin and f not in READS_FRAME:
            return _placed(
                call_builtin(f, args, kwargs, options, _bound_to), _getframe(1)
            )
        rule = decide(f, options)
        if logs.get_verbosity() >= 2:
            logs.log(2, f"call of {f!r}: {rule.reason}; {rule.action.value}")
        if rule.action is Action.UNWRAP:
            f, args, kwargs = _unwrapped(f, args, kwargs)
        elif rule.action is Action.CONSTRUCT:
            return _placed(_construct(f, args, kwargs, options), _getframe(1))
        elif rule.action is Action.BUILTIN:
            return _placed(
                call_builtin(f, args, kwargs, options, _bound_to), _getframe(1)
            )
        elif rule.action is Action.IN_FRAME:
            return call_in_frame(f, args, kwargs, _callers(_getframe(1)))
        else:
            return _placed(f(*args, **kwargs), _getframe(1))


def _nested_call(f: FunctionType, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The value of `f(*args, **kwargs)`, with room on the stack for frames of ours."""
    thread, room = get_ident(), 0
    calls = CALLS_BY_THREAD.get(thread, 0) + 1
    try:
        if calls % EVERY == 0:
            room = make_room(_getframe())
        CALLS_BY_THREAD[thread] = calls
        return f(*args, **kwargs)
    finally:
        CALLS_BY_THREAD[thread] = calls - 1
        if room:
            give_back(room)


def unpacking_call(f: Any, caller_fn_scope: FunctionScope | None = None) -> Any:
    """A call of `f` by `converted_call`, whose arguments Python unpacks.

    >>> unpacking_call(max)(*[1, 2], **{"key": abs})
    2
    >>> unpacking_call(max)(*3)
    Traceback (most recent call last):
    TypeError: max() argument after * must be an iterable, not int
    """
    return _Unpacking(_call_unpacked, f, caller_fn_scope)


class _Unpacking(partial):  # type: ignore[type-arg]
    """Python's messages on what cannot be unpacked name the function in it."""

    def __getattribute__(self, name: str) -> Any:
        if name == "__qualname__" or name == "__module__":
            return getattr(self.args[0], name)
        return super().__getattribute__(name)

    def __str__(self) -> str:
        return str(self.args[0])


def _call_unpacked(
    f: Any, caller_fn_scope: FunctionScope | None, /, *args: Any, **kwargs: Any
) -> Any:
    return converted_call(f, args, kwargs, caller_fn_scope)


_PASS_ON = (CALLS_STAGED, _call_unpacked.__code__)


def _callers(frame: FrameType) -> FrameType:
    """The frame that calls: `frame`, or the one above a function that passes on."""
    above = frame.f_back if frame.f_code in _PASS_ON else None
    return frame if above is None else above


_OUR_MODULES = frozenset((__name__, call_builtin.__module__))
_VARIABLES = tuple(
    getattr(typing, name)
    for name in ("TypeVar", "ParamSpec", "TypeVarTuple")
    if hasattr(typing, name)
)
_PLACED = (type, typing.NewType, *_VARIABLES)


def _placed(result: Any, frame: FrameType) -> Any:
    """`result`; a class made by a call belongs to the module that called."""
    if issubclass(type(result), _PLACED) and result.__module__ in _OUR_MODULES:
        names = _callers(frame).f_globals
        result.__module__ = names.get("__name__", result.__module__)
    return result


def converting_members(
    function: Any, arguments: tuple[Any, ...], options: ConversionOptions
) -> AbstractContextManager[None]:
    """Under it, properties and operators of user classes are converted.

    For a stage, around the call of the converted `function` that it records; see
    `autograph.operators.class_members`.
    """
    inner = options.call_options()

    def call(member: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return converted_call(member, args, kwargs, None, inner)

    return stand_ins_for_members(function, arguments, call)


def _unwrapped(
    f: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The same call, of the function inside `f`."""
    if issubclass(type(f), partial):
        return f.func, (*f.args, *args), {**f.keywords, **kwargs}
    if type(f) is MethodType:
        return f.__func__, (f.__self__, *args), kwargs
    return call_of(f), args, kwargs


def _bound_to(options: ConversionOptions, f: Any) -> Any:
    """`f` for a built-in that calls it: each call is a converted one."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return converted_call(f, args, kwargs, None, options)

    return call


def _construct(
    cls: Any, args: tuple[Any, ...], kwargs: dict[str, Any], options: ConversionOptions
) -> Any:
    """`type.__call__`, with the user's `__new__` and `__init__` converted."""
    if MEETS:
        meet_class(cls)
    new, init = cls.__new__, cls.__init__
    if not (_is_to_convert(new, options) or _is_to_convert(init, options)):
        return cls(*args, **kwargs)
    instance = converted_call(new, (cls, *args), kwargs, None, options)
    if any(each is cls for each in type(instance).__mro__):
        init = type(instance).__init__
        result = converted_call(init, (instance, *args), kwargs, None, options)
        if result is not None:
            raise TypeError(
                f"__init__() should return None, not {type(result).__name__!r}"
            )
    return instance


def _is_to_convert(f: Any, options: ConversionOptions) -> bool:
    if type(f) is not FunctionType or _is_made_by_library(f.__code__.co_filename):
        return False
    return decide(f, options).action is Action.CONVERT


def _is_made_by_library(filename: str) -> bool:
    # Data classes and named tuples write their constructors in "<string>".
    return filename.startswith("<") or "site-packages" in filename


def plan_of(f: FunctionType, options: ConversionOptions) -> Any:
    """The way to call `f`: None for unconverted, or a `Template`, else in the frame."""
    if f.__dict__ and is_marked(f):
        return None
    facts = _plans.of(f.__code__)
    key = (id(f.__globals__), options)
    plan = facts.get(key)
    if plan is None or plan is FELL_BACK or plan is TRY_AGAIN:
        plan = made_once(facts, key, _lock, partial(_make_plan, f, options))
    is_as_it_is = plan is _AS_IS or plan is FELL_BACK or plan is TRY_AGAIN
    return None if is_as_it_is else plan


def _make_plan(f: FunctionType, options: ConversionOptions) -> Any:
    f = _as_user_wrote(f)
    rule = decide(f, options)
    logs.log(2, f"call of {describe(f.__code__)}: {rule.reason}; {rule.action.value}")
    if rule.action is Action.CONVERT:
        return _converted_or_as_is(f, options)
    if rule.action is Action.CONVERT_CALLS:
        return running_form(f, options)
    return rule if rule.action is Action.IN_FRAME else _AS_IS


def _as_user_wrote(f: FunctionType) -> FunctionType:
    """`f`; for a function made by code that runs, the same with the user's own code."""
    found = original_of(f.__code__)
    if found is None:
        return f
    code, name = found
    made = FunctionType(code, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    made.__qualname__ = name
    return made


def _converted_or_as_is(f: FunctionType, options: ConversionOptions) -> Any:
    from autograph import operators

    try:
        template = template_of(f, options, operators)
    except Exception as error:
        return fall_back(f, error)
    if not template.has_staged_form:
        return running_form(f, options)
    logs.log(1, f"converted {describe(f.__code__)}")
    return template


set_staged_call(converted_call, plan_of)
