"""Which epochs a repetition begins: seeds are drawn for each, read or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

D = tf.data.Dataset


def numbered() -> Any:
    """One number an epoch, which tells its place among the epochs."""
    return D.random(seed=2, rerandomize_each_iteration=True).take(1)


ORDER = [int(x) for x in numbered().repeat(12)]


def unoptimized(dataset: Any) -> Any:
    options = tf.data.Options()
    options.experimental_optimization.apply_default_optimizations = False
    return dataset.with_options(options)


REPEATED: dict[str, tuple[Callable[[], Any], list[int]]] = {
    "once": (lambda: numbered().repeat(1).repeat(3), [0, 2, 4]),
    "twice": (lambda: numbered().repeat(2).repeat(3), [0, 1, 3, 4, 6, 7]),
    "to the end": (
        lambda: numbered().repeat(2).take(5).repeat(3),
        [0, 1, 3, 4, 6, 7],
    ),
    "not to the end": (
        lambda: numbered().repeat(2).take(2).repeat(3),
        [0, 1, 2, 3, 4, 5],
    ),
    "in each other": (
        lambda: numbered().repeat(2).repeat(1).repeat(3),
        [0, 1, 4, 5, 8, 9],
    ),
    "without end": (
        lambda: numbered().repeat(2).repeat().take(6),
        [0, 1, 3, 4, 6, 7],
    ),
    "one of two": (
        lambda: numbered().repeat(2).concatenate(numbered().repeat(2)).repeat(2),
        [0, 1, 0, 1, 3, 4, 3, 4],
    ),
}


@pytest.mark.parametrize("name", REPEATED)
def test_an_epoch_that_nobody_reads_is_begun(name: str) -> None:
    """As in TensorFlow, from which the places are."""
    make, expected = REPEATED[name]
    assert [ORDER.index(int(x)) for x in unoptimized(make())] == expected


def test_no_epoch_is_begun_by_a_repetition_that_is_passed_over() -> None:
    once = numbered().repeat(1).repeat(3)
    assert [ORDER.index(int(x)) for x in once] == [0, 1, 2]


PASSES = {
    "by default": (lambda d: d, [3, 1, 0, 4, 2, 0, 1, 4, 2, 3]),
    "no pass": (unoptimized, [0, 1, 4, 2, 3, 3, 1, 2, 0, 4]),
}


@pytest.mark.parametrize("name", PASSES)
def test_a_shuffle_and_its_repetition_are_one_stage(name: str) -> None:
    """Where TensorFlow makes one of them, which begins no epoch too many."""
    change, second = PASSES[name]
    dataset = change(D.range(5).shuffle(5, seed=3).repeat(2))
    first = [4, 3, 2, 1, 0, 3, 4, 1, 2, 0]
    assert [[int(x) for x in dataset] for _ in range(2)] == [first, second]


def test_a_later_pass_over_shuffled_batches_is_that_of_tensorflow() -> None:
    batches = D.range(5).shuffle(5, seed=3).batch(5).repeat(2)
    epochs = [[x.numpy().tolist() for x in batches] for _ in range(2)]
    assert epochs[0] == [[4, 3, 2, 1, 0], [3, 4, 1, 2, 0]]
    assert epochs[1] == [[0, 1, 4, 2, 3], [3, 1, 2, 0, 4]]


def test_seeds_are_drawn_when_an_iterator_is_made() -> None:
    dataset = numbered().repeat(2)
    first, second = iter(dataset), iter(dataset)
    found = [int(next(second)), int(next(first))]
    assert [ORDER.index(each) for each in found] == [1, 0]
