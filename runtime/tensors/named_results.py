"""Named tuples for the results of ops with several outputs."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

Fields = TypeVar("Fields", bound=tuple[Any, ...])


def named_after(op: str, kind: type[Fields]) -> type[Fields]:
    """The named tuple under the name of an op: families of ops share one.

    >>> from typing import NamedTuple
    >>> class Range(NamedTuple):
    ...     low: float
    ...     high: float
    >>> named_after("Extremes", Range)(1.0, 2.0)
    Extremes(low=1.0, high=2.0)
    """
    found: type[Fields] = _named(op, kind)
    return found


@cache
def _named(op: str, kind: type) -> Any:
    members = {"__slots__": (), "__doc__": kind.__doc__, "__module__": kind.__module__}
    return type(op, (kind,), members)
