"""Rules by op."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import pytest

from graphir.onnx.contract.registry import Registry


def _rule() -> None:
    return None


def test_a_rule_stands_for_all_its_ops() -> None:
    rules: Registry[str, Callable[[], None]] = Registry("rules for the op")
    assert rules.of("A", "B")(_rule) is _rule
    assert rules == {"A": _rule, "B": _rule}


@pytest.mark.parametrize("op", ["Neg", ("domain", "Neg")])
def test_a_second_rule_is_refused_by_the_name_of_the_op(op: Hashable) -> None:
    rules: Registry[Hashable, Callable[[], None]] = Registry("rules for the op")
    rules.of(op)(_rule)
    with pytest.raises(TypeError, match="two rules for the op Neg"):
        rules.of(op)(_rule)
