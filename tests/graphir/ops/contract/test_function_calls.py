"""Which functions an op calls, and what it hands to them."""

from __future__ import annotations

import pytest

from graphir.ops.contract.function_calls import call_types, callees, first_passed


@pytest.mark.parametrize(
    ("op", "attrs", "first"),
    [
        ("PartitionedCall", ["f"], 0),
        ("StatelessIf", ["then_branch", "else_branch"], 1),
        ("Case", ["branches"], 1),
        ("While", ["cond", "body"], 0),
    ],
)
def test_calls_are_read_from_the_signature(
    op: str, attrs: list[str], first: int
) -> None:
    assert [callee.attr for callee in callees(op)] == attrs
    assert first_passed(op) == first


def test_condition_of_a_loop_gives_nothing_on() -> None:
    assert [callee.result_types for callee in callees("While")] == ["", "T"]
    assert callees("Add") == ()


def test_types_of_calls_are_attributes_or_dtypes() -> None:
    assert call_types("For") == [("body", ["int32", "T"], "T")]
    assert call_types("StatelessIf")[1] == ("else_branch", ["Tin"], "Tout")
    assert call_types("While")[0] == ("cond", ["T"], "")
    assert not call_types("AddV2")
    assert not call_types("NoSuchOp")
