"""The registry of element-wise operations, by op."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from runtime.native.llvm.emitter import Register

Emit = Callable[..., Register]

NUMBERS: Final = "fiu"
EVERYTHING: Final = "fiub"
COSTLY: Final = 16
"""Operations of at least this cost are worth keeping rather than doing twice."""


class Operation:
    """How one op acts on elements.

    ``kinds`` are the kinds of element its operands may have; the result is of the
    first operand's type unless it is a truth. ``cost`` is about how many instructions
    it takes.
    """

    __slots__ = ("cost", "emit", "gives_truth", "kinds")

    def __init__(
        self, emit: Emit, kinds: str = "f", cost: int = 1, gives_truth: bool = False
    ) -> None:
        self.emit = emit
        self.kinds = kinds
        self.cost = cost
        self.gives_truth = gives_truth


OPERATIONS: Final[dict[str, Operation]] = {}
"""Ops whose element type and attributes decide nothing else."""


FIRST_OF_EQUALS: Final[dict[str, Operation]] = {}
"""For float16: NumPy's loops for it keep the first of two zeros, others the second."""


def operation(
    *ops: str,
    kinds: str = "f",
    cost: int = 1,
    gives_truth: bool = False,
    table: dict[str, Operation] = OPERATIONS,
) -> Callable[[Emit], Emit]:
    """Registers the emitter of some ops, all of them new."""

    def register(emit: Emit) -> Emit:
        for op in ops:
            if op in table:
                raise TypeError(f"Op {op} has two operations in native code.")
            table[op] = Operation(emit, kinds, cost, gives_truth)
        return emit

    return register
