"""Overrides of built-in functions, and built-ins that inspect their caller's frame."""

from __future__ import annotations

import builtins
import functools
import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from inspect import CO_OPTIMIZED
from itertools import chain, islice
from types import (
    BuiltinFunctionType,
    FrameType,
    FunctionType,
    GeneratorType,
    ModuleType,
)
from typing import Any

from autograph.operators.caller_frames import CALLER_READERS
from autograph.operators.class_members import MEETS, QUESTIONS, asked
from autograph.operators.dispatch import STAGES, Stage, stage_for
from autograph.operators.iterator_positions import note_consumed
from autograph.operators.log_calls import log_in_frame
from autograph.operators.remaining_items import RemainingItems
from autograph.operators.traceback_readers import TRACEBACK_READERS
from autograph.options import ConversionOptions, Feature
from autograph.policy import Action, decide, logs_its_place
from autograph.tracebacks.frames import is_part, original_names

__all__ = ["call_builtin", "call_in_frame"]

Arguments = tuple[Any, ...]
Keywords = dict[str, Any]
Converter = Callable[[ConversionOptions, Any], Any]

# These compare or test the items of the one container they are given.
_LOOKS_AT_ITEMS = {all, any, max, min, sorted, sum}
_COMPARES_ITEMS = {"count", "index", "sort"}
_CALLS_FIRST = {filter, map, functools.reduce}
_CALLS_KEY = {max, min, sorted}
_NEEDS_CARE = _LOOKS_AT_ITEMS | _CALLS_FIRST | _CALLS_KEY
_LEADS_TO_CONVERSION = {Action.CONVERT, Action.UNWRAP, Action.CONSTRUCT}


def call_builtin(
    f: Callable[..., Any],
    args: Arguments,
    kwargs: Keywords,
    options: ConversionOptions,
    convert: Converter,
) -> Any:
    """The value of `f(*args, **kwargs)` for a built-in `f`.

    Where an argument is staged, its stage may give another meaning; functions that
    `f` calls are converted with `convert`.
    """
    if f in _LOOKS_AT_ITEMS and args and type(args[0]) is GeneratorType:
        items = _items_of(f, args[0])
        if type(items) is bool:
            return items
        args = (items, *args[1:])
    stage = _stage_of_arguments(f, args, kwargs)
    if stage is not None and (f is not print or _converts_print(options)):
        overload = _overload(stage, f)
        if overload is not None:
            result = overload(*args, **kwargs)
            if result is not NotImplemented:
                return result
    if f not in _NEEDS_CARE:
        if f is next and args:
            note_consumed(args[0])
        if MEETS and f in QUESTIONS and len(args) == 1 and not kwargs:
            return asked(f, args[0])
        return f(*args, **kwargs)
    if f in _CALLS_FIRST and args and _is_converted(args[0], options):
        args = (convert(options, args[0]), *args[1:])
    elif kwargs and f in _CALLS_KEY and _is_converted(kwargs.get("key"), options):
        kwargs = {**kwargs, "key": convert(options, kwargs["key"])}
    return f(*args, **kwargs)


def _items_of(f: Callable[..., Any], made: Iterator[Any]) -> Any:
    """The items for `f`, as a list if one of them is staged.

    `any` and `all` take no more items than they need: what they give without a staged
    one is given.
    """
    if not MEETS:
        items = list(islice(made, 1))
        is_staged = bool(items) and stage_for(*items) is not None
        return [*items, *_rest(f, made)] if is_staged else chain(items, made)
    if f is not any and f is not all:
        return list(made)
    for item in made:
        if stage_for(item) is not None:
            return [item, *_rest(f, made)]
        if bool(item) is (f is any):
            return f is any
    return f is all


def _rest(f: Callable[..., Any], made: Iterator[Any]) -> list[Any]:
    remaining = RemainingItems(made, is_shared=False)
    items = list(remaining)
    if f is any or f is all:
        remaining.refuse_differences()
    return items


def _converts_print(options: ConversionOptions) -> bool:
    return options.uses(Feature.BUILTIN_FUNCTIONS)


def _is_converted(f: Any, options: ConversionOptions) -> bool:
    return decide(f, options).action in _LEADS_TO_CONVERSION


def _stage_of_arguments(
    f: Callable[..., Any], args: Arguments, kwargs: Keywords
) -> Stage | None:
    for value in args:
        if STAGES[type(value)] is not None:
            stage = stage_for(value)
            if stage is not None:
                return stage
    if kwargs:
        stage = stage_for(*kwargs.values())
        if stage is not None:
            return stage
    if len(args) == 1 and type(args[0]) in (list, tuple) and f in _LOOKS_AT_ITEMS:
        return stage_for(*args[0])
    owner = getattr(f, "__self__", None)
    if type(owner) is list and f.__name__ in _COMPARES_ITEMS:
        return stage_for(*owner)
    return None


