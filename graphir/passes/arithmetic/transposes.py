"""Transposes, reversals and conjugates that cancel or fold into what reads them."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphir.passes.arithmetic.conditions import are_known, known
from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Exactness, Match, Rule, RuleSet

x, y, p, q = wildcards("x y p q")
first = constant(0)
MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3)
CLOSE = Exactness.CLOSE


def keeps_order(found: Match) -> bool | str:
    """The permutation is the identity."""
    array = known(found, "p")
    same = array is not None and bool((array == np.arange(array.size)).all())
    return same or "axes change places"


def swaps_two(found: Match) -> bool | str:
    """The permutation swaps the two axes of a matrix."""
    array = known(found, "p")
    swaps = array is not None and array.tolist() == [1, 0]
    return swaps or "it is no matrix transpose"


TRANSPOSES: Final = RuleSet(
    Rule(
        "transpose_by_nothing",
        op.Transpose(x, p),
        x,
        keeps_order,
        examples={"x": MATRIX, "p": [0, 1]},
    ),
    Rule(
        "transpose_twice",
        op.Transpose(op.Transpose(x, p), q),
        op.Transpose(x, op.GatherV2(p, q, first)),
        are_known("p q"),
        examples={"x": MATRIX, "p": [1, 0], "q": [1, 0]},
    ),
    Rule(
        "reverse_twice",
        op.ReverseV2(op.ReverseV2(x, p), p),
        x,
        examples={"x": MATRIX, "p": [1]},
    ),
)

# the library may add up a transposed matrix in another order
INTO_MATMUL: Final = RuleSet(
    Rule(
        "transpose_into_first_factor",
        op.MatMul(op.Transpose(x, p), y, transpose_a=False, transpose_b=False),
        op.MatMul(x, y, transpose_a=True),
        swaps_two,
        exactness=CLOSE,
        examples={"x": MATRIX, "p": [1, 0], "y": MATRIX},
    ),
    Rule(
        "transpose_into_second_factor",
        op.MatMul(x, op.Transpose(y, p), transpose_a=False, transpose_b=False),
        op.MatMul(x, y, transpose_b=True),
        swaps_two,
        exactness=CLOSE,
        examples={"x": MATRIX, "p": [1, 0], "y": MATRIX},
    ),
)

TRANSPOSING: Final = RuleSet(TRANSPOSES, INTO_MATMUL)
