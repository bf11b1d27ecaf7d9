"""Branches of which the fastest is chosen: results and refusals are TensorFlow's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import SCALAR
from runtime.data.raw_stages import branches as timed
from runtime.data.stages.pipeline_graphs import pipeline_graph
from runtime.data.stages.stage import make_stage

Dataset = tf.data.Dataset
SCALARS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
NUMBER = tf.TensorSpec([], tf.int64)


class Clock:
    """Seconds that pass only when it is told."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def waiting(clock: Clock, seconds: float) -> Callable[[Any], Any]:
    """A branch, each element of which takes so many seconds."""

    def wait(x: Any) -> Any:
        clock.now += seconds
        return x

    return lambda d: d.map(lambda x: tf.py_function(wait, [x], tf.int64))


def raised(d: Any) -> Any:
    return d.map(lambda x: x + 100)


def raised_pairs(d: Any) -> Any:
    return d.batch(2).map(lambda x: x[1] + 100)


def twice(d: Any) -> Any:
    return d.flat_map(lambda x: Dataset.from_tensors(x + 100).repeat(2))


def chosen(
    count: int,
    functions: list[Any],
    per: int,
    ratio: tuple[int, int],
    lengths: list[int] | None = None,
) -> Any:
    def branch(function: Callable[[Any], Any]) -> Any:
        def of(variant: Any) -> Any:
            made = tf.data.experimental.from_variant(variant, NUMBER)
            return function(made)._variant_tensor

        spec = tf.TensorSpec([], tf.variant)
        return tf.function(of).get_concrete_function(spec)

    return tf.raw_ops.ChooseFastestBranchDataset(
        input_dataset=Dataset.range(count)._variant_tensor,
        ratio_numerator=ratio[0],
        ratio_denominator=ratio[1],
        other_arguments=[],
        num_elements_per_branch=per,
        branches=[branch(each) for each in functions],
        other_arguments_lengths=lengths or [0] * len(functions),
        **SCALARS,
    )


@pytest.mark.parametrize(
    ("count", "slow_first", "second", "per", "ratio", "expected"),
    [
        (9, True, raised, 3, (1, 1), [0, 1, 2, *range(103, 109)]),
        (9, False, raised, 3, (1, 1), [100, 101, 102, 3, 4, 5, 106, 107, 108]),
        (5, True, raised, 3, (1, 1), [0, 1, 2, 103, 104]),
        (2, True, raised, 3, (1, 1), [0, 1]),
        (0, True, raised, 3, (1, 1), []),
        (10, None, raised_pairs, 2, (2, 1), [101, 103, 105, 107, 109]),
        (3, None, twice, 2, (1, 2), [100, 100, 101, 101, 102, 102]),
    ],
)
def test_the_fastest_branch_makes_the_rest(
    count: int,
    slow_first: bool | None,
    second: Any,
    per: int,
    ratio: tuple[int, int],
    expected: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock()
    monkeypatch.setattr(timed, "perf_counter", clock)
    slow = [] if slow_first is None else [waiting(clock, 1.0)]
    functions = [*slow, second] if slow_first else [second, *slow]
    variant = chosen(count, functions, per, ratio)
    size = int(tf.raw_ops.DatasetCardinality(input_dataset=variant))
    assert size == len(expected)
    dataset = tf.data.experimental.from_variant(variant, NUMBER)
    assert [int(x) for x in dataset] == expected
    for place in range(len(expected)):
        iterator, again = iter(dataset), iter(dataset)
        for _ in range(place):
            next(iterator)
        again._restore_from_tensors(iterator._serialize_to_tensors())
        assert [int(x) for x in again] == expected[place:]


@pytest.mark.parametrize(
    ("per", "ratio", "message"),
    [
        (3, (0, 1), "`ratio_numerator` must be greater"),
        (3, (1, 0), "`ratio_denominator` must be greater"),
        (3, (1, 2), "must be divisible by"),
    ],
)
def test_ratios_of_branches_are_checked(
    per: int, ratio: tuple[int, int], message: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        chosen(3, [raised], per, ratio)


def elements(variant: Any) -> list[int]:
    return [int(x) for x in tf.data.experimental.from_variant(variant, NUMBER)]


@pytest.mark.parametrize(
    ("branch", "expected"),
    [
        (lambda d: d.take(1), [0]),
        (lambda d: d.filter(lambda x: x < 0), []),
        (lambda d: d.filter(lambda x: x % 2 == 0), [0]),
    ],
)
def test_a_branch_that_makes_too_little_is_the_end(
    branch: Any, expected: list[int]
) -> None:
    variant = chosen(7, [branch, raised], 2, (1, 1))
    assert elements(variant) == expected
    iterator = iter(tf.data.experimental.from_variant(variant, NUMBER))
    for _ in expected:
        next(iterator)
    for _ in range(2):
        with pytest.raises(StopIteration):
            next(iterator)


@pytest.mark.parametrize(
    "branch",
    [
        lambda d: d.concatenate(d),
        lambda d: d.repeat(2).map(lambda x: x),
        lambda d: Dataset.zip((d, d)).map(lambda a, b: a),
        lambda d: d.flat_map(lambda x: d.take(1)),
    ],
)
def test_a_part_is_read_once(branch: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="only once"):
        elements(chosen(9, [branch], 4, (1, 1)))


def test_branches_make_the_declared_dtypes() -> None:
    halves: Any = lambda d: d.map(lambda x: x / 2)  # noqa: E731
    with pytest.raises(tf.errors.InvalidArgumentError, match="Data type mismatch"):
        elements(chosen(4, [halves], 2, (1, 1)))


def test_a_part_is_a_value_of_this_process() -> None:
    """A pass rewrites what a branch makes of it; a message cannot hold it."""
    part = timed._Part(Dataset.range(3)._variant_tensor._array, iter(()), 3)  # type: ignore[arg-type]
    kinds: dict[str, Any] = {"output_types": [dtypes.int64], "output_shapes": [SCALAR]}
    taken = make_stage("TakeDataset", kinds, [part, 2])
    graph = pipeline_graph(taken)
    assert graph.values == [part]
    again = graph.stage()
    assert again.op == "TakeDataset"
    assert again.source is part
    with pytest.raises(tf.errors.FailedPreconditionError, match="of this process"):
        pipeline_graph(taken, is_whole=True)


@pytest.mark.parametrize("lengths", [[1], [0, 0], [-1, 1]])
def test_lengths_of_arguments_are_those_of_the_branches(lengths: list[int]) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        chosen(3, [raised], 1, (1, 1), lengths)
