"""Items that are taken though a staged `break` may leave them: refused if it shows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from autograph.errors import StagingError
from autograph.operators.remaining_items import MOST_ITEMS, RemainingItems

shared: list[int] = []
shared_numbers = iter(range(5))


class Countdown:
    """An iterator of the user's."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        if not self.left:
            raise StopIteration
        self.left -= 1
        return self.left


def numbers(kept: list[int]) -> Iterator[int]:
    for number in range(3):
        kept.append(number)
        yield number


def numbers_in_global() -> Iterator[int]:
    for number in range(3):
        shared.append(number)
        yield number


def passed_on(items: Any) -> Iterator[int]:
    yield from items


def take(remaining: RemainingItems) -> None:
    try:
        assert list(remaining)
        remaining.refuse_differences()
    finally:
        shared.clear()


@pytest.mark.parametrize(
    "items",
    [
        iter([1, 2, 3]),
        enumerate(iter([1, 2, 3])),
        zip(map(str, iter([1, 2])), itertools.count()),
        Countdown(3),
        passed_on(iter([1, 2, 3])),
        passed_on(passed_on(Countdown(3))),
    ],
    ids=lambda items: type(items).__name__,
)
def test_items_that_nobody_else_uses(items: Iterator[Any]) -> None:
    take(RemainingItems(items, is_shared=False))


def test_a_list_that_a_generator_keeps_to_itself() -> None:
    take(RemainingItems(numbers([]), is_shared=False))


@pytest.mark.parametrize(
    ("items", "told"),
    [
        (iter([1, 2, 3]), "list_iterator"),
        (Countdown(3), "Countdown"),
        (itertools.cycle([1]), "cycle"),
    ],
)
def test_an_iterator_that_others_use(items: Iterator[Any], told: str) -> None:
    remaining = RemainingItems(items, is_shared=True)
    assert next(iter(remaining))
    with pytest.raises(StagingError, match=f"elsewhere too: the {told}"):
        remaining.refuse_differences()


@pytest.mark.parametrize("wrap", [enumerate, passed_on, lambda x: zip(x, x)])
def test_an_iterator_inside_that_others_use(wrap: Any) -> None:
    inner = iter([1, 2, 3, 4])
    with pytest.raises(StagingError, match="elsewhere too: the list_iterator"):
        take(RemainingItems(wrap(inner), is_shared=False))
    assert next(inner, None) is None


def test_a_list_that_a_generator_shares() -> None:
    kept: list[int] = []
    with pytest.raises(StagingError, match="elsewhere too: the list"):
        take(RemainingItems(numbers(kept), is_shared=False))


def test_a_global_list_that_a_generator_changes() -> None:
    with pytest.raises(StagingError, match="elsewhere too: shared"):
        take(RemainingItems(numbers_in_global(), is_shared=False))


def test_a_global_iterator_that_a_generator_takes_items_of() -> None:
    items = (next(shared_numbers) for _ in range(2))
    with pytest.raises(StagingError, match="elsewhere too: the range_iterator"):
        take(RemainingItems(items, is_shared=False))


def test_nothing_taken_is_no_difference() -> None:
    RemainingItems(iter([1]), is_shared=True).refuse_differences()


def test_items_without_an_end() -> None:
    with pytest.raises(StagingError, match=f"no other end within {MOST_ITEMS} items"):
        take(RemainingItems(itertools.repeat(1), is_shared=False))


def test_a_long_list_has_an_end() -> None:
    take(RemainingItems(iter([0] * (MOST_ITEMS + 1)), is_shared=False))
