"""Ops on a dataset as a whole: cardinality, fingerprint, its graph, its one element."""

from __future__ import annotations

from graphir.ops.datasets.families import (
    MakesDataset,
    OfComponents,
    OfScalars,
    WithoutResult,
)


class DatasetCardinality(
    OfScalars,
    signature="""
        DatasetCardinality(input_dataset: variant) -> (cardinality: int64)
        | cardinality_options: string = ''
    """,
    earlier_name="ExperimentalDatasetCardinality",
):
    """How many elements there are; -1 without end, -2 if it is not known."""


class ComputeBatchSize(
    OfScalars,
    signature="ComputeBatchSize(input_dataset: variant) -> (batch_size: int64)",
):
    """The size of the batches, if the last step makes batches; else -1."""


class DatasetFingerprint(
    OfScalars,
    signature="""
        DatasetFingerprint(input_dataset: variant) -> (fingerprint: uint64)
    """,
):
    """A hash of the pipeline."""


class DatasetToSingleElement(
    OfComponents,
    signature="""
        DatasetToSingleElement(dataset: variant) -> (components:
            list(output_types))
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          metadata: string = ''
        | stateful
    """,
):
    """The only element."""


class DatasetToGraph(
    OfScalars,
    signature="""
        DatasetToGraph(input_dataset: variant) -> (graph: string)
        | stateful_whitelist: list(string) >= 0 = []; allow_stateful: bool =
          False; strip_device_assignment: bool = False
    """,
):
    """The pipeline as a serialized graph."""


class DatasetToGraphV2(
    OfScalars,
    signature="""
        DatasetToGraphV2(input_dataset: variant) -> (graph: string)
        | external_state_policy: int = 0; strip_device_assignment: bool =
          False
    """,
):
    """The pipeline as a serialized graph."""


class DatasetFromGraph(
    MakesDataset,
    signature="""
        DatasetFromGraph(graph_def: string) -> (handle: variant)
    """,
    traits="reads_graphs",
):
    """The pipeline of a serialized graph."""


class DatasetToTFRecord(
    WithoutResult,
    signature="""
        DatasetToTFRecord(input_dataset: variant, filename: string,
            compression_type: string) -> ()
        | stateful
    """,
    traits="writes_files",
    earlier_name="ExperimentalDatasetToTFRecord",
):
    """Writes the elements to a TFRecord file."""

    path_argument = "filename"


class WrapDatasetVariant(
    MakesDataset,
    signature="""
        WrapDatasetVariant(input_handle: variant) -> (output_handle: variant)
    """,
):
    """The dataset in a variant that other devices may hold."""


class UnwrapDatasetVariant(
    MakesDataset,
    signature="""
        UnwrapDatasetVariant(input_handle: variant) -> (output_handle:
            variant)
    """,
):
    """The dataset that ``WrapDatasetVariant`` has wrapped in a variant."""


class InitializeTableFromDataset(
    WithoutResult,
    signature="""
        InitializeTableFromDataset(table_handle: resource, dataset: variant)
            -> ()
        | stateful
    """,
    handles="table dataset",
):
    """Fills a table with the keys and values of a dataset."""
