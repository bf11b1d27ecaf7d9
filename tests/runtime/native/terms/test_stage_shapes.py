"""Which terms one set of loops may compute, by their shapes."""

from __future__ import annotations

import pytest

from runtime.native.llvm.element_types import F32
from runtime.native.llvm.failures import Unsupported
from runtime.native.terms.stage_shapes import (
    is_aligned,
    joined_shape,
    new_stage,
    reached_anchors,
    reduced_places,
    row_shape,
    stage_places,
)
from runtime.native.terms.terms import FIXED, Apply, Held, Reduced, identity


def negated(operand):
    return Apply(
        F32, operand.shape, emit=lambda e, r: e.neg(r[0]), operands=(operand,), cost=1
    )


def summed(operand, *axes: int, keeps: bool = False):
    shape = tuple(
        1 if axis in axes else size
        for axis, size in enumerate(operand.shape)
        if keeps or axis not in axes
    )
    return Reduced(F32, shape, word="sum", operand=operand, axes=axes)


X = Held(F32, (4, 5, 6))


@pytest.mark.parametrize(
    ("axes", "kind", "split"),
    [
        ((2,), "rows", (2, 3)),
        ((1, 2), "rows", (1, 3)),
        ((0, 1, 2), "rows", (0, 3)),
        ((0,), "columns", (0, 1)),
        ((1,), "columns", (1, 2)),
        ((), "rows", (3, 3)),
    ],
)
def test_the_stage_of_a_reduction(axes, kind: str, split) -> None:
    stage = new_stage(summed(X, *axes))
    assert (stage.kind, stage.shape, stage.split) == (kind, X.shape, split)


def test_axes_that_do_not_lie_side_by_side_are_refused() -> None:
    with pytest.raises(Unsupported, match="do not lie side by side"):
        new_stage(summed(X, 0, 2))
    thin = Held(F32, (4, 1, 6))
    assert new_stage(summed(thin, 0, 2)).kind == "rows"


def test_elements_join_elements_and_rows() -> None:
    elements, rows = new_stage(negated(X)), new_stage(summed(X, 2))
    assert (elements.kind, elements.shape) == ("elements", X.shape)
    assert joined_shape(elements, rows, summed(X, 2)) is rows
    assert joined_shape(rows, elements, negated(X)) is rows
    assert joined_shape(rows, new_stage(summed(X, 1, 2)), summed(X, 1, 2)) is None
    assert joined_shape(rows, new_stage(summed(X, 0)), summed(X, 0)) is None
    small = Held(F32, (4, 5))
    assert joined_shape(rows, new_stage(small), small) is rows
    assert joined_shape(elements, new_stage(small), small) is None


@pytest.mark.parametrize(
    ("shape", "is_one"),
    [((4, 5), True), ((4, 5, 1), True), ((4,), False), ((4, 1, 5), False)],
)
def test_one_element_a_row(shape, is_one: bool) -> None:
    assert row_shape(new_stage(summed(X, 2)), shape) is is_one


def test_places_of_targets() -> None:
    stage = new_stage(summed(X, 2))
    i, j, k = identity(X.shape)
    assert stage_places(stage, summed(X, 2)) == (i, j, k)
    assert stage_places(stage, Held(F32, (4, 1, 6))) == (i, FIXED, k)
    assert reduced_places(stage, summed(X, 2)) == (i, j)
    assert reduced_places(stage, summed(X, 2, keeps=True)) == (i, j, FIXED)
    assert is_aligned(stage, negated(X), (i, j, k))
    assert not is_aligned(stage, negated(X), (j, i, k))
    columns = new_stage(summed(X, 0))
    assert not is_aligned(columns, negated(X), (i, j, k))


def test_anchors_that_a_term_reads() -> None:
    anchor = negated(X)
    term = negated(negated(anchor))
    found = reached_anchors(term, new_stage(term), {anchor}.__contains__)
    assert found == [(anchor, identity(X.shape))]
    assert reached_anchors(term, new_stage(term), set().__contains__) == []
