"""The conversion policy: a table of rules for which callables are converted.

`RULES` is read from the top; the first rule whose test is true decides whether a callee
is converted, and the log prints its reason.
"""

from __future__ import annotations

import functools
import inspect
import sys
import traceback
import warnings
from collections.abc import Callable
from enum import Enum
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any, NamedTuple

from autograph.kept_modules import is_converted_module
from autograph.options import ConversionOptions

__all__ = [
    "READS_FRAME",
    "RULES",
    "Action",
    "Rule",
    "call_as_is",
    "call_of",
    "decide",
    "describe",
    "is_marked",
    "logs_its_place",
    "mark_do_not_convert",
]


class Action(Enum):
    """The treatment of a call inside converted code."""

    CALL = "call it as it is"
    CONVERT_CALLS = "convert the calls in it: it has no staged form"
    CONVERT = "convert it, call the result"
    BUILTIN = "call it, or what a stage gives in its place"
    IN_FRAME = "call it as if from the user's frame"
    UNWRAP = "decide on the function in it"
    CONSTRUCT = "make the object, decide on its constructor"


class Rule(NamedTuple):
    """One row of the policy table."""

    reason: str
    test: Callable[[Any, ConversionOptions], bool]
    action: Action


_MARK = "__autograph_do_not_convert__"
_DIRECT = "__autograph_call_as_is__"
_direct_types: set[type] = set()


def mark_do_not_convert(function: Any) -> None:
    """Mark the Python function `function` (it alone, not its wrappers)."""
    setattr(function, _MARK, function.__code__)


def is_marked(function: Any) -> bool:
    """Whether `do_not_convert` or the converter marked `function` itself."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    return (
        getattr(function, "__autograph_artifact__", None) is code
        or getattr(function, _MARK, None) is code
    )


def _is_instance(f: Any, kind: type) -> bool:
    """`isinstance`, which would ask an object of the user's for its `__class__`."""
    return issubclass(type(f), kind)


def _looks_up_itself(f: Any) -> bool:
    """Whether asking the object `f` for an attribute runs code of the user's."""
    kind = type(f)
    is_own = type(kind.__getattribute__) is FunctionType
    return is_own or type(getattr(kind, "__getattr__", None)) is FunctionType


def call_as_is(kind: type) -> type:
    """Excludes callable objects of the class `kind` from conversion.

    For objects that convert their function themselves, as a traced function does. The
    class attribute `__autograph_call_as_is__ = True` has the same effect. Can be used
    as a decorator.
    """
    _direct_types.add(kind)
    return kind


def _asks_to_be_called(f: Any, options: ConversionOptions) -> bool:
    kind = type(f)
    if kind is FunctionType:
        return False
    return kind in _direct_types or getattr(kind, _DIRECT, False) is True


def call_of(f: Any) -> Any:
    """The function that a call of the object `f` runs, bound as Python binds it.

    None if only Python can find it: a slot in C, or a user-defined descriptor.
    """
    for cls in type(f).__mro__:
        found = cls.__dict__.get("__call__")
        if found is not None:
            is_known = type(found) in (FunctionType, staticmethod, classmethod)
            return found.__get__(f, type(f)) if is_known else None
    return None


def _has_python_call(f: Any, options: ConversionOptions) -> bool:
    return call_of(f) is not None


def _constructor_is_python(f: Any) -> bool:
    return isinstance(f.__init__, FunctionType) or isinstance(f.__new__, FunctionType)


def _is_plain_class(f: Any, options: ConversionOptions) -> bool:
    return (
        _is_instance(f, type)
        and type(f).__call__ is type.__call__
        and _constructor_is_python(f)
    )


def _is_wrapped_method(f: Any, options: ConversionOptions) -> bool:
    return type(f) is MethodType and isinstance(f.__func__, FunctionType)


def _is_debugger(f: FunctionType) -> bool:
    return f.__name__ == "set_trace" and f.__globals__.get("__name__") == "pdb"


READS_FRAME: set[Any] = {breakpoint, dir, eval, exec, globals, locals, vars, super}
READS_FRAME |= {warnings.warn, sys._getframe}
_READERS_IN_PYTHON: frozenset[Any] = frozenset(
    (
        *(inspect.currentframe, inspect.stack),
        *(traceback.extract_stack, traceback.format_stack, traceback.print_stack),
        *(traceback.extract_tb, traceback.format_tb, traceback.print_tb),
        *(traceback.format_exc, traceback.print_exc),
        *(traceback.format_exception, traceback.print_exception),
        *(traceback.walk_stack, traceback.walk_tb, traceback.TracebackException),
        getattr(traceback.TracebackException.from_exception, "__func__"),  # noqa: B009
    )
)

