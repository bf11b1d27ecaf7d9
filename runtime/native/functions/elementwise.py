"""Element-wise operations: the instructions that each emits, and their number."""

from __future__ import annotations

from runtime.native.functions import (
    exponentials,
    logarithms,
    powers,
    trigonometry,
)
from runtime.native.functions.operations import (
    EVERYTHING,
    FIRST_OF_EQUALS,
    NUMBERS,
    Emit,
    Operation,
    operation,
)
from runtime.native.functions.polynomials import magnitude
from runtime.native.llvm.element_types import F32, F64, Element
from runtime.native.llvm.emitter import Emitter, Register


def _constant(e: Emitter, x: Register, number: float) -> Register:
    return e.constant(x.element, number)


def _comparison(word: str) -> Emit:
    return lambda e, x, y: e.compare(word, x, y)


def _logical(word: str) -> Emit:
    return lambda e, x, y: e.logical(word, x, y)


def _intrinsic(name: str) -> Emit:
    return lambda e, x: e.intrinsic(name, [x])


@operation("Abs", kinds="fi")
def _absolute(e: Emitter, x: Register) -> Register:
    if x.element.is_float:
        return magnitude(e, x)
    is_negative = e.compare("lt", x, _constant(e, x, 0))
    return e.select(is_negative, e.neg(x), x)


@operation("Square", kinds=NUMBERS)
def _square(e: Emitter, x: Register) -> Register:
    return e.mul(x, x)


@operation("SquaredDifference", kinds="fi", cost=2)
def _squared_difference(e: Emitter, x: Register, y: Register) -> Register:
    return _square(e, e.sub(x, y))


@operation("Maximum", kinds=NUMBERS, cost=3)
def maximum(e: Emitter, x: Register, y: Register) -> Register:
    """The greater; NaN where either is NaN. Of equal ones the second, as in NumPy."""
    return _extremum(e, "gt", x, y)


@operation("Minimum", kinds=NUMBERS, cost=3)
def minimum(e: Emitter, x: Register, y: Register) -> Register:
    """The lesser; NaN where either is NaN. Of equal ones the second, as in NumPy."""
    return _extremum(e, "lt", x, y)


def _extremum(e: Emitter, word: str, x: Register, y: Register) -> Register:
    is_first = e.compare(word, x, y)
    if x.element.is_float:
        is_first = e.logical("or", is_first, e.compare("ne", x, x))
    return e.select(is_first, x, y)


@operation("Sign", kinds="fi", cost=5)
def _sign(e: Emitter, x: Register) -> Register:
    zero, one = _constant(e, x, 0), _constant(e, x, 1)
    # NaN is on neither side: it stays
    rest = e.select(e.compare("eq", x, zero), zero, x)
    below = e.select(e.compare("lt", x, zero), _constant(e, x, -1), rest)
    return e.select(e.compare("gt", x, zero), one, below)


@operation("Rsqrt", cost=8)
def _reciprocal_root(e: Emitter, x: Register) -> Register:
    return e.div(_constant(e, x, 1.0), e.intrinsic("llvm.sqrt", [x]))


@operation("Inv", "Reciprocal", cost=4)
def _reciprocal(e: Emitter, x: Register) -> Register:
    return e.div(_constant(e, x, 1.0), x)


@operation("FloorDiv", cost=5)
def _floor_of_quotient(e: Emitter, x: Register, y: Register) -> Register:
    return e.intrinsic("llvm.floor", [e.div(x, y)])


@operation("Mod", "TruncateMod", cost=25)
def _remainder(e: Emitter, x: Register, y: Register) -> Register:
    return e.instruction("frem", x.element, [x, y])


@operation("FloorMod", cost=30)
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


@operation("DivNoNan", cost=6)
def _quotient_or_zero(e: Emitter, x: Register, y: Register) -> Register:
    return _or_zero(e, y, e.div(x, y))


@operation("MulNoNan", cost=3)
def _product_or_zero(e: Emitter, x: Register, y: Register) -> Register:
    return _or_zero(e, y, e.mul(x, y))


def _unless_zero(function: Emit) -> Emit:
    """``function(x, y)``, but x where x is zero."""

    def emit(e: Emitter, x: Register, y: Register) -> Register:
        is_zero = e.compare("eq", x, _constant(e, x, 0))
        return e.select(is_zero, x, function(e, x, y))

    return emit


