"""The support library of modules that were converted ahead of time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from autograph.operators import autograph_artifact
from autograph.syntax.variable_roles import Role, RoleName
from autograph.tracebacks.frames import mark_converted_ahead

__all__ = ["converted", "with_role"]

Function = TypeVar("Function", bound=Callable[..., Any])


def converted(
    names: tuple[str, ...], functions: tuple[str, ...] = ()
) -> Callable[[Function], Function]:
    """A decorator that marks a function as converted: calls do not convert it again.

    `names` are the user's variables in it, `functions` the user's functions in it; the
    converter made all other variables and functions.

    >>> @converted(("x",))
    ... def double(x):
    ...     return 2 * x
    >>> double(2)
    4
    """

    def decorator(function: Function) -> Function:
        code = getattr(function, "__code__")  # noqa: B009 - any callable, for mypy
        mark_converted_ahead(code, frozenset(names), frozenset(functions))
        return autograph_artifact(function)

    return decorator


def with_role(name: str, role: str) -> RoleName:
    """The name of a variable that a converter has made, with its role.

    >>> with_role("break_", "jump").role
    <Role.JUMP: 'jump'>
    """
    return RoleName(name, Role(role))