def _overload(stage: Stage, f: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function that `stage` calls in place of the built-in `f`, or None.

    A method, like `[].append`, is looked up as `list.append`.
    """
    owner = getattr(f, "__self__", None)
    if owner is None or isinstance(owner, (ModuleType, type)):
        return stage.builtins.get(f)
    overload = stage.builtins.get(getattr(type(owner), f.__name__, None))
    return None if overload is None else partial(overload, owner)


def call_in_frame(
    f: Callable[..., Any], args: Arguments, kwargs: Keywords, frame: FrameType
) -> Any:
    """The value of `f(*args, **kwargs)` for an `f` that reads its caller's frame.

    `frame` is converted code; names that the converter made are left out.
    """
    action = _IN_FRAME.get(f)
    if action is not None:
        return action(frame, *args, **kwargs)
    if type(f) is FunctionType and logs_its_place(f):
        return log_in_frame(f, frame, *args, **kwargs)
    return _set_trace(frame, *args, **kwargs)


def call_by_user(f: Any, *args: Any) -> Any:
    """`f(*args)` as the caller calls it, where `f` may read the caller's frame."""
    action = _IN_FRAME.get(f) if type(f) is BuiltinFunctionType else None
    return f(*args) if action is None else action(sys._getframe(1), *args)


def _frames_of_function(frame: FrameType) -> list[FrameType]:
    """`frame` and the converted frames around it, up to that of the function.

    The body of a branch or a loop is a function inside the converted one, called by
    way of an operator.
    """
    frames = [frame]
    outer = frame.f_back
    while is_part(frames[-1].f_code) and outer is not None:
        if frames[-1].f_code in outer.f_code.co_consts:
            frames.append(outer)
        elif original_names(outer.f_code) is not None:
            break
        outer = outer.f_back
    return frames


def _locals(frame: FrameType) -> dict[str, Any]:
    from autograph.operators.variables import Undefined

    if not frame.f_code.co_flags & CO_OPTIMIZED:
        return frame.f_locals  # of a class: its namespace, which may be changed
    merged: dict[str, Any] = {}
    for each in reversed(_frames_of_function(frame)):
        merged.update(each.f_locals)
    names = original_names(frame.f_code)
    return {
        name: merged[name]
        for name in (merged if names is None else names)
        if name in merged and not issubclass(type(merged[name]), Undefined)
    }


def _dir(frame: FrameType, *args: Any) -> list[str]:
    return dir(*args) if args else sorted(_locals(frame))


def _vars(frame: FrameType, *args: Any) -> Any:
    return vars(*args) if args else _locals(frame)


def _globals(frame: FrameType) -> dict[str, Any]:
    return frame.f_globals


def _eval(frame: FrameType, source: Any, *namespaces: Any, **named: Any) -> Any:
    if namespaces or named:
        return eval(source, *namespaces, **named)
    return eval(source, frame.f_globals, _locals(frame))


def _exec(frame: FrameType, source: Any, *namespaces: Any, **named: Any) -> None:
    if any(value is not None for value in (*namespaces, *named.values())):
        exec(source, *namespaces, **named)
    else:
        exec(source, frame.f_globals, _locals(frame))


def _super(frame: FrameType, *args: Any) -> Any:
    if args:
        return super(*args)
    frames = _frames_of_function(frame)
    owner = next(
        (each.f_locals["__class__"] for each in frames if "__class__" in each.f_locals),
        None,
    )
    if owner is None:
        raise RuntimeError("super(): __class__ cell not found")
    code = frames[-1].f_code
    if not code.co_argcount:
        raise RuntimeError("super(): no arguments")
    return super(owner, frames[-1].f_locals[code.co_varnames[0]])


def _set_trace(frame: FrameType, *, header: str | None = None) -> None:
    import pdb

    debugger = pdb.Pdb()
    if header is not None:
        debugger.message(header)
    debugger.set_trace(frame)


def _breakpoint(frame: FrameType, *args: Any, **kwargs: Any) -> Any:
    wanted = os.environ.get("PYTHONBREAKPOINT") or "pdb.set_trace"
    if sys.breakpointhook is sys.__breakpointhook__ and wanted == "pdb.set_trace":
        return _set_trace(frame, *args, **kwargs)
    return sys.breakpointhook(*args, **kwargs)


_IN_FRAME: dict[Callable[..., Any], Callable[..., Any]] = {
    breakpoint: _breakpoint,
    dir: _dir,
    eval: _eval,
    exec: _exec,
    globals: _globals,
    locals: _locals,
    builtins.super: _super,
    vars: _vars,
    **CALLER_READERS,
    **TRACEBACK_READERS,
}