@operation("IsInf", cost=2, gives_truth=True)
def _is_infinite(e: Emitter, x: Register) -> Register:
    return e.compare("eq", magnitude(e, x), _constant(e, x, float("inf")))


@operation("IsFinite", cost=2, gives_truth=True)
def _is_finite(e: Emitter, x: Register) -> Register:
    return e.compare("lt", magnitude(e, x), _constant(e, x, float("inf")))


def _through_float64(function: Emit) -> Emit:
    def emit(e: Emitter, x: Register) -> Register:
        if x.element is F64:
            return function(e, x)
        wide = e.convert("fpext", x, F64)
        return e.convert("fptrunc", function(e, wide), F32)

    return emit


@operation("Maximum", cost=3, table=FIRST_OF_EQUALS)
def _first_maximum(e: Emitter, x: Register, y: Register) -> Register:
    return _extremum(e, "ge", x, y)


@operation("Minimum", cost=3, table=FIRST_OF_EQUALS)
def _first_minimum(e: Emitter, x: Register, y: Register) -> Register:
    return _extremum(e, "le", x, y)


@operation("Relu", kinds=NUMBERS, cost=3)
def _positive_part(e: Emitter, x: Register) -> Register:
    return maximum(e, x, _constant(e, x, 0))


@operation("Relu", cost=3, table=FIRST_OF_EQUALS)
def _first_positive_part(e: Emitter, x: Register) -> Register:
    return _first_maximum(e, x, _constant(e, x, 0))


@operation("Relu6", kinds=NUMBERS, cost=6)
def _relu6(e: Emitter, x: Register) -> Register:
    return minimum(e, _positive_part(e, x), _constant(e, x, 6))


@operation("ReluGrad", kinds=NUMBERS, cost=2)
def _where_positive(e: Emitter, d: Register, x: Register) -> Register:
    zero = _constant(e, x, 0)
    return e.mul(d, _one_where(e, e.compare("gt", x, zero), zero))


@operation("Relu6Grad", kinds=NUMBERS, cost=4)
def _where_inside(e: Emitter, d: Register, x: Register) -> Register:
    zero = _constant(e, x, 0)
    above = e.compare("gt", x, zero)
    below = e.compare("lt", x, _constant(e, x, 6))
    return e.mul(d, _one_where(e, e.logical("and", above, below), zero))


def _one_where(e: Emitter, mask: Register, zero: Register) -> Register:
    return e.select(mask, _constant(e, zero, 1), zero)


@operation("Elu", cost=50)
def _elu(e: Emitter, x: Register) -> Register:
    is_below = e.compare("lt", x, _constant(e, x, 0))
    return e.select(is_below, exponentials.expm1(e, x), x)


@operation("EluGrad", cost=4)
def _elu_gradient(e: Emitter, d: Register, y: Register) -> Register:
    slope = e.mul(d, e.add(y, _constant(e, y, 1)))
    return e.select(e.compare("lt", y, _constant(e, y, 0)), slope, d)


@operation("Softplus", cost=70)
def _softplus(e: Emitter, x: Register) -> Register:
    decay = exponentials.exp(e, e.neg(magnitude(e, x)))
    return e.add(_positive_part(e, x), logarithms.log1p(e, decay))


@operation("SoftplusGrad", cost=28)
def _softplus_gradient(e: Emitter, d: Register, x: Register) -> Register:
    decay = exponentials.exp(e, e.neg(x))
    return e.div(d, e.add(decay, _constant(e, x, 1)))


@operation("Softsign", cost=6)
def _softsign(e: Emitter, x: Register) -> Register:
    return e.div(x, e.add(magnitude(e, x), _constant(e, x, 1)))


@operation("TanhGrad", cost=3)
def _tanh_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return e.mul(dy, e.sub(_constant(e, y, 1), e.mul(y, y)))


@operation("SigmoidGrad", cost=3)
def _sigmoid_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return e.mul(e.mul(dy, y), e.sub(_constant(e, y, 1), y))


def _zero_for_zero(e: Emitter, gradient: Register, result: Register) -> Register:
    """0 where no gradient comes back, even if the slope is infinite."""
    zero = _constant(e, result, 0)
    return e.select(e.compare("eq", gradient, zero), zero, result)


@operation("SqrtGrad", cost=5)
def _root_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return _zero_for_zero(e, dy, e.div(e.mul(dy, _constant(e, y, 0.5)), y))


@operation("RsqrtGrad", cost=4)
def _reciprocal_root_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    scaled = e.mul(e.mul(dy, _constant(e, y, -0.5)), y)
    return _zero_for_zero(e, dy, e.mul(e.mul(scaled, y), y))


