"""What a kind of case is, and which there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

Steps = list[Any]
"""A case: values that JSON can hold. Any of them may be left out to make it smaller."""

NAMES: Final = (
    *("files", "messages", "ops", "programs", "effects"),
    *("faults", "threads", "leaks", "names", "archives", "native"),
)
"""The modules of this room that have a `KIND`."""
NEEDED: Final = {"archives": "keras", "native": "llvmlite"}
"""The package that a kind needs, where the development extra does not bring it."""


def is_possible(name: str) -> bool:
    """Whether what a kind needs is installed.

    >>> is_possible("files")
    True
    """
    return name not in NEEDED or find_spec(NEEDED[name]) is not None


@dataclass(frozen=True)
class Kind:
    """Makes cases of a number, and runs them."""

    make: Callable[[int], Steps]
    """The case of a number, the same each time."""
    run: Callable[[Steps, Path], str | None]
    """What is wrong when the case runs, in an empty folder; None if nothing is."""
    least: int = 0
    """Steps at the front that each smaller case keeps."""
    seconds: float = 5.0
    """How long a case may take."""
    memory: int = 2 << 30
    """How many bytes it may ask for beyond those in use before it."""
    prepare: Callable[[Path], None] | None = None
    """What each child does once, in an empty folder, outside of any case's time."""


def kind(name: str) -> Kind:
    """The kind of that name.

    >>> kind("files").seconds
    5.0
    """
    if name not in (*NAMES, "planted"):
        raise ValueError(f"no kind {name!r}: there are {', '.join(NAMES)}")
    found: Kind = import_module(f"tests.fuzz.{name}").KIND
    return found
