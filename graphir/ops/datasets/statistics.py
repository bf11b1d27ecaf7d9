"""Dataset ops that measure, slow down or choose how elements are made."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, OfScalars, WithoutResult


class SleepDataset(
    MakesDataset,
    signature="""
        SleepDataset(input_dataset: variant, sleep_microseconds: int64) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    earlier_name="ExperimentalSleepDataset",
):
    """The elements, each after a pause."""


class LatencyStatsDataset(
    MakesDataset,
    signature="""
        LatencyStatsDataset(input_dataset: variant, tag: string) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalLatencyStatsDataset",
):
    """The elements; an aggregator of statistics, if there is one, gets their times."""


class BytesProducedStatsDataset(
    MakesDataset,
    signature="""
        BytesProducedStatsDataset(input_dataset: variant, tag: string) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalBytesProducedStatsDataset",
):
    """The elements; an aggregator of statistics, if there is one, gets their sizes."""


class ThreadPoolDataset(
    MakesDataset,
    signature="""
        ThreadPoolDataset(input_dataset: variant, thread_pool: resource) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="passes_elements",
    earlier_name="ExperimentalThreadPoolDataset",
    handles="dataset threads",
):
    """The elements, made by the threads of a pool."""


class ThreadPoolHandle(
    OfScalars,
    signature="""
        ThreadPoolHandle() -> (handle: resource)
        | num_threads: int; max_intra_op_parallelism: int = 1; display_name:
          string; container: string = ''; shared_name: string = ''
        | stateful
    """,
    earlier_name="ExperimentalThreadPoolHandle",
):
    """A pool of ``num_threads`` threads."""


class ChooseFastestDataset(
    MakesDataset,
    signature="""
        ChooseFastestDataset(input_datasets: N*variant) -> (handle: variant)
        | N: int >= 2; num_experiments: int; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1
    """,
    earlier_name="ExperimentalChooseFastestDataset",
):
    """The elements of one of several datasets with equal elements."""


class ChooseFastestBranchDataset(
    MakesDataset,
    signature="""
        ChooseFastestBranchDataset(input_dataset: variant, ratio_numerator:
            int64, ratio_denominator: int64, other_arguments:
            list(Targuments)) -> (handle: variant)
        | Targuments: list(type) >= 0; num_elements_per_branch: int >= 1;
          branches: list(func) >= 1; other_arguments_lengths: list(int) >= 1;
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """The elements of one of several functions of a dataset with equal results.

    Each is tried for ``num_elements_per_branch`` elements, the fastest makes the rest.
    """


class SetStatsAggregatorDataset(
    MakesDataset,
    signature="""
        SetStatsAggregatorDataset(input_dataset: variant, stats_aggregator:
            resource, tag: string, counter_prefix: string) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="passes_elements",
    earlier_name="ExperimentalSetStatsAggregatorDataset",
    handles="dataset statistics",
):
    """The elements; stages before it tell the aggregator what they measure."""


class StatsAggregatorHandle(
    OfScalars,
    signature="""
        StatsAggregatorHandle() -> (handle: resource)
        | container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
    earlier_name="ExperimentalStatsAggregatorHandle",
):
    """An aggregator of statistics, kept until they are asked for."""


class StatsAggregatorHandleV2(
    OfScalars,
    signature="""
        StatsAggregatorHandleV2() -> (handle: resource)
        | container: string = ''; shared_name: string = ''
        | stateful
    """,
    traits="shared_by_name",
):
    """An aggregator of statistics, which a summary writer gets."""


class StatsAggregatorSetSummaryWriter(
    WithoutResult,
    signature="""
        StatsAggregatorSetSummaryWriter(stats_aggregator: resource, summary:
            resource) -> ()
        | stateful
    """,
    handles="statistics writer",
):
    """Gives an aggregator the writer of its statistics."""


class StatsAggregatorSummary(
    OfScalars,
    signature="""
        StatsAggregatorSummary(iterator: resource) -> (summary: string)
        | stateful
    """,
    earlier_name="ExperimentalStatsAggregatorSummary",
    handles="statistics",
):
    """The statistics of an aggregator so far, as a ``Summary`` message."""
