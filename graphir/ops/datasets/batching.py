"""Dataset ops that batch, unbatch, window and group elements."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset


class BatchDataset(
    MakesDataset,
    signature="""
        BatchDataset(input_dataset: variant, batch_size: int64) -> (handle:
            variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    traits="stacks_elements",
):
    """Elements stacked, also the incomplete last batch."""


class BatchDatasetV2(
    MakesDataset,
    signature="""
        BatchDatasetV2(input_dataset: variant, batch_size: int64,
            drop_remainder: bool) -> (handle: variant)
        | parallel_copy: bool = False; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
    traits="stacks_elements",
):
    """Elements stacked."""


class ParallelBatchDataset(
    MakesDataset,
    signature="""
        ParallelBatchDataset(input_dataset: variant, batch_size: int64,
            num_parallel_calls: int64, drop_remainder: bool) -> (handle:
            variant)
        | parallel_copy: bool = False; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; deterministic: string = 'default';
          metadata: string = ''
    """,
    traits="stacks_elements",
):
    """Elements stacked, several batches at a time."""


class PaddedBatchDataset(
    MakesDataset,
    signature="""
        PaddedBatchDataset(input_dataset: variant, batch_size: int64,
            padded_shapes: N*int64, padding_values: list(Toutput_types)) ->
            (handle: variant)
        | Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; N:
          int >= 1; metadata: string = ''
    """,
):
    """Elements padded to one shape and stacked."""


class PaddedBatchDatasetV2(
    MakesDataset,
    signature="""
        PaddedBatchDatasetV2(input_dataset: variant, batch_size: int64,
            padded_shapes: N*int64, padding_values: list(Toutput_types),
            drop_remainder: bool) -> (handle: variant)
        | parallel_copy: bool = False; Toutput_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; N: int >= 1; metadata: string = ''
    """,
):
    """Elements padded to one shape and stacked."""


class DenseToSparseBatchDataset(
    MakesDataset,
    signature="""
        DenseToSparseBatchDataset(input_dataset: variant, batch_size: int64,
            row_shape: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    earlier_name="ExperimentalDenseToSparseBatchDataset",
):
    """Elements of different shapes as batches of sparse tensors."""


class UnbatchDataset(
    MakesDataset,
    signature="""
        UnbatchDataset(input_dataset: variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
    earlier_name="ExperimentalUnbatchDataset",
):
    """The slices of each element along its first axis."""


class RebatchDataset(
    MakesDataset,
    signature="""
        RebatchDataset(input_dataset: variant, num_replicas: int64) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          use_fallback: bool = True
    """,
    earlier_name="ExperimentalRebatchDataset",
):
    """Batches split for several replicas."""


class RebatchDatasetV2(
    MakesDataset,
    signature="""
        RebatchDatasetV2(input_dataset: variant, batch_sizes: int64,
            drop_remainder: bool) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
):
    """The elements in batches of other sizes."""


class WindowDataset(
    MakesDataset,
    signature="""
        WindowDataset(input_dataset: variant, size: int64, shift: int64,
            stride: int64, drop_remainder: bool) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
    """,
):
    """Datasets of consecutive elements."""


class SlidingWindowDataset(
    MakesDataset,
    signature="""
        SlidingWindowDataset(input_dataset: variant, window_size: int64,
            window_shift: int64, window_stride: int64) -> (handle: variant)
        | drop_remainder: bool = True; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1
    """,
    earlier_name="ExperimentalSlidingWindowDataset",
):
    """Batches of consecutive elements, which overlap."""


class GroupByWindowDataset(
    MakesDataset,
    signature="""
        GroupByWindowDataset(input_dataset: variant, key_func_other_arguments:
            list(Tkey_func_other_arguments), reduce_func_other_arguments:
            list(Treduce_func_other_arguments),
            window_size_func_other_arguments:
            list(Twindow_size_func_other_arguments)) -> (handle: variant)
        | key_func: func; reduce_func: func; window_size_func: func;
          Tkey_func_other_arguments: list(type) >= 0;
          Treduce_func_other_arguments: list(type) >= 0;
          Twindow_size_func_other_arguments: list(type) >= 0; output_types:
          list(type) >= 1; output_shapes: list(shape) >= 1; metadata: string =
          ''
    """,
    earlier_name="ExperimentalGroupByWindowDataset",
):
    """The datasets that a function returns for windows of elements with one key."""


class GroupByReducerDataset(
    MakesDataset,
    signature="""
        GroupByReducerDataset(input_dataset: variant,
            key_func_other_arguments: list(Tkey_func_other_arguments),
            init_func_other_arguments: list(Tinit_func_other_arguments),
            reduce_func_other_arguments: list(Treduce_func_other_arguments),
            finalize_func_other_arguments:
            list(Tfinalize_func_other_arguments)) -> (handle: variant)
        | key_func: func; init_func: func; reduce_func: func; finalize_func:
          func; Tkey_func_other_arguments: list(type) >= 0;
          Tinit_func_other_arguments: list(type) >= 0;
          Treduce_func_other_arguments: list(type) >= 0;
          Tfinalize_func_other_arguments: list(type) >= 0; output_types:
          list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    earlier_name="ExperimentalGroupByReducerDataset",
):
    """The reduced elements of each key."""
