"""Dataset ops that measure, slow down or choose how elements are made."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, OfScalars


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
