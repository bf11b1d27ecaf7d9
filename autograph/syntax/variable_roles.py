"""Variables that converters create, and their roles: flag of `break`, return value.

The text of `to_code` has their plain names. In code that runs, operators get the names
of a statement's variables as `RoleName`s, from which a stage reads the role. The loader
inserts them: before, the tree contains a marked constant in their place.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

__all__ = ["OPERAND", "Role", "RoleName", "marked", "role_of", "unmarked"]

OPERAND = "<operand>"
"""The parameter of a lambda that a converter made: no name that code can have."""


class Role(Enum):
    """The purpose of a variable that a converter created."""

    JUMP = "jump"
    """Whether a `break`, `continue` or failed test leaves out what follows."""
    RETURN = "return"
    """Whether the function has returned."""
    RESULT = "result"
    """What the function returns."""


class RoleName(str):
    """The name of a variable that a converter has made.

    >>> name = RoleName("break_", Role.JUMP)
    >>> name == "break_", name.role
    (True, <Role.JUMP: 'jump'>)
    """

    __slots__ = ("role",)
    role: Role

    def __new__(cls, name: str, role: Role) -> RoleName:
        made = super().__new__(cls, name)
        made.role = role
        return made


def role_of(name: str) -> Role | None:
    """The role of a variable; None for a variable of the user."""
    return name.role if type(name) is RoleName else None


_MARK = "\0role:"


def marked(name: str, role: Role | None) -> str:
    """The text that represents a `RoleName` in a tree."""
    return name if role is None else f"{_MARK}{role.value}:{name}"


def unmarked(constant: Any) -> Any:
    """The value that a constant of compiled code represents.

    >>> unmarked((marked("do_return", Role.RETURN), "x"))[0].role
    <Role.RETURN: 'return'>
    """
    if type(constant) is tuple:
        return tuple(map(unmarked, constant))
    if type(constant) is not str or not constant.startswith(_MARK):
        return constant
    role, _, name = constant.removeprefix(_MARK).partition(":")
    return RoleName(name, Role(role))
