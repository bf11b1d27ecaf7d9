"""Dataset ops that interleave several datasets."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset


class InterleaveDataset(
    MakesDataset,
    signature="""
        InterleaveDataset(input_dataset: variant, other_arguments:
            list(Targuments), cycle_length: int64, block_length: int64) ->
            (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
):
    """Interleaves the elements of the datasets that a function returns."""


class ParallelInterleaveDataset(
    MakesDataset,
    signature="""
        ParallelInterleaveDataset(input_dataset: variant, other_arguments:
            list(Targuments), cycle_length: int64, block_length: int64,
            sloppy: bool, buffer_output_elements: int64,
            prefetch_input_elements: int64) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
    earlier_name="ExperimentalParallelInterleaveDataset",
):
    """Interleaves datasets that are read ahead."""


class ParallelInterleaveDatasetV2(
    MakesDataset,
    signature="""
        ParallelInterleaveDatasetV2(input_dataset: variant, other_arguments:
            list(Targuments), cycle_length: int64, block_length: int64,
            num_parallel_calls: int64) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; sloppy: bool = False; metadata:
          string = ''
    """,
):
    """Interleaves datasets that are read in parallel."""


class ParallelInterleaveDatasetV3(
    MakesDataset,
    signature="""
        ParallelInterleaveDatasetV3(input_dataset: variant, other_arguments:
            list(Targuments), cycle_length: int64, block_length: int64,
            num_parallel_calls: int64) -> (handle: variant)
        | f: func; deterministic: string = 'default'; Targuments: list(type)
          >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >=
          1; metadata: string = ''
    """,
):
    """Interleaves datasets that are read in parallel."""


class ParallelInterleaveDatasetV4(
    MakesDataset,
    signature="""
        ParallelInterleaveDatasetV4(input_dataset: variant, other_arguments:
            list(Targuments), cycle_length: int64, block_length: int64,
            buffer_output_elements: int64, prefetch_input_elements: int64,
            num_parallel_calls: int64) -> (handle: variant)
        | f: func; deterministic: string = 'default'; Targuments: list(type)
          >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >=
          1; metadata: string = ''
    """,
):
    """Interleaves datasets that are read in parallel."""


class LegacyParallelInterleaveDatasetV2(
    MakesDataset,
    signature="""
        LegacyParallelInterleaveDatasetV2(input_dataset: variant,
            other_arguments: list(Targuments), cycle_length: int64,
            block_length: int64, buffer_output_elements: int64,
            prefetch_input_elements: int64) -> (handle: variant)
        | f: func; deterministic: string = 'default'; Targuments: list(type)
          >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >=
          1; metadata: string = ''
    """,
):
    """Interleaves datasets that are read ahead."""


class DirectedInterleaveDataset(
    MakesDataset,
    signature="""
        DirectedInterleaveDataset(selector_input_dataset: variant,
            data_input_datasets: N*variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1; N:
          int >= 1; stop_on_empty_dataset: bool = False
    """,
    earlier_name="ExperimentalDirectedInterleaveDataset",
):
    """Elements of several datasets; a selector names the dataset of each element."""
