"""Rules that factor out common terms, gather constants, and use combined ops."""

from __future__ import annotations

from typing import Final

from graphir.passes.arithmetic.preconditions import (
    all_of,
    are_known,
    is_real,
    operand_has_one_reader,
)
from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Exactness, Match, Rule, RuleSet, Types

x, y, c, d = wildcards("x y c d")
zero, one, two, three, six, half = map(constant, (0, 1, 2, 3, 6, 0.5))
minus_one, minus_half = constant(-1), constant(-0.5)
INTEGERS, FLOATS = Types.INTEGERS, Types.FLOATS
CLOSE, FINITE = Exactness.CLOSE, Exactness.FINITE_ONLY


def only_first_varies(found: Match) -> bool | str:
    """The other operands are constants, and the first is not."""
    if found.x.node.op == "Const":
        return "x is a constant itself"
    return are_known("c d")(found)


FACTORS: Final = RuleSet(
    Rule("common_factor", c * x + c * y, c * (x + y), types=INTEGERS),
    Rule("common_factor_of_difference", c * x - c * y, c * (x - y), types=INTEGERS),
    Rule(
        "common_factor_float",
        c * x + c * y,
        c * (x + y),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule(
        "common_divisor_float",
        x / c + y / c,
        (x + y) / c,
        types=FLOATS,
        exactness=FINITE,
    ),
)

# a product with another sum: the sum is a factor of both
SUMS: Final = RuleSet(
    # twice x is exact, so there is one rounding on either side
    Rule("three_times", (x + x) + x, x * three, types=Types.REAL),
    Rule("one_more", x * c + x, x * (c + one), are_known("c"), INTEGERS),
    Rule("one_less", x * c - x, x * (c - one), are_known("c"), INTEGERS),
    Rule("two_multiples", x * c + x * d, x * (c + d), are_known("c d"), INTEGERS),
    Rule("add_to_difference", (x - y) + y, x, types=INTEGERS),
    Rule("subtract_from_sum", (x + y) - y, x, types=INTEGERS),
    Rule("subtract_sum", x - (x + y), -y, types=INTEGERS),
    Rule("subtract_difference_from_itself", x - (x - y), y, types=INTEGERS),
)

# wrapping integers form a ring, so any order of + and * gives the same bits
CONSTANTS: Final = RuleSet(
    Rule("add_two_constants", (x + c) + d, x + (c + d), only_first_varies, INTEGERS),
    Rule("add_and_subtract", (x + c) - d, x + (c - d), only_first_varies, INTEGERS),
    Rule("subtract_and_add", (x - c) + d, x + (d - c), only_first_varies, INTEGERS),
    Rule("subtract_twice", (x - c) - d, x - (c + d), only_first_varies, INTEGERS),
    Rule(
        "subtract_from_constant", d - (x + c), (d - c) - x, only_first_varies, INTEGERS
    ),
    Rule("subtract_difference", d - (x - c), (d + c) - x, only_first_varies, INTEGERS),
    Rule("multiply_twice", (x * c) * d, x * (c * d), only_first_varies, INTEGERS),
    Rule(
        "add_two_constants_float",
        (x + c) + d,
        x + (c + d),
        only_first_varies,
        FLOATS,
        FINITE,
    ),
    Rule(
        "multiply_twice_float",
        (x * c) * d,
        x * (c * d),
        only_first_varies,
        FLOATS,
        FINITE,
    ),
)

SCALED: Final = RuleSet(
    Rule(
        "divide_twice_float",
        (x / c) / d,
        x / (c * d),
        only_first_varies,
        FLOATS,
        FINITE,
    ),
    Rule(
        "multiply_and_divide_float",
        (x * c) / d,
        x * (c / d),
        only_first_varies,
        FLOATS,
        FINITE,
    ),
    Rule(
        "divide_and_multiply_float",
        (x / c) * d,
        x * (d / c),
        only_first_varies,
        FLOATS,
        FINITE,
    ),
)

FUSED: Final = RuleSet(
    Rule("square", x * x, op.Square(x), types=Types.REAL),
    # of two zeros, which one is given depends on the order of the operands
    Rule("relu", op.Maximum(x, zero), op.Relu(x), types=FLOATS, exactness=CLOSE),
    Rule("relu6", op.Minimum(op.Relu(x), six), op.Relu6(x), types=FLOATS),
    Rule(
        "squared_difference",
        op.Square(x - y),
        op.SquaredDifference(x, y),
        when=all_of(is_real("x"), operand_has_one_reader),
        types=Types.REAL,
    ),
    Rule("power_of_two", op.Pow(x, two), op.Square(x), types=INTEGERS),
    Rule(
        "power_of_two_float",
        op.Pow(x, two),
        op.Square(x),
        types=FLOATS,
        exactness=CLOSE,
    ),
    # pow(-inf, .5) is inf, its square root NaN
    Rule("power_of_half", op.Pow(x, half), op.Sqrt(x), types=FLOATS, exactness=FINITE),
    Rule(
        "divide_by_square_root",
        x / op.Sqrt(y),
        x * op.Rsqrt(y),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule(
        "reciprocal_of_square_root",
        op.Reciprocal(op.Sqrt(x)),
        op.Rsqrt(x),
        types=FLOATS,
        exactness=CLOSE,
    ),
    Rule(
        "power_of_minus_one",
        op.Pow(x, minus_one),
        op.Reciprocal(x),
        types=FLOATS,
        exactness=CLOSE,
    ),
    Rule(
        "power_of_minus_half",
        op.Pow(x, minus_half),
        op.Rsqrt(x),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule(
        "sigmoid",
        op.Reciprocal(op.Exp(-x) + one),
        op.Sigmoid(x),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule(
        "sigmoid_by_division",
        one / (op.Exp(-x) + one),
        op.Sigmoid(x),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule(
        "softplus",
        op.Log1p(op.Exp(x)),
        op.Softplus(x),
        types=FLOATS,
        exactness=FINITE,
    ),
    # a softmax that underflows has the logarithm minus infinity
    Rule(
        "log_softmax",
        op.Log(op.Softmax(x)),
        op.LogSoftmax(x),
        types=FLOATS,
        exactness=FINITE,
    ),
    Rule("log1p", op.Log(x + one), op.Log1p(x), types=FLOATS, exactness=CLOSE),
    Rule("expm1", op.Exp(x) - one, op.Expm1(x), types=FLOATS, exactness=CLOSE),
)

FACTORING: Final = RuleSet(FACTORS, SUMS, CONSTANTS, SCALED, FUSED)
