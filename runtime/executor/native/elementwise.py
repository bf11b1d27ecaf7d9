"""Operations on elements, by op: what they emit, and about how many instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from runtime.executor.native import (
    error_function,
    exponentials,
    logarithms,
    powers,
    trigonometry,
)
from runtime.executor.native.elements import BOOL, F32, F64, Element
from runtime.executor.native.emitter import Emitter, Register
from runtime.executor.native.polynomials import magnitude

Emit = Callable[..., Register]


class Operation:
    """How one op acts on elements.

    ``kinds`` are the kinds of element its operands may have; the result is of the
    first operand's type unless it is a truth.
    """

    __slots__ = ("cost", "emit", "gives_truth", "kinds")

    def __init__(
        self, emit: Emit, kinds: str = "f", cost: int = 1, gives_truth: bool = False
    ) -> None:
        self.emit = emit
        self.kinds = kinds
        self.cost = cost
        self.gives_truth = gives_truth


def _constant(e: Emitter, x: Register, number: float) -> Register:
    return e.constant(x.element, number)


def _comparison(word: str) -> Emit:
    return lambda e, x, y: e.compare(word, x, y)


def _logical(word: str) -> Emit:
    return lambda e, x, y: e.logical(word, x, y)


def _intrinsic(name: str) -> Emit:
    return lambda e, x: e.intrinsic(name, [x])


def _absolute(e: Emitter, x: Register) -> Register:
    if x.element.is_float:
        return magnitude(e, x)
    is_negative = e.compare("lt", x, _constant(e, x, 0))
    return e.select(is_negative, e.neg(x), x)


def _square(e: Emitter, x: Register) -> Register:
    return e.mul(x, x)


def _squared_difference(e: Emitter, x: Register, y: Register) -> Register:
    return _square(e, e.sub(x, y))


def maximum(e: Emitter, x: Register, y: Register) -> Register:
    """The greater; NaN where either is NaN."""
    return _extremum(e, "ge", x, y)


def minimum(e: Emitter, x: Register, y: Register) -> Register:
    """The lesser; NaN where either is NaN."""
    return _extremum(e, "le", x, y)


def _extremum(e: Emitter, word: str, x: Register, y: Register) -> Register:
    is_first = e.compare(word, x, y)
    if x.element.is_float:
        is_first = e.logical("or", is_first, e.compare("ne", x, x))
    return e.select(is_first, x, y)


def _sign(e: Emitter, x: Register) -> Register:
    zero, one = _constant(e, x, 0), _constant(e, x, 1)
    # NaN is on neither side: it stays
    rest = e.select(e.compare("eq", x, zero), zero, x)
    below = e.select(e.compare("lt", x, zero), _constant(e, x, -1), rest)
    return e.select(e.compare("gt", x, zero), one, below)


def _reciprocal_root(e: Emitter, x: Register) -> Register:
    return e.div(_constant(e, x, 1.0), e.intrinsic("llvm.sqrt", [x]))


def _reciprocal(e: Emitter, x: Register) -> Register:
    return e.div(_constant(e, x, 1.0), x)


def _floor_of_quotient(e: Emitter, x: Register, y: Register) -> Register:
    return e.intrinsic("llvm.floor", [e.div(x, y)])


def _remainder(e: Emitter, x: Register, y: Register) -> Register:
    return e.instruction("frem", x.element, [x, y])


def _floored_remainder(e: Emitter, x: Register, y: Register) -> Register:
    """The remainder that has the sign of y."""
    zero = _constant(e, x, 0)
    found = _remainder(e, x, y)
    differs = e.logical("xor", e.compare("lt", found, zero), e.compare("lt", y, zero))
    is_other_side = e.logical("and", e.compare("ne", found, zero), differs)
    return e.select(is_other_side, e.add(found, y), found)


def _or_zero(e: Emitter, y: Register, value: Register) -> Register:
    zero = _constant(e, y, 0)
    return e.select(e.compare("eq", y, zero), zero, value)


def _quotient_or_zero(e: Emitter, x: Register, y: Register) -> Register:
    return _or_zero(e, y, e.div(x, y))


def _product_or_zero(e: Emitter, x: Register, y: Register) -> Register:
    return _or_zero(e, y, e.mul(x, y))


def _unless_zero(function: Emit) -> Emit:
    """``function(x, y)``, but x where x is zero."""

    def emit(e: Emitter, x: Register, y: Register) -> Register:
        is_zero = e.compare("eq", x, _constant(e, x, 0))
        return e.select(is_zero, x, function(e, x, y))

    return emit


def _is_infinite(e: Emitter, x: Register) -> Register:
    return e.compare("eq", magnitude(e, x), _constant(e, x, float("inf")))


def _is_finite(e: Emitter, x: Register) -> Register:
    return e.compare("lt", magnitude(e, x), _constant(e, x, float("inf")))


def _through_float64(function: Emit) -> Emit:
    def emit(e: Emitter, x: Register) -> Register:
        if x.element is F64:
            return function(e, x)
        wide = e.convert("fpext", x, F64)
        return e.convert("fptrunc", function(e, wide), F32)

    return emit


def _positive_part(e: Emitter, x: Register) -> Register:
    return maximum(e, x, _constant(e, x, 0))


def _relu6(e: Emitter, x: Register) -> Register:
    return minimum(e, _positive_part(e, x), _constant(e, x, 6))


def _where_positive(e: Emitter, d: Register, x: Register) -> Register:
    zero = _constant(e, x, 0)
    return e.select(e.compare("gt", x, zero), d, zero)


def _where_inside(e: Emitter, d: Register, x: Register) -> Register:
    zero = _constant(e, x, 0)
    above = e.compare("gt", x, zero)
    below = e.compare("lt", x, _constant(e, x, 6))
    return e.select(e.logical("and", above, below), d, zero)


def _elu(e: Emitter, x: Register) -> Register:
    is_below = e.compare("lt", x, _constant(e, x, 0))
    return e.select(is_below, exponentials.expm1(e, x), x)


def _elu_gradient(e: Emitter, d: Register, y: Register) -> Register:
    slope = e.mul(d, e.add(y, _constant(e, y, 1)))
    return e.select(e.compare("lt", y, _constant(e, y, 0)), slope, d)


def _softplus(e: Emitter, x: Register) -> Register:
    decay = exponentials.exp(e, e.neg(magnitude(e, x)))
    return e.add(_positive_part(e, x), logarithms.log1p(e, decay))


def _softplus_gradient(e: Emitter, d: Register, x: Register) -> Register:
    decay = exponentials.exp(e, e.neg(x))
    return e.div(d, e.add(decay, _constant(e, x, 1)))


def _softsign(e: Emitter, x: Register) -> Register:
    return e.div(x, e.add(magnitude(e, x), _constant(e, x, 1)))


def _tanh_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return e.mul(dy, e.sub(_constant(e, y, 1), e.mul(y, y)))


def _sigmoid_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return e.mul(e.mul(dy, y), e.sub(_constant(e, y, 1), y))


def _zero_for_zero(e: Emitter, gradient: Register, result: Register) -> Register:
    """0 where no gradient comes back, even if the slope is infinite."""
    zero = _constant(e, result, 0)
    return e.select(e.compare("eq", gradient, zero), zero, result)


def _root_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return _zero_for_zero(e, dy, e.div(e.mul(dy, _constant(e, y, 0.5)), y))


def _reciprocal_root_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    scaled = e.mul(e.mul(dy, _constant(e, y, -0.5)), y)
    return _zero_for_zero(e, dy, e.mul(e.mul(scaled, y), y))


def _reciprocal_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return _zero_for_zero(e, dy, e.mul(e.mul(e.neg(dy), y), y))


def _clip(e: Emitter, x: Register, low: Register, high: Register) -> Register:
    return maximum(e, minimum(e, x, high), low)


def _log1p_product(e: Emitter, x: Register, y: Register) -> Register:
    return e.mul(x, logarithms.log1p(e, y))


def _log_product(e: Emitter, x: Register, y: Register) -> Register:
    return e.mul(x, logarithms.log(e, y))


def _quotient(e: Emitter, x: Register, y: Register) -> Register:
    return e.div(x, y)


def _softsign_gradient(e: Emitter, d: Register, x: Register) -> Register:
    return e.div(d, _square(e, e.add(magnitude(e, x), _constant(e, x, 1))))


def _shift(down: bool) -> Emit:
    """Shifts of integers, by no less than no place and no more than all but one."""

    def emit(e: Emitter, x: Register, y: Register) -> Register:
        most = x.element.bits - 1
        places = minimum(e, maximum(e, y, _constant(e, y, 0)), _constant(e, y, most))
        word = "shl" if not down else "ashr" if x.element.kind == "i" else "lshr"
        return e.logical(word, x, places)

    return emit


_NUMBERS: Final = "fiu"
_ALL: Final = "fiub"

OPERATIONS: Final[dict[str, Operation]] = {
    "Abs": Operation(_absolute, "fi"),
    "Add": Operation(lambda e, x, y: e.add(x, y), _NUMBERS),
    "AddV2": Operation(lambda e, x, y: e.add(x, y), _NUMBERS),
    "BitwiseAnd": Operation(_logical("and"), "iu"),
    "BitwiseOr": Operation(_logical("or"), "iu"),
    "BitwiseXor": Operation(_logical("xor"), "iu"),
    "Ceil": Operation(_intrinsic("llvm.ceil")),
    "ClipByValue": Operation(_clip, _NUMBERS, 4),
    "Cos": Operation(_through_float64(trigonometry.cos), cost=60),
    "Div": Operation(_quotient, "f", 4),
    "DivNoNan": Operation(_quotient_or_zero, cost=6),
    "Elu": Operation(_elu, cost=50),
    "EluGrad": Operation(_elu_gradient, cost=4),
    "Equal": Operation(_comparison("eq"), _ALL, gives_truth=True),
    "Erf": Operation(error_function.erf, cost=40),
    "Exp": Operation(exponentials.exp, cost=20),
    "Expm1": Operation(exponentials.expm1, cost=45),
    "Floor": Operation(_intrinsic("llvm.floor")),
    "FloorDiv": Operation(_floor_of_quotient, "f", 5),
    "Greater": Operation(_comparison("gt"), _NUMBERS, gives_truth=True),
    "GreaterEqual": Operation(_comparison("ge"), _NUMBERS, gives_truth=True),
    "Inv": Operation(_reciprocal, cost=4),
    "InvGrad": Operation(_reciprocal_gradient, cost=3),
    "Invert": Operation(lambda e, x: e.flip(x), "iu"),
    "IsFinite": Operation(_is_finite, gives_truth=True, cost=2),
    "IsInf": Operation(_is_infinite, gives_truth=True, cost=2),
    "IsNan": Operation(lambda e, x: e.compare("ne", x, x), gives_truth=True),
    "LeftShift": Operation(_shift(False), "iu", 5),
    "Less": Operation(_comparison("lt"), _NUMBERS, gives_truth=True),
    "LessEqual": Operation(_comparison("le"), _NUMBERS, gives_truth=True),
    "Log": Operation(logarithms.log, cost=30),
    "Log1p": Operation(logarithms.log1p, cost=45),
    "LogicalAnd": Operation(_logical("and"), "b", gives_truth=True),
    "LogicalNot": Operation(lambda e, x: e.flip(x), "b", gives_truth=True),
    "LogicalOr": Operation(_logical("or"), "b", gives_truth=True),
    "Maximum": Operation(maximum, _NUMBERS, 3),
    "Minimum": Operation(minimum, _NUMBERS, 3),
    "Mul": Operation(lambda e, x, y: e.mul(x, y), _NUMBERS),
    "MulNoNan": Operation(_product_or_zero, cost=3),
    "Neg": Operation(lambda e, x: e.neg(x), "fi"),
    "NotEqual": Operation(_comparison("ne"), _ALL, gives_truth=True),
    "RealDiv": Operation(_quotient, "f", 4),
    "Reciprocal": Operation(_reciprocal, cost=4),
    "ReciprocalGrad": Operation(_reciprocal_gradient, cost=3),
    "Relu": Operation(_positive_part, _NUMBERS, 3),
    "Relu6": Operation(_relu6, _NUMBERS, 6),
    "Relu6Grad": Operation(_where_inside, _NUMBERS, 4),
    "ReluGrad": Operation(_where_positive, _NUMBERS, 2),
    "RightShift": Operation(_shift(True), "iu", 5),
    "Rint": Operation(_intrinsic("llvm.rint")),
    "Round": Operation(_intrinsic("llvm.rint")),
    "Rsqrt": Operation(_reciprocal_root, cost=8),
    "RsqrtGrad": Operation(_reciprocal_root_gradient, cost=4),
    "Sigmoid": Operation(exponentials.sigmoid, cost=28),
    "SigmoidGrad": Operation(_sigmoid_gradient, cost=3),
    "Sign": Operation(_sign, "fi", 5),
    "Sin": Operation(_through_float64(trigonometry.sin), cost=60),
    "Softplus": Operation(_softplus, cost=70),
    "SoftplusGrad": Operation(_softplus_gradient, cost=28),
    "Softsign": Operation(_softsign, cost=6),
    "SoftsignGrad": Operation(_softsign_gradient, cost=7),
    "Sqrt": Operation(_intrinsic("llvm.sqrt"), cost=4),
    "SqrtGrad": Operation(_root_gradient, cost=5),
    "Square": Operation(_square, _NUMBERS),
    "SquaredDifference": Operation(_squared_difference, "fi", 2),
    "Sub": Operation(lambda e, x, y: e.sub(x, y), _NUMBERS),
    "Tanh": Operation(exponentials.tanh, cost=35),
    "TanhGrad": Operation(_tanh_gradient, cost=3),
    "FloorMod": Operation(_floored_remainder, cost=30),
    "Mod": Operation(_remainder, cost=25),
    "TruncateMod": Operation(_remainder, cost=25),
    "TruncateDiv": Operation(
        lambda e, x, y: e.intrinsic("llvm.trunc", [e.div(x, y)]), "f", 5
    ),
    "Xdivy": Operation(_unless_zero(_quotient), cost=6),
    "Xlog1py": Operation(_unless_zero(_log1p_product), cost=50),
    "Xlogy": Operation(_unless_zero(_log_product), cost=35),
}
"""Ops whose element type and attributes decide nothing else."""

COSTLY: Final = 16
"""Operations of at least this cost are worth keeping rather than doing twice."""


def literal_power(x: Element, exponent: float) -> Operation | None:
    """x to a literal power by products, where that is as exact; else None."""
    if exponent == 2:
        return Operation(lambda e, x, y: e.mul(x, x), _NUMBERS)
    if exponent == 1:
        return Operation(lambda e, x, y: x, _NUMBERS)
    if exponent == 3 and x.kind != "f":
        return Operation(lambda e, x, y: e.mul(e.mul(x, x), x), _NUMBERS, 2)
    return Operation(powers.power, cost=80) if x is F32 else None


def truth_or(operation: Operation, operands: Sequence[Any]) -> Element:
    """The element type of the result."""
    element: Element = operands[0].element
    return BOOL if operation.gives_truth else element
