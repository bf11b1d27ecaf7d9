"""Windows and groups, whose elements are datasets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from tests.runtime.data.whole_reads import check_reads, plain

D = tf.data.Dataset
UNKNOWN = -2
READS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "side by side": (lambda: D.range(5).window(2), [[0, 1], [2, 3], [4]]),
    "overlapping": (
        lambda: D.range(4).window(3, shift=1, drop_remainder=True),
        [[0, 1, 2], [1, 2, 3]],
    ),
    "with gaps": (
        lambda: D.range(7).window(2, shift=4, stride=2, drop_remainder=True),
        [[0, 2], [4, 6]],
    ),
    "too few": (lambda: D.range(2).window(3, drop_remainder=True), []),
    "of pairs": (
        lambda: D.zip((D.range(2), D.range(5, 7))).window(2),
        [([0, 1], [5, 6])],
    ),
}


@pytest.mark.parametrize("name", READS)
def test_windows(name: str) -> None:
    make, expected = READS[name]
    check_reads(make, expected)


def test_groups_end_when_they_are_full_and_then_by_key() -> None:
    check_reads(
        lambda: D.range(7).group_by_window(
            key_func=lambda x: x % 3,
            reduce_func=lambda _, group: group.batch(2),
            window_size=2,
        ),
        [[0, 3], [1, 4], [2, 5], [6]],
        UNKNOWN,
    )


def test_each_group_is_reduced_in_the_order_of_keys() -> None:
    reducer = tf.data.experimental.Reducer(
        init_func=lambda key: key * 100,
        reduce_func=lambda total, x: total + x,
        finalize_func=lambda total: total,
    )
    grouped = D.range(5, -1, -1).apply(
        tf.data.experimental.group_by_reducer(lambda x: x % 2, reducer)
    )
    check_reads(lambda: grouped, [6, 109], UNKNOWN)


def test_an_error_is_in_the_windows_that_would_have_the_element() -> None:
    iterator = iter(D.range(-1, 3).map(lambda x: 6 // x).window(2))
    with pytest.raises(tf.errors.InvalidArgumentError):
        next(iterator)
    assert plain(next(iterator)) == [6, 3]


@pytest.mark.parametrize("name", ["size", "shift", "stride"])
def test_windows_of_nothing_are_refused(name: str) -> None:
    given = {"size": 1, "shift": 1, "stride": 1, name: 0}
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"Window {name} must be"):
        D.range(3).window(**given)


def test_a_window_size_of_nothing_is_refused() -> None:
    grouped = D.range(3).group_by_window(
        lambda x: x, lambda _, group: group, window_size_func=lambda key: key * 0
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="greater than zero, but"):
        list(grouped)
