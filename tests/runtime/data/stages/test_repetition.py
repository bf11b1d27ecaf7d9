"""Which epochs a repetition begins: seeds are drawn for each, read or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from runtime.data.stages.repetition import repeated_count

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


def without(name: str) -> Callable[[Any], Any]:
    def under(dataset: Any) -> Any:
        options = tf.data.Options()
        setattr(options.experimental_optimization, name, False)
        return dataset.with_options(options)

    return under


SHUFFLED: dict[str, tuple[Callable[[Any], Any], list[int]]] = {
    "at once": (lambda d: d.repeat(2), [2, 3]),
    "at once, not fused": (
        lambda d: without("shuffle_and_repeat_fusion")(d.repeat(2)),
        [3, 4],
    ),
    "as they are": (lambda d: d.map(lambda x: x).repeat(2), [2, 3]),
    "as they are, which is not seen": (
        lambda d: without("noop_elimination")(d.map(lambda x: x).repeat(2)),
        [3, 4],
    ),
    "all but none": (lambda d: d.skip(0).repeat(2), [2, 3]),
    "all": (lambda d: d.take(-1).repeat(2), [2, 3]),
    "once": (lambda d: d.repeat(1).repeat(2), [2, 3]),
    "in one shard": (lambda d: d.shard(1, 0).repeat(2), [2, 3]),
    "without a buffer": (lambda d: d.prefetch(0).repeat(2), [3, 4]),
    "other values": (lambda d: d.map(lambda x: x + 0).repeat(2), [3, 4]),
    "other values in batches": (
        lambda d: d.map(lambda x: x + 0).repeat(2).batch(5).unbatch(),
        [3, 4],
    ),
}


@pytest.mark.parametrize("name", SHUFFLED)
def test_a_second_pass_goes_on_behind_the_epochs_that_were_begun(name: str) -> None:
    """As in TensorFlow, from which the places are."""

    def shuffled() -> Any:
        tf.random.set_seed(5)
        return D.range(7).shuffle(7, seed=1)

    change, expected = SHUFFLED[name]
    order = epochs(shuffled().repeat(6))
    made = change(shuffled())
    assert epochs(made) == order[:2]
    assert [order.index(each) for each in epochs(made)] == expected


def epochs(dataset: Any) -> list[list[int]]:
    found = [int(x) for x in dataset]
    return [found[start : start + 7] for start in range(0, len(found), 7)]


def test_a_shuffle_that_is_not_read_begins_no_epoch_of_its_source() -> None:
    """The epoch after the last is begun, but its elements are never asked for."""
    made = numbered().map(lambda x: x).shuffle(2, seed=1).repeat(2).repeat(3)
    found = [ORDER.index(int(x)) for x in unoptimized(made)]
    assert found == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("read", [0, 1, 7, 9])
def test_shuffles_of_shuffles_go_on_where_their_place_was_saved(read: int) -> None:
    made = D.range(7).shuffle(7, seed=2).shuffle(3, seed=1).repeat(4)
    first = iter(made)
    for _ in range(read):
        next(first)
    state = first._save()
    rest = [int(x) for x in first]
    again = iter(made)
    again._restore(state)
    assert [int(x) for x in again] == rest


@pytest.mark.parametrize(
    ("count", "times", "expected"),
    [(3, 2, 6), (3, -1, -1), (0, -1, 0), (-1, 0, 0), (-1, 5, -1), (-2, 3, -2)],
)
def test_counts(count: int, times: int, expected: int) -> None:
    assert repeated_count(count, times) == expected
