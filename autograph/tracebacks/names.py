"""Names of code objects: branches and loops have those of the user's functions.

In converted code they are functions of their own. Tracebacks, log records, profilers
and `__qualname__` name the user's function.
"""

from __future__ import annotations

from inspect import CO_NEWLOCALS
from types import CodeType
from typing import Any, NamedTuple

from autograph.tracebacks.frames import hand_mark_on, users_function

__all__ = ["with_users_names"]


class _Names(NamedTuple):
    """The qualified name of a code object: as it was made, and as the user knows it."""

    made: str
    users: str

    def __call__(self, text: str) -> str:
        if not text.startswith(self.made + "."):
            return text
        return self.users + text.removeprefix(self.made)


def with_users_names(code: CodeType, qualified_name: str) -> CodeType:
    """`code`, which was marked as converted, and the code in it, so named."""
    return _named(code, _Names(qualified_name, qualified_name), None)


def _named(code: CodeType, names: _Names, outer: _Names | None) -> CodeType:
    changes: dict[str, Any] = {
        "co_consts": tuple(
            _constant(each, code, names, outer) for each in code.co_consts
        )
    }
    function = _function_around(code)
    if function is not None:
        changes["co_name"] = function
    if hasattr(code, "co_qualname"):
        changes["co_qualname"] = names.users
    made = code.replace(**changes)
    hand_mark_on(code, made)
    return made


def _constant(
    constant: Any, code: CodeType, names: _Names, outer: _Names | None
) -> Any:
    if isinstance(constant, CodeType):
        return _named(constant, _names_in(constant, code, names), names)
    # The body of a class holds the qualified name of the class, and before Python 3.11
    # a function those of the functions in it.
    if isinstance(constant, str):
        changed = names(constant)
        return changed if changed is not constant or outer is None else outer(constant)
    return constant


def _names_in(inner: CodeType, code: CodeType, names: _Names) -> _Names:
    """The names of `inner`, a constant of `code`, which has `names`."""
    between = ".<locals>." if code.co_flags & CO_NEWLOCALS else "."
    made = getattr(inner, "co_qualname", names.made + between + inner.co_name)
    is_body = _function_around(inner) is not None
    return _Names(made, names.users if is_body else names(made))


def _function_around(code: CodeType) -> str | None:
    """The user's function of which `code` is a branch, a loop or the like."""
    # The user wrote the comprehensions.
    is_comprehension = code.co_name.startswith("<") and code.co_name != "<lambda>"
    return None if is_comprehension else users_function(code)
