"""Checks of string arguments before they become attributes of an op."""

from __future__ import annotations

from typing import Any


def text_of(value: Any, name: str) -> str:
    """The text of an argument.

    >>> text_of(b"SAME", "padding")
    'SAME'

    Raises:
      TypeError: for anything but text.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    raise TypeError(f"Expected string for argument `{name}`, not {value!r}.")


def text_attr(value: Any, name: str) -> bytes:
    """The text of an argument as ops keep it.

    >>> text_attr("SAME", "padding")
    b'SAME'

    Raises:
      TypeError: for anything but text.
    """
    return text_of(value, name).encode("utf-8", "surrogateescape")
