"""Dataset ops that call a function for elements: map, scan, reduce, flat map."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset, OfComponents


class MapDataset(
    MakesDataset,
    signature="""
        MapDataset(input_dataset: variant, other_arguments: list(Targuments))
            -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool =
          True; preserve_cardinality: bool = False; force_synchronous: bool =
          False; metadata: string = ''
    """,
    traits="maps_elements",
    earlier_name="ExperimentalMapDataset",
):
    """The results of a function for each element."""

    parallel_form = "ParallelMapDatasetV2"


class ParallelMapDataset(
    MakesDataset,
    signature="""
        ParallelMapDataset(input_dataset: variant, other_arguments:
            list(Targuments), num_parallel_calls: int32) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool =
          True; sloppy: bool = False; preserve_cardinality: bool = False;
          metadata: string = ''
    """,
    traits="maps_elements",
):
    """The results of a function for each element, with several calls at a time."""


class ParallelMapDatasetV2(
    MakesDataset,
    signature="""
        ParallelMapDatasetV2(input_dataset: variant, other_arguments:
            list(Targuments), num_parallel_calls: int64) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; use_inter_op_parallelism: bool =
          True; deterministic: string = 'default'; preserve_cardinality: bool
          = False; use_unbounded_threadpool: bool = False; metadata: string =
          ''
    """,
    traits="maps_elements",
):
    """The results of a function for each element, with several calls at a time."""


class MapAndBatchDataset(
    MakesDataset,
    signature="""
        MapAndBatchDataset(input_dataset: variant, other_arguments:
            list(Targuments), batch_size: int64, num_parallel_calls: int64,
            drop_remainder: bool) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; preserve_cardinality: bool = False;
          metadata: string = ''
    """,
    earlier_name="ExperimentalMapAndBatchDataset",
):
    """Batches of the results of a function for each element."""


class ScanDataset(
    MakesDataset,
    signature="""
        ScanDataset(input_dataset: variant, initial_state: list(Tstate),
            other_arguments: list(Targuments)) -> (handle: variant)
        | f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0;
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          preserve_cardinality: bool = False; use_default_device: bool = True;
          metadata: string = ''
    """,
    earlier_name="ExperimentalScanDataset",
):
    """The results of a function that also updates a state, for each element."""


class ReduceDataset(
    OfComponents,
    signature="""
        ReduceDataset(input_dataset: variant, initial_state: list(Tstate),
            other_arguments: list(Targuments)) -> (components:
            list(output_types))
        | f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0;
          output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          use_inter_op_parallelism: bool = True; metadata: string = ''
        | stateful
    """,
):
    """The state that is left after a function was called for each element."""


class FlatMapDataset(
    MakesDataset,
    signature="""
        FlatMapDataset(input_dataset: variant, other_arguments:
            list(Targuments)) -> (handle: variant)
        | f: func; Targuments: list(type) >= 0; output_types: list(type) >= 1;
          output_shapes: list(shape) >= 1; metadata: string = ''
    """,
):
    """The concatenated elements of the datasets that a function returns."""


class ParseExampleDataset(
    MakesDataset,
    signature="""
        ParseExampleDataset(input_dataset: variant, num_parallel_calls: int64,
            dense_defaults: list(Tdense)) -> (handle: variant)
        | sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0;
          sparse_types: list(type) in [float,int64,string] >= 0; Tdense:
          list(type) in [float,int64,string] >= 0; dense_shapes: list(shape)
          >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >=
          1; sloppy: bool = False; ragged_keys: list(string) >= 0 = [];
          ragged_value_types: list(type) in [float,int64,string] >= 0 = [];
          ragged_split_types: list(type) in [int32,int64] >= 0 = []
    """,
    earlier_name="ExperimentalParseExampleDataset",
):
    """Batches of serialized examples, parsed."""


class ParseExampleDatasetV2(
    MakesDataset,
    signature="""
        ParseExampleDatasetV2(input_dataset: variant, num_parallel_calls:
            int64, dense_defaults: list(Tdense)) -> (handle: variant)
        | sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0;
          sparse_types: list(type) in [float,int64,string] >= 0; Tdense:
          list(type) in [float,int64,string] >= 0; dense_shapes: list(shape)
          >= 0; output_types: list(type) >= 1; output_shapes: list(shape) >=
          1; deterministic: string = 'default'; ragged_keys: list(string) >= 0
          = []; ragged_value_types: list(type) in [float,int64,string] >= 0 =
          []; ragged_split_types: list(type) in [int32,int64] >= 0 = []
    """,
):
    """Batches of serialized examples, parsed."""
