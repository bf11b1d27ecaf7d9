"""Terms that are computed together: one pass over the elements where it can be."""

from __future__ import annotations

from runtime.native.functions.operations import COSTLY
from runtime.native.llvm.element_types import F32
from runtime.native.terms.stages import is_in_memory, plan_stages, terms_read
from runtime.native.terms.terms import Apply, Held, Joined, Reduced, Table, Term


def of(*operands: Term, cost: int = 1) -> Apply:
    return Apply(
        F32,
        operands[0].shape,
        emit=lambda e, r: r[0],
        operands=operands,
        cost=cost,
    )


def row_sum(operand: Term) -> Reduced:
    shape = (*operand.shape[:-1], 1)
    axes = (len(operand.shape) - 1,)
    return Reduced(F32, shape, word="sum", operand=operand, axes=axes)


def kinds(*roots: Term) -> list[str]:
    return [each.kind for each in plan_stages(roots).stages]


X, Y = Held(F32, (4, 6)), Held(F32, (4, 6))


def test_results_over_the_same_elements_are_one_pass() -> None:
    one, other = of(X, Y), of(Y)
    plan = plan_stages([one, other])
    assert [each.targets for each in plan.stages] == [[one, other]]


def test_a_softmax_is_one_stage_over_rows() -> None:
    powers = of(X, cost=COSTLY)
    total = row_sum(powers)
    assert kinds(of(powers, total)) == ["rows"]


def test_columns_and_rows_are_apart() -> None:
    over_rows = row_sum(X)
    over_columns = Reduced(F32, (6,), word="sum", operand=X, axes=(0,))
    assert kinds(over_rows, over_columns) == ["rows", "columns"]


def test_what_is_known_is_not_computed() -> None:
    total = row_sum(X)
    result = of(X, total)
    assert plan_stages([result], known=[total]).stage_of.keys() == {result}


def test_a_costly_term_of_two_stages_is_kept() -> None:
    costly, cheap = of(X, cost=COSTLY), of(X)
    column = Reduced(F32, (6,), word="sum", operand=costly, axes=(0,))
    assert costly in plan_stages([row_sum(costly), column]).stage_of
    column = Reduced(F32, (6,), word="sum", operand=cheap, axes=(0,))
    assert cheap not in plan_stages([row_sum(cheap), column]).stage_of


def test_parts_of_a_joined_array_are_written_where_they_belong() -> None:
    joined = Joined(F32, (8, 6), parts=(of(X), of(Y)), axis=0)
    plan = plan_stages([joined])
    assert sorted(start for _, start in plan.parts.values()) == [0, 4]
    assert {each for each, _ in plan.parts.values()} == {joined}


def test_arguments_and_tables_are_in_memory() -> None:
    assert is_in_memory(X)
    assert is_in_memory(Table(F32, (1,)))
    assert not is_in_memory(of(X))
    plan = plan_stages([of(of(X), row_sum(X))])
    (stage,) = plan.stages
    assert terms_read(plan, stage) == set()
