"""Staging errors raised while a function is traced, and checks when the trace ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from runtime.context import Trace, TraceRecord


class Refusals:
    """Errors of one traced function that the user's own `except` must not hide."""

    def __init__(self) -> None:
        self.errors: list[Exception] = []
        self.cleanups: list[Any] = []
        """Each `finally` that follows a recorded `raise`."""
        self.texts: list[Any] = []
        """Texts of f-strings, which something should be made of."""


def _none() -> Refusals | None:
    return None


REFUSALS: Final = TraceRecord(_none)
"""The refusals of a function while it is traced; None for other traces."""


def refusals_around(trace: Trace | None) -> Iterator[Refusals]:
    """The refusals of the functions that are being traced, the innermost first."""
    while trace is not None:
        refusals = REFUSALS.of(trace)
        if refusals is not None:
            yield refusals
        trace = trace.outer


def refuse(trace: Trace, error: Exception) -> None:
    """Makes the enclosing traces fail, even if the error is caught."""
    for refusals in refusals_around(trace):
        refusals.errors.append(error)
