"""FunctionType: parameters, results and captures of a function, and their text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

SELF: Final = "SELF"
"""The kind of a method's `self`, which callers do not pass."""


@dataclass(frozen=True)
class Argument:
    """One argument of a call: its name, its kind, and its trace type."""

    name: str
    kind: str
    """As ``inspect`` calls it, ``POSITIONAL_OR_KEYWORD``; or ``SELF``."""
    type: Any

    def __str__(self) -> str:
        return f"{self.name} ({self.kind}): {self.type!r}"


@dataclass(frozen=True, repr=False)
class FunctionType:
    """Parameters and results of a function; ``repr`` is the long text, ``str`` a line.

    >>> kind = FunctionType((Argument("x", "POSITIONAL_ONLY", 1),), 2)
    >>> print(kind)
    (x: 1, /) -> 2
    >>> kind
    Input Parameters:
      x (POSITIONAL_ONLY): 1
    Output Type:
      2
    Captures:
      None
    """

    parameters: tuple[Argument, ...]
    output: Any = None
    captures: tuple[tuple[int, Any], ...] = ()

    @property
    def shown(self) -> list[Argument]:
        """The parameters without the object of a method."""
        return [each for each in self.parameters if each.kind != SELF]

    def __repr__(self) -> str:
        lines = ["Input Parameters:", *(f"  {each}" for each in self.shown)]
        lines += ["Output Type:", f"  {self.output!r}", "Captures:"]
        lines += [f"  {key}: {kind!r}" for key, kind in self.captures] or ["  None"]
        return "\n".join(lines)

    def __str__(self) -> str:
        output = "" if self.output is None else f" -> {self.output!r}"
        return f"({parameter_list(self.shown)}){output}"


def parameter_list(arguments: Sequence[Argument]) -> str:
    """Parameters as in a ``def``, with ``/`` and ``*`` where kinds change."""
    parts: list[str] = []
    kinds = [each.kind for each in arguments]
    for position, each in enumerate(arguments):
        earlier = kinds[position - 1] if position else ""
        if earlier == "POSITIONAL_ONLY" and each.kind != earlier:
            parts.append("/")
        if each.kind == "KEYWORD_ONLY" and earlier != each.kind:
            parts.append("*")
        parts.append(f"{each.name}: {each.type!r}")
    if kinds and kinds[-1] == "POSITIONAL_ONLY":
        parts.append("/")
    return ", ".join(parts)


__all__ = ["SELF", "Argument", "FunctionType", "parameter_list"]
