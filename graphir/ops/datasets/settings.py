"""Dataset ops that change options and settings, but no elements."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset


class OptionsDataset(
    MakesDataset,
    signature="""
        OptionsDataset(input_dataset: variant) -> (handle: variant)
        | serialized_options: string; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
    traits="passes_elements",
):
    """The elements; iterators of it follow the options."""


class ModelDataset(
    MakesDataset,
    signature="""
        ModelDataset(input_dataset: variant) -> (handle: variant)
        | algorithm: int = 0; cpu_budget: int = 0; ram_budget: int = 0;
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
):
    """The elements, made under a model of their cost."""


class OptimizeDataset(
    MakesDataset,
    signature="""
        OptimizeDataset(input_dataset: variant, optimizations: string) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          optimization_configs: list(string) = []
    """,
    traits="passes_elements",
):
    """The elements of a rewritten pipeline."""


class OptimizeDatasetV2(
    MakesDataset,
    signature="""
        OptimizeDatasetV2(input_dataset: variant, optimizations_enabled:
            string, optimizations_disabled: string, optimizations_default:
            string) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          optimization_configs: list(string) = []
    """,
    traits="passes_elements",
):
    """The elements of a rewritten pipeline."""


class FinalizeDataset(
    MakesDataset,
    signature="""
        FinalizeDataset(input_dataset: variant) -> (handle: variant)
        | has_captured_ref: bool = False; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
):
    """The elements of the pipeline as its options rewrite it."""


class MaxIntraOpParallelismDataset(
    MakesDataset,
    signature="""
        MaxIntraOpParallelismDataset(input_dataset: variant,
            max_intra_op_parallelism: int64) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalMaxIntraOpParallelismDataset",
):
    """The elements, made with a bound of threads in each op."""


class PrivateThreadPoolDataset(
    MakesDataset,
    signature="""
        PrivateThreadPoolDataset(input_dataset: variant, num_threads: int64)
            -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalPrivateThreadPoolDataset",
):
    """The elements, made by threads of their own."""


class RewriteDataset(
    MakesDataset,
    signature="""
        RewriteDataset(input_dataset: variant, rewrite_name: string)
            -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
):
    """The elements of a pipeline that is rewritten in the way named."""


class AutoShardDataset(
    MakesDataset,
    signature="""
        AutoShardDataset(input_dataset: variant, num_workers: int64, index:
            int64) -> (handle: variant)
        | auto_shard_policy: int = 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; num_replicas: int = 0
    """,
    traits="passes_elements",
    earlier_name="ExperimentalAutoShardDataset",
):
    """The elements of one worker of several."""


class NonSerializableDataset(
    MakesDataset,
    signature="""
        NonSerializableDataset(input_dataset: variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalNonSerializableDataset",
):
    """The elements of a pipeline that is not written down."""


class AssertNextDataset(
    MakesDataset,
    signature="""
        AssertNextDataset(input_dataset: variant, transformations: string) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
    earlier_name="ExperimentalAssertNextDataset",
):
    """The elements, after checking which stages come before."""


class AssertPrevDataset(
    MakesDataset,
    signature="""
        AssertPrevDataset(input_dataset: variant, transformations: string) ->
            (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
    """,
    traits="passes_elements",
):
    """The elements, after checking which stages come before."""
