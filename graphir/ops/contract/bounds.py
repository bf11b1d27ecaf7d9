"""Resource limits of a call, checked before anything is computed.

Sizes are values, and files of unknown origin hold any: without a bound a few bytes
would keep a machine busy, or take all of its memory.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

from graphir.errors import InvalidArgumentError, ResourceExhaustedError

_ASSUMED: Final = 1 << 36
"""Bytes of memory where the system does not tell."""


@cache
def memory_bytes() -> int:
    """The memory of this machine."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return _ASSUMED


def require_room(count: int, bytes_each: int, what: str) -> None:
    """Raises an error if ``count`` elements cannot fit into memory.

    >>> require_room(10, 4, "numbers")

    Raises:
      ResourceExhaustedError: before any memory is allocated.
    """
    if count * bytes_each > memory_bytes():
        raise ResourceExhaustedError(
            f"{count:,} {what} of {bytes_each} bytes do not fit into memory."
        )


def require_between(value: int, least: int, greatest: int, name: str) -> None:
    """Raises an error if an integer is out of its range.

    Raises:
      InvalidArgumentError: names the argument and its range.
    """
    if not least <= value <= greatest:
        text = str(value) if value.bit_length() < 80 else "a larger number"
        raise InvalidArgumentError(
            f"{name} is out of range: {text} is not between {least} and {greatest}"
        )


__all__ = ["memory_bytes", "require_between", "require_room"]
