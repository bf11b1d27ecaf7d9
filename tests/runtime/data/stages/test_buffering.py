"""Caches: complete where all elements were read, though the end was not asked for."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

import runtime as tf


def shuffled(place: str) -> tf.data.Dataset:
    numbers = tf.data.Dataset.range(60).shuffle(60, seed=4).batch(12)
    return numbers.map(lambda x: x + 1, tf.data.AUTOTUNE).cache(place)


def epoch(dataset: tf.data.Dataset, count: int) -> list[int]:
    """The first number of each batch, read without a question for the end."""
    iterator = iter(dataset)
    return [int(next(iterator)[0]) for _ in range(count)]


@pytest.mark.parametrize("place", ["", "numbers"])
@pytest.mark.parametrize("prefetched", [False, True])
def test_all_elements_without_the_end_are_the_cache(
    place: str, prefetched: bool, tmp_path: Path, caplog: Any
) -> None:
    dataset = shuffled(place and str(tmp_path / place))
    if prefetched:
        dataset = dataset.prefetch(1)
    with caplog.at_level(logging.WARNING):
        first = epoch(dataset, 5)
        assert not caplog.records
    assert [epoch(dataset, 5) for _ in range(2)] == [first] * 2


@pytest.mark.parametrize("place", ["", "numbers"])
def test_a_part_is_not(place: str, tmp_path: Path) -> None:
    dataset = shuffled(place and str(tmp_path / place))
    parts = {tuple(epoch(dataset, 3)) for _ in range(3)}
    assert len(parts) == 3


def test_elements_of_an_unknown_number_are_not_before_their_end() -> None:
    numbers = tf.data.Dataset.range(4).shuffle(4, seed=1).filter(lambda x: x >= 0)
    dataset = numbers.batch(1).cache()
    assert len({tuple(epoch(dataset, 4)) for _ in range(6)}) > 1
    whole = [int(each[0]) for each in dataset]
    assert epoch(dataset, 4) == whole
