"""Rules for transposes, reversals and conjugates that cancel or fold into readers."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphir.passes.arithmetic.preconditions import are_known, known
from graphir.rewrite.pattern import AttrName, constant, op, wildcards
from graphir.rewrite.rule import Match, Rule, RuleSet

x, y, p, q = wildcards("x y p q")
first = constant(0)
_MATRIX = np.arange(6, dtype=np.float32).reshape(2, 3)
_SQUARE = np.arange(9, dtype=np.float32).reshape(3, 3)
_BATCH = np.arange(18, dtype=np.float32).reshape(2, 3, 3)
_SQUARE_COMPLEX = np.array([[1 + 2j, 3 - 4j], [0.5j, -1]], np.complex64)
_COMPLEX = np.array([[1 + 2j, 3 - 4j]], np.complex64)


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


def swaps_last_two(found: Match) -> bool | str:
    """The permutation swaps the last two axes of a batch of real matrices."""
    array = known(found, "p")
    if array is None or array.size < 2 or found.x.dtype.is_complex:
        return "the permutation is not known, or an adjoint is no transpose"
    wanted = [*range(array.size - 2), array.size - 1, array.size - 2]
    return array.tolist() == wanted or "other axes change places"


def swaps_last_two_of_complex(found: Match) -> bool | str:
    """The permutation swaps the last two axes of a batch of complex matrices."""
    array = known(found, "p")
    if array is None or array.size < 2 or not found.x.dtype.is_complex:
        return "the permutation is not known, or the numbers are real"
    wanted = [*range(array.size - 2), array.size - 1, array.size - 2]
    return array.tolist() == wanted or "other axes change places"


TRANSPOSES: Final = RuleSet(
    Rule(
        "transpose_by_nothing",
        op.Transpose(x, p),
        x,
        keeps_order,
        keeps_shape=True,
        examples={"x": _MATRIX, "p": [0, 1]},
    ),
    Rule(
        "transpose_twice",
        op.Transpose(op.Transpose(x, p), q),
        op.Transpose(x, op.GatherV2(p, q, first)),
        are_known("p q"),
        keeps_shape=True,
        examples={"x": _MATRIX, "p": [1, 0], "q": [1, 0]},
    ),
    Rule(
        "reverse_twice",
        op.ReverseV2(op.ReverseV2(x, p), p),
        x,
        keeps_shape=True,
        examples={"x": _MATRIX, "p": [1]},
    ),
)

CONJUGATES: Final = RuleSet(
    Rule(
        "conjugate_of_transpose",
        op.Conj(op.Transpose(x, p)),
        op.ConjugateTranspose(x, p),
        keeps_shape=True,
        examples={"x": _COMPLEX, "p": [1, 0]},
    ),
    Rule(
        "transpose_of_conjugate",
        op.Transpose(op.Conj(x), p),
        op.ConjugateTranspose(x, p),
        keeps_shape=True,
        examples={"x": _COMPLEX, "p": [1, 0]},
    ),
)


# an adjoint is what the flags make of complex matrices
ADJOINTS: Final = RuleSet(
    Rule(
        "adjoint_into_first_batch",
        op.BatchMatMulV2(
            op.ConjugateTranspose(x, p), y, adj_x=False, adj_y=AttrName("B")
        ),
        op.BatchMatMulV2(x, y, adj_x=True, adj_y=AttrName("B")),
        swaps_last_two_of_complex,
        keeps_shape=True,
        examples={"x": _SQUARE_COMPLEX, "p": [1, 0], "y": _SQUARE_COMPLEX, "B": False},
    ),
    Rule(
        "adjoint_into_second_batch",
        op.BatchMatMulV2(
            x, op.ConjugateTranspose(y, p), adj_y=False, adj_x=AttrName("B")
        ),
        op.BatchMatMulV2(x, y, adj_y=True, adj_x=AttrName("B")),
        swaps_last_two_of_complex,
        keeps_shape=True,
        examples={"x": _SQUARE_COMPLEX, "p": [1, 0], "y": _SQUARE_COMPLEX, "B": True},
    ),
)


def _into_products() -> RuleSet:
    """A transpose is a view, as what the flags make: the product is the same call."""
    rules = []
    for flag in (False, True):
        other = AttrName("B")
        from_flag = "_turned" if flag else ""
        rules += [
            Rule(
                f"transpose_into_first{from_flag}_factor",
                op.MatMul(op.Transpose(x, p), y, transpose_a=flag, transpose_b=other),
                op.MatMul(x, y, transpose_a=not flag, transpose_b=other),
                swaps_two,
                keeps_shape=True,
                examples={"x": _SQUARE, "p": [1, 0], "y": _SQUARE, "B": False},
            ),
            Rule(
                f"transpose_into_second{from_flag}_factor",
                op.MatMul(x, op.Transpose(y, p), transpose_b=flag, transpose_a=other),
                op.MatMul(x, y, transpose_b=not flag, transpose_a=other),
                swaps_two,
                keeps_shape=True,
                examples={"x": _SQUARE, "p": [1, 0], "y": _SQUARE, "B": True},
            ),
            Rule(
                f"transpose_into_first{from_flag}_batch",
                op.BatchMatMulV2(op.Transpose(x, p), y, adj_x=flag, adj_y=other),
                op.BatchMatMulV2(x, y, adj_x=not flag, adj_y=other),
                swaps_last_two,
                keeps_shape=True,
                examples={"x": _BATCH, "p": [0, 2, 1], "y": _BATCH, "B": False},
            ),
            Rule(
                f"transpose_into_second{from_flag}_batch",
                op.BatchMatMulV2(x, op.Transpose(y, p), adj_y=flag, adj_x=other),
                op.BatchMatMulV2(x, y, adj_y=not flag, adj_x=other),
                swaps_last_two,
                keeps_shape=True,
                examples={"x": _BATCH, "p": [0, 2, 1], "y": _BATCH, "B": True},
            ),
        ]
    return RuleSet(*rules)


INTO_PRODUCTS: Final = _into_products()

TRANSPOSING: Final = RuleSet(TRANSPOSES, CONJUGATES, ADJOINTS, INTO_PRODUCTS)
