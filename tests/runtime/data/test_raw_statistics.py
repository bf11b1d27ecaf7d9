"""Aggregators of statistics, and branches of which the fastest is chosen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.data.raw_stages import branches as timed

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


def chosen(count: int, functions: list[Any], per: int, ratio: tuple[int, int]) -> Any:
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
        other_arguments_lengths=[0] * len(functions),
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


# --- statistics


def measured(source: Any, aggregator: Any, tag: str = "T") -> Any:
    raw = tf.raw_ops
    specs = tf.nest.flatten(source.element_spec)
    kinds: dict[str, Any] = {
        "output_types": [each.dtype for each in specs],
        "output_shapes": [each.shape for each in specs],
    }
    variant = source._variant_tensor
    variant = raw.BytesProducedStatsDataset(input_dataset=variant, tag="bytes", **kinds)
    variant = raw.LatencyStatsDataset(input_dataset=variant, tag="time", **kinds)
    variant = raw.SetStatsAggregatorDataset(
        input_dataset=variant,
        stats_aggregator=aggregator,
        tag=tag,
        counter_prefix="",
        **kinds,
    )
    return tf.data.experimental.from_variant(variant, source.element_spec)


def histograms(aggregator: Any) -> dict[str, Any]:
    data = tf.raw_ops.StatsAggregatorSummary(iterator=aggregator).numpy()
    return {
        each.tag: each.histo for each in tf.compat.v1.Summary.FromString(data).value
    }


def test_an_aggregator_counts_what_stages_measure() -> None:
    aggregator = tf.raw_ops.StatsAggregatorHandle()
    numbers = measured(Dataset.range(10), aggregator)
    assert histograms(aggregator) == {}
    iterator = iter(numbers)
    for _ in range(4):
        next(iterator)
    assert histograms(aggregator)["T::bytes"].sum == 32
    assert len(list(iterator)) == 6
    found = histograms(aggregator)
    assert sorted(found) == ["T::bytes", "T::time"]
    # recorded from TensorFlow
    assert list(found["T::bytes"].bucket) == [0, 10, 0]
    assert list(found["T::bytes"].bucket_limit)[:2] == [
        7.466637793298873,
        8.213301572628762,
    ]
    assert found["T::time"].num == 10
    assert found["T::time"].min >= 0


@pytest.mark.parametrize(
    ("element", "size"), [("abc", 27), (["abc", "x" * 50], 101), ((1, [1.0, 2.0]), 12)]
)
def test_bytes_of_elements_are_tensorflows(element: Any, size: int) -> None:
    aggregator = tf.raw_ops.StatsAggregatorHandle()
    list(measured(Dataset.from_tensors(element), aggregator, tag=""))
    assert histograms(aggregator)["bytes"].sum == size


def test_a_stage_measures_only_for_an_aggregator() -> None:
    variant = tf.raw_ops.LatencyStatsDataset(
        input_dataset=Dataset.range(3)._variant_tensor, tag="time", **SCALARS
    )
    dataset = tf.data.experimental.from_variant(variant, NUMBER)
    assert [int(x) for x in dataset] == [0, 1, 2]


def test_a_writer_gets_each_value(tmp_path: Path) -> None:
    writer: Any = tf.summary.create_file_writer(str(tmp_path))
    aggregator = tf.raw_ops.StatsAggregatorHandleV2()
    dataset = measured(Dataset.range(3), aggregator, tag="")
    list(dataset)  # nobody hears it
    tf.raw_ops.StatsAggregatorSetSummaryWriter(
        stats_aggregator=aggregator, summary=writer._resource
    )
    list(dataset)
    writer.close()
    (path,) = tmp_path.iterdir()
    found = [
        (event.step, value.histo.num)
        for event in tf.compat.v1.train.summary_iterator(str(path))
        for value in event.summary.value
        if value.tag == "bytes"
    ]
    assert found == [(0, 1), (1, 2), (2, 3)]
    assert tf.raw_ops.StatsAggregatorSummary(iterator=aggregator).numpy() == b""


def test_an_aggregator_without_events_takes_no_writer() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match="first version"):
        tf.raw_ops.StatsAggregatorSetSummaryWriter(
            stats_aggregator=tf.raw_ops.StatsAggregatorHandle(),
            summary=tf.raw_ops.SummaryWriter(),
        )