_LEVELS = ("debug", "info", "warning", "error", "critical", "log", "exception")
_LOGGING = ("", "Logger.", "LoggerAdapter.")
_LOGS = frozenset(owner + name for owner in _LOGGING for name in _LEVELS)


def logs_its_place(f: FunctionType) -> bool:
    """Whether `f` is a function of `logging` that logs the place of its caller."""
    return f.__qualname__ in _LOGS and f.__globals__.get("__name__") == "logging"


def _reads_frame(f: Any, options: ConversionOptions) -> bool:
    if f is traceback.TracebackException:
        return True
    if type(f) is FunctionType:
        return f in _READERS_IN_PYTHON or _is_debugger(f) or logs_its_place(f)
    return type(f) in (type, BuiltinFunctionType) and f in READS_FRAME


def _is_builtin(f: Any, options: ConversionOptions) -> bool:
    if type(f) is BuiltinFunctionType:
        return True
    return _is_instance(f, type) and f.__module__ == "builtins"


def _has_no_python_code(f: Any, options: ConversionOptions) -> bool:
    return not _is_instance(f, FunctionType)


def _is_switched_off(f: Any, options: ConversionOptions) -> bool:
    return not options.internal_convert_user_code


def _is_in_kept_module(f: Any, options: ConversionOptions) -> bool:
    if options.user_requested:
        return False
    return not is_converted_module(_module_of(f))


def _module_of(f: FunctionType) -> str:
    # Not __module__: functools.wraps overwrites it with that of another function.
    return str(f.__globals__.get("__name__", ""))


_GENERATOR = 0x20  # inspect.CO_GENERATOR
_COROUTINE = 0x80 | 0x100 | 0x200  # coroutine, iterable coroutine, async generator


def _is_generator(f: Any, options: ConversionOptions) -> bool:
    return bool(f.__code__.co_flags & _GENERATOR)


def _is_coroutine(f: Any, options: ConversionOptions) -> bool:
    return bool(f.__code__.co_flags & _COROUTINE)


RULES: tuple[Rule, ...] = (
    Rule(
        "made by the converter, or marked do_not_convert",
        lambda f, options: not _looks_up_itself(f) and is_marked(f),
        Action.CALL,
    ),
    Rule("asks to be called as it is", _asks_to_be_called, Action.CALL),
    Rule(
        "a partial: its function decides",
        lambda f, options: _is_instance(f, functools.partial),
        Action.UNWRAP,
    ),
    Rule(
        "a bound method: its function decides",
        _is_wrapped_method,
        Action.UNWRAP,
    ),
    Rule("reads the frame of its caller", _reads_frame, Action.IN_FRAME),
    Rule("a built-in", _is_builtin, Action.BUILTIN),
    Rule("a class with a constructor in Python", _is_plain_class, Action.CONSTRUCT),
    Rule("a class", lambda f, options: _is_instance(f, type), Action.CALL),
    Rule(
        "an object with __call__ in Python: that decides",
        lambda f, options: (
            not _is_instance(f, FunctionType) and _has_python_call(f, options)
        ),
        Action.UNWRAP,
    ),
    Rule("has no Python code", _has_no_python_code, Action.CALL),
    Rule("conversion of calls is switched off", _is_switched_off, Action.CALL),
    Rule("its module is kept as it is", _is_in_kept_module, Action.CALL),
    Rule("a coroutine", _is_coroutine, Action.CONVERT_CALLS),
    Rule("a generator", _is_generator, Action.CONVERT_CALLS),
    Rule("user code", lambda f, options: True, Action.CONVERT),
)


def decide(f: Any, options: ConversionOptions) -> Rule:
    """The rule that a call of `f` follows.

    >>> decide(len, ConversionOptions()).reason
    'a built-in'
    """
    return next(rule for rule in RULES if rule.test(f, options))


def describe(code: CodeType) -> str:
    """Name and place of a function, for a log line."""
    return f"{code.co_name} ({code.co_filename}:{code.co_firstlineno})"
