"""The user-defined functions that a function refers to, found without running it."""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from autograph.api import python_function
from autograph.errors import AutoGraphError
from autograph.options import ConversionOptions
from autograph.policy import Action, decide, is_marked

__all__ = ["user_functions_of"]

_NAMES = frozenset(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF", "LOAD_FAST"))
_ATTRIBUTES = frozenset(("LOAD_ATTR", "LOAD_METHOD"))
_UNKNOWN = object()
_OPTIONS = ConversionOptions()


def user_functions_of(function: FunctionType, owner: Any = None) -> list[FunctionType]:
    """The functions that conversion of `function` would convert too, nearest first.

    A function is found if its code, or the code of a function found before, refers to
    it by a name or an attribute: functions, methods of `owner` (the object or the class
    of a method), constructors, traced functions. Callees that are known only at run
    time, such as a function passed as an argument, are not found.
    """
    found: dict[CodeType, FunctionType] = {function.__code__: function}
    owners: dict[CodeType, Any] = {function.__code__: owner}
    queue = [function]
    for each in queue:
        for value, holder in _values_in(each, owners[each.__code__]):
            callee = _to_convert(value)
            if callee is not None and callee.__code__ not in found:
                found[callee.__code__] = callee
                owners[callee.__code__] = holder
                queue.append(callee)
    return queue[1:]


def _to_convert(value: Any) -> FunctionType | None:
    """The function that a call of `value` converts, if it converts one."""
    if isinstance(value, type):
        value = value.__init__  # type: ignore[misc]
    if is_marked(value) and not hasattr(value, "python_function"):
        return None
    try:
        function, _ = python_function(value)
    except (AutoGraphError, TypeError):
        return None
    is_user_code = decide(function, _OPTIONS).action is Action.CONVERT
    return function if is_user_code else None


def _values_in(function: FunctionType, owner: Any) -> Iterator[tuple[Any, Any]]:
    """Values that the code names, each with the object whose attribute it is."""
    known = _names_of(function)
    if owner is not None and function.__code__.co_argcount:
        known[function.__code__.co_varnames[0]] = owner
    for code in _codes(function.__code__):
        for value, holder in _values_of_code(code, known):
            if value is not owner:
                yield value, holder


def _names_of(function: FunctionType) -> dict[str, Any]:
    known = {**vars(builtins), **function.__globals__}
    cells = function.__closure__ or ()
    for name, cell in zip(function.__code__.co_freevars, cells, strict=True):
        try:
            known[name] = cell.cell_contents
        except ValueError:
            known.pop(name, None)  # not assigned yet
    for name in function.__code__.co_varnames:
        known.pop(name, None)
    return known


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _values_of_code(code: CodeType, known: dict[str, Any]) -> Iterator[tuple[Any, Any]]:
    value, holder = _UNKNOWN, None
    for each in dis.get_instructions(code):
        if each.opname.split("_CHECK")[0] in _NAMES:
            value, holder = known.get(str(each.argval), _UNKNOWN), None
        elif each.opname in _ATTRIBUTES and value is not _UNKNOWN:
            holder = value
            value = _attribute(value, str(each.argval))
        else:
            value, holder = _UNKNOWN, None
        if value is not _UNKNOWN:
            yield value, holder


def _attribute(value: Any, name: str) -> Any:
    try:
        return getattr(value, name, _UNKNOWN)
    except Exception:  # a property of the user's, which needs what is not there
        return _UNKNOWN
