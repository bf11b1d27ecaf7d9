"""Unique Python identifiers for the values of a program, made from node names."""

from __future__ import annotations

import builtins
import keyword
import re
from typing import Final

from runtime.executor.kernels.failures import SITES_NAME

CLOCK: Final = "__clock__"
NOTE: Final = "__note__"
BEGUN: Final = "__begun__"
THREAD: Final = "__thread__"
"""Names that a text has where its lines are timed."""

_RESERVED: Final = frozenset(
    {
        *keyword.kwlist,
        *dir(builtins),
        "__builtins__",
        SITES_NAME,
        CLOCK,
        NOTE,
        BEGUN,
        THREAD,
    }
)
"""What writers write of their own accord: a local of such a name would hide it."""

_OTHERS: Final = re.compile("[^A-Za-z0-9_]")


class NameTable:
    """Makes unique Python identifiers.

    >>> names = NameTable()
    >>> names.unique("dense/add"), names.unique("dense/add"), names.unique("int")
    ('dense_add', 'dense_add_1', 'int_')
    """

    __slots__ = ("_counts",)

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}

    def unique(self, base: str) -> str:
        """An unused identifier derived from the base name."""
        name = identifier(base)
        count = self._counts.get(name)
        if count is None:
            self._counts[name] = 1
            return name
        while f"{name}_{count}" in self._counts:
            count += 1
        self._counts[name] = count + 1
        self._counts[f"{name}_{count}"] = 1
        return f"{name}_{count}"


def identifier(text: str) -> str:
    """The text as an ASCII identifier that means nothing in the text of a program."""
    if not (text.isascii() and text.isidentifier()):
        text = _OTHERS.sub("_", text)
        if not text or text[0].isdigit():
            text = "_" + text
    return text + "_" if text in _RESERVED else text
