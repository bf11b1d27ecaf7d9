"""Loads a converted tree as a live function, with the user's globals and closure.

Its code objects carry the user's file, lines and names. It shares the globals and the
closure cells of the original; the operators come in through one more cell.
"""

from __future__ import annotations
import __future__

import ast
from types import CellType, CodeType, FunctionType
from typing import Any, Protocol

from autograph.syntax.repeated_warnings import without_repeated_warnings
from autograph.syntax.source import guard_against_depth
from autograph.syntax.variable_roles import unmarked

__all__ = ["Loadable", "load_function"]

_FACTORY = "factory"
_PREFIX = f"{_FACTORY}.<locals>."
# No name that code can read: a global function that calls itself reads the global.
_INNER = "<converted>"
_FIRST: dict[str, Any] = {
    "lineno": 1,
    "col_offset": 0,
    "end_lineno": 1,
    "end_col_offset": 0,
}
_FUTURE = __future__.annotations.compiler_flag


class Loadable(Protocol):
    """The interface between a conversion and the loader.

    The converted statement is a function definition or, for a lambda, an assignment.
    """

    @property
    def filename(self) -> str:
        """The user's file."""

    @property
    def operators_name(self) -> str:
        """The variable through which the code reaches the operators."""

    def lowered(self) -> ast.stmt:
        """The tree to run, of the classes of Python's `ast`."""


def load_function(
    converted: Loadable, function: FunctionType, operators: Any
) -> FunctionType:
    """The converted form of `function`, with its closure, defaults and names.

    Raises:
        SyntaxError: the converted code is not Python; a mistake of a converter.
    """
    with guard_against_depth(converted.filename, function.__code__.co_firstlineno):
        code = _compile(converted, function)
    own = dict(
        zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    )
    own[converted.operators_name] = CellType(operators)
    closure = tuple(own[name] for name in code.co_freevars)
    result = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, closure
    )
    result.__kwdefaults__ = function.__kwdefaults__
    result.__dict__.update(function.__dict__)
    result.__doc__ = function.__doc__
    result.__module__ = function.__module__
    result.__qualname__ = function.__qualname__
    _share_annotations(result, function)
    return result


def _share_annotations(result: FunctionType, function: FunctionType) -> None:
    result.__annotations__ = function.__annotations__
    if hasattr(function, "__type_params__"):
        result.__type_params__ = function.__type_params__  # type: ignore[attr-defined, unused-ignore]


@without_repeated_warnings()
def _compile(converted: Loadable, function: FunctionType) -> CodeType:
    original = function.__code__
    inner = converted.lowered()
    name = original.co_name
    if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
        inner.name = name = _INNER
        if hasattr(inner, "type_params"):
            inner.type_params = []  # the live ones are in its closure
        _start_at(inner, original.co_firstlineno)
    elif isinstance(inner, ast.Assign):
        inner.targets = [ast.Name(_INNER, ast.Store(), **_FIRST)]
    module = ast.parse(f"def {_FACTORY}(): pass")
    factory: Any = module.body[0]
    names = dict.fromkeys((converted.operators_name, *original.co_freevars))
    factory.args.args = [ast.arg(name, **_FIRST) for name in names]
    factory.body = [inner]
    flags = original.co_flags & _FUTURE
    compiled = compile(module, converted.filename, "exec", flags, dont_inherit=True)
    outer = _code_in(compiled, _FACTORY)
    return _renamed(_code_in(outer, name), function)


def _start_at(function: ast.FunctionDef | ast.AsyncFunctionDef, line: int) -> None:
    """Make code begin at the first decorator's line, as the user's own code does.

    The decorator is never called: only the code of the function is taken. Changing
    ``co_firstlineno`` afterwards would shift every line of the code.
    """
    if line < function.lineno:
        first = ast.Constant(None)
        first.lineno = first.end_lineno = line
        first.col_offset = first.end_col_offset = 0
        function.decorator_list = [first]


def _code_in(code: CodeType, name: str) -> CodeType:
    return next(
        constant
        for constant in code.co_consts
        if isinstance(constant, CodeType) and constant.co_name == name
    )


def _renamed(code: CodeType, function: FunctionType) -> CodeType:
    """`code` with the user's qualified name, also in nested code."""
    original = function.__code__
    wanted = getattr(original, "co_qualname", function.__qualname__)
    renamed = _with_prefix(code, _PREFIX + code.co_name, wanted)
    return renamed.replace(co_name=original.co_name)


def _with_prefix(code: CodeType, given: str, wanted: str) -> CodeType:
    changes: dict[str, Any] = {
        "co_consts": tuple(
            _constant(constant, given, wanted) for constant in code.co_consts
        )
    }
    name = getattr(code, "co_qualname", None)
    if name is not None:
        changes["co_qualname"] = wanted + name.removeprefix(given)
    return code.replace(**changes)


def _constant(constant: Any, given: str, wanted: str) -> Any:
    if isinstance(constant, CodeType):
        return _with_prefix(constant, given, wanted)
    # Before 3.11 the qualified name of a nested function is a string constant.
    if isinstance(constant, str) and constant.startswith(given + "."):
        return wanted + constant.removeprefix(given)
    return unmarked(constant)
