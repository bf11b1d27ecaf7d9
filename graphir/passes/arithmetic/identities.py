"""Rules for neutral and absorbing elements, and for equal operands."""

from __future__ import annotations

from typing import Final

from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Exactness, Rule, RuleSet, Types

x, y = wildcards("x y")
zero, one, minus_one, minus_zero = map(constant, (0, 1, -1, -0.0))
true, false = constant(True), constant(False)
INTEGERS, FLOATS, NUMBERS = Types.INTEGERS, Types.FLOATS, Types.NUMBERS
CLOSE, FINITE = Exactness.CLOSE, Exactness.FINITE_ONLY

NEUTRAL: Final = RuleSet(
    Rule("add_zero", x + zero, x, types=INTEGERS),
    # -0.0 + 0.0 is 0.0, so only the negative zero is neutral for floats
    Rule("add_negative_zero", x + minus_zero, x, types=FLOATS),
    Rule("add_positive_zero", x + zero, x, types=FLOATS, exactness=CLOSE),
    Rule("subtract_zero", x - zero, x, types=Types.REAL),
    Rule("subtract_from_zero", zero - x, -x, types=INTEGERS),
    Rule("subtract_from_negative_zero", minus_zero - x, -x, types=FLOATS),
    Rule("multiply_by_one", x * one, x, types=Types.REAL),
    Rule("multiply_by_minus_one", x * minus_one, -x, types=Types.REAL),
    Rule("divide_by_one", x / one, x, types=Types.REAL),
    Rule("floor_divide_by_one", op.FloorDiv(x, one), x, types=INTEGERS),
    Rule("truncate_divide_by_one", op.TruncateDiv(x, one), x, types=INTEGERS),
    Rule("power_of_one", op.Pow(x, one), x, types=Types.REAL),
    Rule("or_zero", op.BitwiseOr(x, zero), x, types=INTEGERS),
    Rule("xor_zero", op.BitwiseXor(x, zero), x, types=INTEGERS),
    Rule("shift_left_by_zero", op.LeftShift(x, zero), x, types=INTEGERS),
    Rule("shift_right_by_zero", op.RightShift(x, zero), x, types=INTEGERS),
    Rule("and_all_ones", op.BitwiseAnd(x, minus_one), x, types=INTEGERS),
    Rule("multiply_no_nan_by_one", op.MulNoNan(x, one), x, types=Types.FLOATS),
    Rule("divide_no_nan_by_one", op.DivNoNan(x, one), x, types=Types.FLOATS),
    Rule("equal_to_true", op.Equal(x, true), x, types=Types.BOOL),
    Rule("different_from_false", op.NotEqual(x, false), x, types=Types.BOOL),
    Rule("and_true", op.LogicalAnd(x, true), x),
    Rule("or_false", op.LogicalOr(x, false), x),
)

ABSORBING: Final = RuleSet(
    Rule("multiply_by_zero", x * zero, zero, types=INTEGERS),
    Rule("multiply_by_zero_float", x * zero, zero, types=FLOATS, exactness=FINITE),
    Rule("and_zero", op.BitwiseAnd(x, zero), zero, types=INTEGERS),
    Rule("or_all_ones", op.BitwiseOr(x, minus_one), minus_one, types=INTEGERS),
    Rule("xor_all_ones", op.BitwiseXor(x, minus_one), op.Invert(x), types=INTEGERS),
    Rule("floor_mod_by_one", op.FloorMod(x, one), zero, types=INTEGERS),
    Rule("divide_no_nan_by_zero", op.DivNoNan(x, zero), zero, types=Types.FLOATS),
    Rule("zero_times_log", op.Xlogy(zero, x), zero, types=Types.FLOATS),
    Rule("zero_times_log1p", op.Xlog1py(zero, x), zero, types=Types.FLOATS),
    Rule("zero_divided", op.Xdivy(zero, x), zero, types=Types.FLOATS),
    Rule("and_false", op.LogicalAnd(x, false), false),
    Rule("or_true", op.LogicalOr(x, true), true),
    Rule("power_of_zero", op.Pow(x, zero), one, types=Types.REAL),
    Rule("multiply_no_nan_by_zero", op.MulNoNan(x, zero), zero, types=Types.REAL),
)

