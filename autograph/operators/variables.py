"""Undefined variables, and loads of variables that may be undefined."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from autograph.errors import UndefinedFreeVariableError, UndefinedVariableError
from autograph.tracebacks.frames import free_names, innermost_code, original_names

__all__ = ["Undefined", "UndefinedReturnValue", "ld", "ldu", "of_own_variable"]


_PYTHONS_TEXT, _PYTHONS_TEXT_OF_FREE = (
    (
        "cannot access local variable {!r} where it is not associated with a value",
        "cannot access free variable {!r} where it is not associated with a value in "
        "enclosing scope",
    )
    if sys.version_info >= (3, 11)
    else (
        "local variable {!r} referenced before assignment",
        "free variable {!r} referenced before assignment in enclosing scope",
    )
)


class Undefined:
    """The value of an undefined variable; `ld` refuses to read it.

    In `reason`, a stage that merges branches names the branch without a value.

    >>> Undefined("x")
    Undefined('x')
    """

    __slots__ = ("reason", "symbol_name")

    def __init__(self, symbol_name: str, reason: str = "") -> None:
        self.symbol_name = symbol_name
        self.reason = reason

    def __repr__(self) -> str:
        return f"Undefined({self.symbol_name!r})"

    def read(self) -> Any:
        """Raise `UndefinedVariableError`, an `UnboundLocalError`, or a `NameError`."""
        return self.read_from(sys._getframe(1))

    def read_from(self, frame: FrameType) -> Any:
        """Raises the error for reading the variable in `frame`.

        A stage may have variables with a value on some paths only, as subclasses.
        """
        raise self._error(frame)

    def _error(
        self, frame: FrameType
    ) -> UndefinedVariableError | UndefinedFreeVariableError:
        place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
        is_free = self.symbol_name in free_names(frame.f_code)
        text = _PYTHONS_TEXT_OF_FREE if is_free else _PYTHONS_TEXT
        message = text.format(self.symbol_name)
        message += f"; {self.symbol_name!r} is used before assignment, at {place}"
        if self.reason:
            message += f"; {self.reason}"
        if is_free:
            return UndefinedFreeVariableError(message, name=self.symbol_name)
        return UndefinedVariableError(message, name=self.symbol_name)


class UndefinedReturnValue:
    """The return value of a function that has not returned a value so far."""

    __slots__ = ()

    def at_end(self) -> Any:
        """The return value of a function that ends without `return`."""
        return None

    def __repr__(self) -> str:
        return "UndefinedReturnValue()"


def ld(v: Any) -> Any:
    """The value `v` of a variable.

    Raises:
        UndefinedVariableError: `v` is the placeholder of an undefined variable.
    """
    # isinstance would ask an object of the user's for its __class__
    if issubclass(type(v), Undefined):
        return v.read_from(sys._getframe(1))
    return v


def ldu(load_v: Callable[[], Any], name: str) -> Any:
    """The value that `load_v` reads, or `Undefined(name)` if it is undefined."""
    try:
        return load_v()
    except (AttributeError, LookupError, NameError):
        return Undefined(name)


def of_own_variable(error: NameError) -> NameError:
    """`error`, or the error of Python where the user's function owns the variable.

    A helper has it from the function around, which Python calls free.
    """
    code = innermost_code(error.__traceback__)
    name = error.name
    if code is None or name not in code.co_freevars or name in free_names(code):
        return error
    if name not in (original_names(code) or ()):
        return error
    made = UnboundLocalError(_PYTHONS_TEXT.format(name))
    made.__cause__, made.__context__ = error.__cause__, error.__context__
    return made.with_traceback(error.__traceback__)
