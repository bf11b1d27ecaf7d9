"""Shuffles, repetitions, and datasets one after or beside the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from tests.runtime.data.whole_reads import check_reads

D = tf.data.Dataset
READS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "repeated": (lambda: D.range(3).repeat(2), [0, 1, 2, 0, 1, 2]),
    "not at all": (lambda: D.range(3).repeat(0), []),
    "one after the other": (
        lambda: D.range(2).concatenate(D.range(5, 7)),
        [0, 1, 5, 6],
    ),
    "beside": (lambda: D.zip((D.range(3), D.range(7, 9))), [(0, 7), (1, 8)]),
    "nothing without end": (lambda: D.range(0).repeat(), []),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected = READS[name]
    check_reads(make, expected)


@pytest.mark.parametrize("size", [1, 3, 10])
def test_a_shuffle_has_each_element_once_and_none_before_its_buffer(size: int) -> None:
    made = D.range(10).shuffle(size, seed=4, reshuffle_each_iteration=False)
    found = [int(x) for x in made]
    assert sorted(found) == list(range(10))
    assert all(x < place + size for place, x in enumerate(found))
    assert [int(x) for x in made] == found
    assert (found == list(range(10))) == (size == 1)
    check_reads(lambda: made, found)


def test_a_shuffle_renews_its_order_with_each_epoch() -> None:
    made = D.range(20).shuffle(20, seed=4).repeat(2)
    found = [int(x) for x in made]
    assert sorted(found[:20]) == sorted(found[20:]) == list(range(20))
    assert found[:20] != found[20:]
    joined = D.range(4).apply(tf.data.experimental.shuffle_and_repeat(4, 2, seed=1))
    assert sorted(int(x) for x in joined) == [0, 0, 1, 1, 2, 2, 3, 3]


def test_a_buffer_of_nothing_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="buffer_size must be gre"):
        D.range(3).shuffle(0)
