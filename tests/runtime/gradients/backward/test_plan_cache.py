"""When a gradient is compiled, for what, and how long that is kept."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.gradients.backward import plan_cache
from runtime.gradients.backward.compiled_rules import RuleTrace
from runtime.gradients.backward.plan_cache import COMPILED_AFTER, PLANS, PlanCache


class Compiler:
    """Makes a plan; the rules ask for the values of some tensors."""

    def __init__(self, *asking: int) -> None:
        self.asking = asking
        self.count = 0

    def __call__(self, asked: set[int]) -> str | None:
        self.count += 1
        asked.update(self.asking)
        return f"plan {self.count}"


def found(cache: PlanCache[str], key: Any, tensors: Any, make: Compiler) -> Any:
    return [cache.find(key, tensors, make) for _ in range(COMPILED_AFTER + 2)]


def test_a_plan_is_made_once_it_was_missed_often_enough() -> None:
    cache, make = PlanCache[str](), Compiler()

    assert found(cache, "key", [], make) == [None, None, "plan 1", "plan 1"]
    assert cache.families["key"].sole == "plan 1"


def test_values_that_are_asked_for_are_told_apart() -> None:
    cache, make = PlanCache[str](), Compiler(1)
    made = [
        found(cache, "key", [tf.zeros([2]), tf.constant(each)], make)[-1]
        for each in (3, 4, 3)
    ]

    assert made == ["plan 2", "plan 3", "plan 2"]


def test_values_that_change_each_time_compile_nothing_new() -> None:
    cache, make = PlanCache[str](), Compiler(0)
    for number in range(50):
        cache.find("key", [tf.constant(number)], make)

    assert make.count == 2  # the second time with the value that it asked for


def test_large_values_are_no_part_of_a_key() -> None:
    cache, make = PlanCache[str](), Compiler(0)

    assert found(cache, "key", [tf.zeros([1000])], make) == [None] * 4


def test_calls_that_never_come_back_soon_are_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plan_cache, "PLANS", 4)
    cache, make = PlanCache[str](), Compiler()
    for _ in range(100):
        for key in range(8):
            cache.find(key, [], make)

    assert make.count < 100
    assert len(cache.families) <= 4 < PLANS


def test_mistake_of_ours_is_no_refusal_of_a_rule() -> None:
    rules = RuleTrace("rules", set())

    def mistaken() -> Any:
        raise AttributeError("a mistake of ours")

    def refused() -> Any:
        raise ValueError("a rule needs the value")

    assert rules.traced(refused) is None
    with pytest.raises(AttributeError, match="a mistake of ours"):
        rules.traced(mistaken)
