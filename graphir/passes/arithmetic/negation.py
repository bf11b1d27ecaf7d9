"""Rules for negations and complements, which cancel or move into a constant."""

from __future__ import annotations

from typing import Final

from graphir.passes.arithmetic.preconditions import are_known
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rule import Exactness, Match, Rule, RuleSet, Types

x, y, c = wildcards("x y c")
REAL, INTEGERS, FLOATS = Types.REAL, Types.INTEGERS, Types.FLOATS

NEGATION: Final = RuleSet(
    Rule("add_negated", x + (-y), x - y, types=REAL),
    Rule("subtract_negated", x - (-y), x + y, types=REAL),
    Rule("multiply_negated", (-x) * (-y), x * y, types=REAL),
    Rule("divide_negated", (-x) / (-y), x / y, types=REAL),
    Rule("negated_difference", -(x - y), y - x, types=INTEGERS),
    # x - x is 0.0, and negated -0.0
    Rule(
        "negated_difference_float",
        -(x - y),
        y - x,
        types=FLOATS,
        exactness=Exactness.CLOSE,
    ),
    # a sign goes into a constant: rounding does not know signs
    Rule("negated_product", -(x * c), x * (-c), are_known("c"), REAL),
    Rule("product_of_negated", (-x) * c, x * (-c), are_known("c"), REAL),
    Rule("negated_quotient", -(x / c), x / (-c), are_known("c"), FLOATS),
    Rule("quotient_of_negated", (-x) / c, x / (-c), are_known("c"), FLOATS),
    Rule("absolute_of_negated", op.Abs(-x), op.Abs(x), types=REAL),
    Rule("square_of_negated", op.Square(-x), op.Square(x), types=REAL),
    Rule("cosine_of_negated", op.Cos(-x), op.Cos(x), types=REAL),
    Rule("square_of_absolute", op.Square(op.Abs(x)), op.Square(x), types=REAL),
)

COMPLEMENT: Final = RuleSet(
    Rule(
        "not_equal",
        op.LogicalNot(op.Equal(x, y, incompatible_shape_error=True)),
        op.NotEqual(x, y),
    ),
    Rule(
        "not_different",
        op.LogicalNot(op.NotEqual(x, y, incompatible_shape_error=True)),
        op.Equal(x, y),
    ),
)


def _complements() -> RuleSet:
    """Orderings: with a NaN both an ordering and its opposite are false."""
    opposites = {
        "less": ("Less", "GreaterEqual"),
        "greater": ("Greater", "LessEqual"),
        "at_most": ("LessEqual", "Greater"),
        "at_least": ("GreaterEqual", "Less"),
    }
    rules = []
    for name, (ordering, opposite) in opposites.items():
        left = getattr(op, ordering)(x, y)
        right = getattr(op, opposite)(x, y)
        rules.append(
            Rule(f"not_{name}", op.LogicalNot(left), right, when=_compares_integers)
        )
    return RuleSet(*rules)


def _compares_integers(found: Match) -> bool | str:
    is_integer = found.x.dtype.is_integer
    return bool(is_integer) or "NaN may be compared"


COMPLEMENTS: Final = RuleSet(COMPLEMENT, _complements())
