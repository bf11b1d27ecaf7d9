"""StagingContext: an immutable record of the staged statements around running code.

It is entered by a context manager, and belongs to a thread (or a task of `asyncio`):
threads that record at the same time do not affect each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Final

__all__ = ["STAGING", "Members", "StagingContext", "staging"]

Call = Callable[[Any, tuple[Any, ...], dict[str, Any]], Any]


class Members:
    """How a recording calls properties and operators of users' classes."""

    __slots__ = ("call", "known_code")

    def __init__(self, call: Call, known_code: set[Any]) -> None:
        self.call = call
        self.known_code = known_code
        """Functions whose surroundings were looked through for such classes."""


@dataclass(frozen=True)
class StagingContext:
    """The staged statements around running code; stages add fields of their own."""

    members: Members | None = None
    """None where nothing is recorded."""
    statements: tuple[Any, ...] = ()
    """The effects of each statement that is being recorded, the outermost first."""
    own_lists: tuple[frozenset[str], ...] = ()
    """For each of these, the variables with a list that nothing else refers to."""
    branches: frozenset[Any] = frozenset()
    """Signatures of the conditions whose branches are being recorded."""
    is_guarded: bool = False
    """Whether a jump that a value decides may leave out what is being recorded."""
    items_are_variables: bool = True
    """Whether `items[0]` of a staged list is a variable of its own."""


_NOTHING: Final = StagingContext()
STAGING: Final[ContextVar[StagingContext]] = ContextVar("staging", default=_NOTHING)
"""The present one."""


@contextmanager
def staging(**changes: Any) -> Iterator[StagingContext]:
    """Under it, the context is the present one with some fields changed.

    >>> with staging(branches=frozenset(["a"])):
    ...     with staging(items_are_variables=False) as inner:
    ...         print(inner.branches, inner.items_are_variables)
    frozenset({'a'}) False
    >>> STAGING.get() == StagingContext()
    True
    """
    made = replace(STAGING.get(), **changes)
    token = STAGING.set(made)
    try:
        yield made
    finally:
        STAGING.reset(token)
