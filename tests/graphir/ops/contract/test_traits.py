"""Traits: each has a meaning and an op, and typing errors are refused."""

from __future__ import annotations

from importlib import resources

import pytest

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.registry import declared, find, op_has, traits_of
from graphir.ops.contract.traits import TRAITS, parse_traits


def test_every_trait_with_a_meaning_has_an_op() -> None:
    assert {trait for op in declared() for trait in op.traits} == TRAITS.keys()


def test_trait_without_a_meaning_is_refused() -> None:
    with pytest.raises(TypeError, match="without a meaning in TRAITS: elemntwise"):

        class _Family(Op, traits="elemntwise"):
            pass


def test_op_without_a_declaration_has_the_traits_listed_for_it() -> None:
    assert op_has("RefSwitch", "dataflow")
    assert op_has("PlaceholderWithDefault", "alias")


@pytest.mark.parametrize("op", ["Switch", "Merge", "Enter", "Exit", "NextIteration"])
def test_control_flow_on_references_has_the_traits_of_that_on_values(op: str) -> None:
    assert traits_of(f"Ref{op}") == traits_of(op)


def test_traits_in_the_list_are_of_ops_without_a_declaration() -> None:
    """A declaration has the traits itself: those of the list would be lost."""
    text = resources.files("graphir.ops").joinpath("known_traits.txt").read_text()
    listed = [line.partition(" | ")[0] for line in text.splitlines()]
    assert [name for name in listed if find(name) is not None] == []


def test_op_that_nobody_knows_has_no_traits() -> None:
    assert traits_of("NobodyKnows") is None
    assert not op_has("NobodyKnows", "elementwise")
    assert parse_traits("") == frozenset()
