"""Positions of iterators differ as soon as an item was taken, and not before."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from autograph.operators.iterator_positions import note_consumed, position_of


def _generator() -> Iterator[int]:
    while True:
        yield 1


ITERATORS: list[Callable[[], Any]] = [
    lambda: iter([1, 2, 3]),
    lambda: iter((1, 2, 3)),
    lambda: iter("abc"),
    lambda: iter({1: 2, 3: 4, 5: 6}.items()),
    lambda: iter({1, 2, 3}),
    lambda: iter(range(3)),
    lambda: reversed([1, 2, 3]),
    lambda: zip([1, 2, 3], itertools.count(), strict=False),
    lambda: enumerate("abc"),
    lambda: map(str, [1, 2, 3]),
    lambda: itertools.islice([1, 2, 3], 3),
    lambda: itertools.chain([1], [2], [3]),
    lambda: itertools.count(),
    lambda: itertools.repeat(1, 3),
    lambda: (each for each in [1, 2, 3]),
]


@pytest.mark.parametrize("make", ITERATORS)
def test_taking_an_item_changes_the_position(make: Callable[[], Any]) -> None:
    iterator = make()
    for _ in range(2):
        before = position_of(iterator)
        assert before == position_of(iterator)
        next(iterator)
        assert before != position_of(iterator)


def test_a_generator_that_comes_back_to_the_same_state_is_where_it_was() -> None:
    generator = _generator()
    next(generator)
    before = position_of(generator)
    next(generator)
    assert before == position_of(generator)


@pytest.mark.parametrize(
    "make", [lambda: itertools.cycle([1, 2]), lambda: io.StringIO("a\nb")]
)
def test_others_are_told_of(make: Callable[[], Any]) -> None:
    iterator = make()
    before = position_of(iterator)
    next(iterator)
    note_consumed(iterator)
    assert before != position_of(iterator)


def test_a_list_that_grows_does_not_move_its_iterator() -> None:
    items = [1, 2]
    iterator = iter(items)
    before = position_of(iterator)
    items.append(3)
    assert before == position_of(iterator)


def test_a_running_generator_has_no_position() -> None:
    found: list[Any] = []

    def looking() -> Iterator[None]:
        found.append(position_of(generator))
        yield

    generator = looking()
    next(generator)
    assert found == [None]
