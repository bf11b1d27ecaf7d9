"""Aggregators of statistics: what they count is what TensorFlow's count."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset
SCALARS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
NUMBER = tf.TensorSpec([], tf.int64)


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


@pytest.mark.parametrize(
    ("dataset", "elements", "size"),
    [
        (Dataset.range(4).window(2), 2, 128),
        (Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3]])), 2, 128),
        (Dataset.from_tensors(tf.sparse.from_dense([[1, 0], [0, 2]])), 1, 192),
        (Dataset.range(2).map(tf.experimental.Optional.from_value), 2, 128),
    ],
)
def test_variants_have_one_size(dataset: Any, elements: int, size: int) -> None:
    aggregator = tf.raw_ops.StatsAggregatorHandle()
    kinds = {"output_types": [tf.variant], "output_shapes": [None]}
    variant = tf.raw_ops.BytesProducedStatsDataset(
        input_dataset=dataset._variant_tensor, tag="bytes", **kinds
    )
    variant = tf.raw_ops.SetStatsAggregatorDataset(
        input_dataset=variant,
        stats_aggregator=aggregator,
        tag="",
        counter_prefix="",
        **kinds,
    )
    again = tf.data.experimental.from_variant(variant, dataset.element_spec)
    assert sum(1 for _ in again) == elements
    found = histograms(aggregator)["bytes"]
    assert (found.num, found.sum) == (elements, size)
