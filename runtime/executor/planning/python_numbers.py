"""Loop scalars as Python numbers, wrapped around where NumPy's dtype overflows.

Python's integers take half the time of NumPy's scalars, but do not overflow. Each local
has an interval that bounds its value; where an operation may leave the dtype's range,
a test follows that wraps the value around. Sums and products that only feed other sums
and products are wrapped once, at the end, with the same result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.node import Node, Value

MOST: Final = 1 << 256
"""Unwrapped integers are not let grow beyond this."""


@dataclass(frozen=True, slots=True)
class Number:
    """Static facts about a local that holds a Python number."""

    dtype: DType
    low: int
    high: int

    def fits(self) -> bool:
        """Whether the dtype holds every value of the interval."""
        whole = any_number(self.dtype)
        return whole.low <= self.low and self.high <= whole.high


def any_number(dtype: DType) -> Number:
    """A number of a dtype of which nothing else is known.

    >>> from graphir.dtypes import int32
    >>> any_number(int32).high
    2147483647
    """
    if dtype.is_bool:
        return Number(dtype, 0, 1)
    bits = int(dtype.size) * 8 - 1
    return Number(dtype, -(1 << bits), (1 << bits) - 1)


def is_number(value: Value) -> bool:
    """Whether a value is statically a scalar of a supported integer dtype or bool."""
    return value.dtype in _DTYPES and value.shape.rank == 0


_DTYPES: Final = frozenset({dtypes.int32, dtypes.int64, dtypes.bool_})
_NUMPY: Final[dict[DType, Any]] = {
    dtypes.int32: np.int32,
    dtypes.int64: np.int64,
    dtypes.bool_: np.bool_,
}
_PYTHON: Final = {dtypes.int32: "int", dtypes.int64: "int", dtypes.bool_: "bool"}


def numpy_type(dtype: DType) -> Any:
    """The NumPy scalar that a Python number of this dtype becomes."""
    return _NUMPY[dtype]


def python_type(dtype: DType) -> str:
    """The name of the Python type."""
    return _PYTHON[dtype]


# --- intervals

Rule = Callable[..., tuple[int, int]]


def _sum(a: Number, b: Number) -> tuple[int, int]:
    return a.low + b.low, a.high + b.high


def _difference(a: Number, b: Number) -> tuple[int, int]:
    return a.low - b.high, a.high - b.low


def _product(a: Number, b: Number) -> tuple[int, int]:
    corners = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return min(corners), max(corners)


def _square(a: Number) -> tuple[int, int]:
    return 0, max(a.low**2, a.high**2)


def _negative(a: Number) -> tuple[int, int]:
    return -a.high, -a.low


def _quotient(a: Number, b: Number) -> tuple[int, int]:
    most = max(abs(a.low), abs(a.high))
    if b.low <= 0:
        return -most, most
    low = a.low // (b.low if a.low < 0 else b.high)
    return low, a.high // (b.high if a.high < 0 else b.low)


def _rest(a: Number, b: Number) -> tuple[int, int]:
    return min(0, b.low + 1), max(0, b.high - 1)


def _truth(*_: Number) -> tuple[int, int]:
    return 0, 1


def _smaller(a: Number, b: Number) -> tuple[int, int]:
    return min(a.low, b.low), min(a.high, b.high)


def _larger(a: Number, b: Number) -> tuple[int, int]:
    return max(a.low, b.low), max(a.high, b.high)


def _magnitude(a: Number) -> tuple[int, int]:
    return 0, max(abs(a.low), abs(a.high))


RING: Final[dict[str, tuple[str, Rule]]] = {
    "AddV2": ("{} + {}", _sum),
    "Add": ("{} + {}", _sum),
    "Sub": ("{} - {}", _difference),
    "Mul": ("{} * {}", _product),
    "Neg": ("-{}", _negative),
    "Square": ("{0} * {0}", _square),
}
"""Operations that commute with wrapping around: they may be given unwrapped numbers."""

_ORDER: Final[dict[str, tuple[str, Rule]]] = {
    "FloorDiv": ("{} // {}", _quotient),
    "FloorMod": ("{} % {}", _rest),
    "Minimum": ("{0} if {0} < {1} else {1}", _smaller),
    "Maximum": ("{0} if {0} > {1} else {1}", _larger),
    "Abs": ("abs({})", _magnitude),
    "Less": ("{} < {}", _truth),
    "LessEqual": ("{} <= {}", _truth),
    "Greater": ("{} > {}", _truth),
    "GreaterEqual": ("{} >= {}", _truth),
    "Equal": ("{} == {}", _truth),
    "NotEqual": ("{} != {}", _truth),
    "LogicalNot": ("not {}", _truth),
    "LogicalAnd": ("{} and {}", _truth),
    "LogicalOr": ("{} or {}", _truth),
}
_DIVISIONS: Final = frozenset({"FloorDiv", "FloorMod"})
_OPERATIONS: Final = {**RING, **_ORDER}


def is_operation(node: Node) -> bool:
    """Whether the node can be written as Python arithmetic."""
    return (
        node.op in _OPERATIONS
        and is_number(node.output)
        and all(map(is_number, node.inputs))
    )


def may_stay_unwrapped(node: Node, outputs: Sequence[Value]) -> bool:
    """Whether the node's result feeds only sums and products."""
    value = node.output
    return (
        node.op in RING
        and value not in outputs
        and all(use.node.op in RING and is_operation(use.node) for use in value.uses)
    )


def operation_text(
    node: Node, operands: Sequence[str], numbers: Sequence[Number], zero_divisor: str
) -> tuple[str, Number]:
    """The expression, and the interval of its value before it is wrapped around.

    ``zero_divisor`` names a function that refuses to divide by zero.
    """
    template, rule = _OPERATIONS[node.op]
    text = template.format(*operands)
    low, high = rule(*numbers)
    if node.op == "Mul" and operands[0] == operands[1]:
        low, high = _square(numbers[0])
    if node.op in _DIVISIONS and numbers[1].low <= 0 <= numbers[1].high:
        text += f" if {operands[1]} else {zero_divisor}()"
    return text, Number(node.output.dtype, low, high)


def wrapping_line(name: str, number: Number, wrap: str) -> str:
    """The line that takes a local back into its dtype's limits."""
    whole = any_number(number.dtype)
    tests = [f"{name} > {whole.high}"] if number.high > whole.high else []
    if number.low < whole.low:
        tests.append(f"{name} < {whole.low}")
    return f"if {' or '.join(tests)}: {name} = {wrap}({name})"


def wrap_int32(number: int) -> int:
    """The int32 that is congruent to an integer modulo 2^32.

    >>> wrap_int32(2**31), wrap_int32(-(2**31) - 1)
    (-2147483648, 2147483647)
    """
    return ((number + 0x80000000) & 0xFFFFFFFF) - 0x80000000


def wrap_int64(number: int) -> int:
    """The int64 that is congruent to an integer modulo 2^64.

    >>> wrap_int64(2**63) == -(2**63), wrap_int64(7)
    (True, 7)
    """
    return ((number + (1 << 63)) & 0xFFFFFFFFFFFFFFFF) - (1 << 63)


def wrapping_function(dtype: DType) -> Callable[[int], int]:
    """The function that wraps an integer into the range of a dtype."""
    return wrap_int32 if dtype is dtypes.int32 else wrap_int64


def refuse_zero_divisor() -> Any:
    """Raises the error that kernels of division raise.

    Raises:
      InvalidArgumentError: always.
    """
    raise InvalidArgumentError("Integer division by zero")