SELF: Final = RuleSet(
    Rule("subtract_itself", x - x, zero, types=INTEGERS),
    Rule("subtract_itself_float", x - x, zero, types=FLOATS, exactness=FINITE),
    Rule("divide_by_itself", x / x, one, types=FLOATS, exactness=FINITE),
    Rule("xor_itself", op.BitwiseXor(x, x), zero, types=INTEGERS),
    Rule("and_itself", op.BitwiseAnd(x, x), x, types=INTEGERS),
    Rule("or_itself", op.BitwiseOr(x, x), x, types=INTEGERS),
    Rule("logical_and_itself", op.LogicalAnd(x, x), x),
    Rule("logical_or_itself", op.LogicalOr(x, x), x),
    Rule("maximum_of_itself", op.Maximum(x, x), x),
    Rule("minimum_of_itself", op.Minimum(x, x), x),
    # NaN differs from itself, but is neither less nor greater
    Rule("less_than_itself", op.Less(x, x), false),
    Rule("greater_than_itself", op.Greater(x, x), false),
    Rule("equal_to_itself", op.Equal(x, x), true, types=INTEGERS),
    Rule("different_from_itself", op.NotEqual(x, x), false, types=INTEGERS),
    Rule("at_most_itself", op.LessEqual(x, x), true, types=INTEGERS),
    Rule("at_least_itself", op.GreaterEqual(x, x), true, types=INTEGERS),
)

REPEATED: Final = RuleSet(
    Rule(
        "involution",
        op.any_of("involution", op.any_of("involution", x)),
        x,
    ),
    Rule(
        "idempotence",
        op.any_of("idempotent", op.any_of("idempotent", x)),
        op.any_of("idempotent", x),
    ),
)


def _kept_positive() -> RuleSet:
    """What a function gives that is never negative needs no clipping."""
    rules = []
    for name in ("Abs", "Square", "Exp", "Sigmoid", "Softplus"):
        inner = getattr(op, name)(x)
        relu, absolute = f"relu_of_{name.lower()}", f"absolute_of_{name.lower()}"
        rules.append(Rule(relu, op.Relu(inner), inner, types=FLOATS))
        if name != "Abs":
            rules.append(Rule(absolute, op.Abs(inner), inner, types=FLOATS))
    return RuleSet(*rules)


CLIPPING: Final = RuleSet(
    _kept_positive(),
    Rule("relu6_of_relu", op.Relu6(op.Relu(x)), op.Relu6(x), types=Types.REAL),
    Rule("relu_of_relu6", op.Relu(op.Relu6(x)), op.Relu6(x), types=Types.REAL),
    # of two zeros, which one is given depends on the order of the operands
    Rule(
        "maximum_of_maximum",
        op.Maximum(x, op.Maximum(x, y)),
        op.Maximum(x, y),
        types=INTEGERS,
    ),
    Rule(
        "minimum_of_minimum",
        op.Minimum(x, op.Minimum(x, y)),
        op.Minimum(x, y),
        types=INTEGERS,
    ),
    Rule(
        "maximum_of_minimum",
        op.Maximum(x, op.Minimum(x, y)),
        x,
        types=INTEGERS,
    ),
    Rule(
        "minimum_of_maximum",
        op.Minimum(x, op.Maximum(x, y)),
        x,
        types=INTEGERS,
    ),
)

LOGIC: Final = RuleSet(
    Rule("and_of_opposites", op.LogicalAnd(x, op.LogicalNot(x)), false),
    Rule("or_of_opposites", op.LogicalOr(x, op.LogicalNot(x)), true),
    Rule("and_absorbs_or", op.LogicalAnd(x, op.LogicalOr(x, y)), x),
    Rule("or_absorbs_and", op.LogicalOr(x, op.LogicalAnd(x, y)), x),
    Rule(
        "neither",
        op.LogicalAnd(op.LogicalNot(x), op.LogicalNot(y)),
        op.LogicalNot(op.LogicalOr(x, y)),
    ),
    Rule(
        "not_both",
        op.LogicalOr(op.LogicalNot(x), op.LogicalNot(y)),
        op.LogicalNot(op.LogicalAnd(x, y)),
    ),
    Rule("different_from_true", op.NotEqual(x, true), op.LogicalNot(x)),
    Rule("equal_to_false", op.Equal(x, false), op.LogicalNot(x)),
)

IDENTITIES: Final = RuleSet(NEUTRAL, ABSORBING, SELF, REPEATED, CLIPPING, LOGIC)
