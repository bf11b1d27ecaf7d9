"""A cache of one function's recent calls: their programs, to run without binding."""

from __future__ import annotations

from typing import Any

from runtime.functions.concrete_function import ConcreteFunction
from runtime.signatures.binding import BoundArguments
from runtime.variables.quick_calls import (
    LIMIT,
    QuickCall,
    RecordedCall,
    quick_call,
    read_call,
)


class RepeatedCalls:
    """Programs of the recent calls of one function, by the flat keys of the calls."""

    __slots__ = ("plain", "recorded")

    def __init__(self) -> None:
        self.plain: dict[tuple[Any, ...], QuickCall] = {}
        self.recorded: dict[tuple[Any, ...], RecordedCall] = {}
        """For calls under gradient tapes."""

    def forget(self) -> None:
        """Drops all: another trace may serve the same calls now."""
        self.plain.clear()
        self.recorded.clear()

    def remember(
        self, args: tuple[Any, ...], bound: BoundArguments, concrete: ConcreteFunction
    ) -> None:
        """Records the program of a call if it depends only on the arguments."""
        if concrete._captures_change or concrete._claimant_among(bound.tensors()):
            return
        known = read_call(args)
        found = None if known is None else quick_call(args, bound, concrete)
        if known is None or found is None:
            return
        if len(self.plain) >= LIMIT:
            self.forget()
        self.plain[known[0]], self.recorded[known[0]] = found


__all__ = ["RepeatedCalls"]