@operation("InvGrad", "ReciprocalGrad", cost=3)
def _reciprocal_gradient(e: Emitter, y: Register, dy: Register) -> Register:
    return _zero_for_zero(e, dy, e.mul(e.mul(e.neg(dy), y), y))


@operation("ClipByValue", kinds=NUMBERS, cost=4)
def _clip(e: Emitter, x: Register, low: Register, high: Register) -> Register:
    return maximum(e, minimum(e, x, high), low)


def _log1p_product(e: Emitter, x: Register, y: Register) -> Register:
    return e.mul(x, logarithms.log1p(e, y))


def _log_product(e: Emitter, x: Register, y: Register) -> Register:
    return e.mul(x, logarithms.log(e, y))


@operation("Div", "RealDiv", cost=4)
def _quotient(e: Emitter, x: Register, y: Register) -> Register:
    return e.div(x, y)


@operation("SoftsignGrad", cost=7)
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


def literal_power(x: Element, exponent: float) -> Operation | None:
    """x to a literal power by products, where that is as exact; else None."""
    if exponent == 2:
        return Operation(lambda e, x, y: e.mul(x, x), NUMBERS)
    if exponent == 1:
        return Operation(lambda e, x, y: x, NUMBERS)
    if exponent == 3 and x.kind != "f":
        return Operation(lambda e, x, y: e.mul(e.mul(x, x), x), NUMBERS, 2)
    return Operation(powers.power, cost=80) if x is F32 else None


operation("Add", "AddV2", kinds=NUMBERS)(lambda e, x, y: e.add(x, y))
operation("BitwiseAnd", kinds="iu")(_logical("and"))
operation("BitwiseOr", kinds="iu")(_logical("or"))
operation("BitwiseXor", kinds="iu")(_logical("xor"))
operation("Ceil")(_intrinsic("llvm.ceil"))
operation("Cos", cost=60)(_through_float64(trigonometry.cos))
operation("Equal", kinds=EVERYTHING, gives_truth=True)(_comparison("eq"))
operation("Floor")(_intrinsic("llvm.floor"))
operation("Greater", kinds=NUMBERS, gives_truth=True)(_comparison("gt"))
operation("GreaterEqual", kinds=NUMBERS, gives_truth=True)(_comparison("ge"))
operation("Invert", kinds="iu")(lambda e, x: e.flip(x))
operation("IsNan", gives_truth=True)(lambda e, x: e.compare("ne", x, x))
operation("LeftShift", kinds="iu", cost=5)(_shift(False))
operation("Less", kinds=NUMBERS, gives_truth=True)(_comparison("lt"))
operation("LessEqual", kinds=NUMBERS, gives_truth=True)(_comparison("le"))
operation("LogicalAnd", kinds="b", gives_truth=True)(_logical("and"))
operation("LogicalNot", kinds="b", gives_truth=True)(lambda e, x: e.flip(x))
operation("LogicalOr", kinds="b", gives_truth=True)(_logical("or"))
operation("Mul", kinds=NUMBERS)(lambda e, x, y: e.mul(x, y))
operation("Neg", kinds="fi")(lambda e, x: e.neg(x))
operation("NotEqual", kinds=EVERYTHING, gives_truth=True)(_comparison("ne"))
operation("RightShift", kinds="iu", cost=5)(_shift(True))
operation("Rint", "Round")(_intrinsic("llvm.rint"))
operation("Sin", cost=60)(_through_float64(trigonometry.sin))
operation("Sqrt", cost=4)(_intrinsic("llvm.sqrt"))
operation("Sub", kinds=NUMBERS)(lambda e, x, y: e.sub(x, y))
operation("TruncateDiv", cost=5)(
    lambda e, x, y: e.intrinsic("llvm.trunc", [e.div(x, y)])
)
operation("Xdivy", cost=6)(_unless_zero(_quotient))
operation("Xlog1py", cost=50)(_unless_zero(_log1p_product))
operation("Xlogy", cost=35)(_unless_zero(_log_product))
operation("ClipByValue", cost=4, table=FIRST_OF_EQUALS)(
    lambda e, x, low, high: _first_maximum(e, _first_minimum(e, x, high), low)
)
operation("Relu6", cost=6, table=FIRST_OF_EQUALS)(
    lambda e, x: _first_minimum(e, _first_positive_part(e, x), _constant(e, x, 6))
)
