"""Dataset ops that read files."""

from __future__ import annotations

from graphir.ops.datasets.families import MakesDataset


class TFRecordDataset(
    MakesDataset,
    signature="""
        TFRecordDataset(filenames: string, compression_type: string,
            buffer_size: int64) -> (handle: variant)
        | metadata: string = ''
        | stateful
    """,
    traits="reads_files",
):
    """The records of TFRecord files."""

    path_argument = "filenames"


class TFRecordDatasetV2(
    MakesDataset,
    signature="""
        TFRecordDatasetV2(filenames: string, compression_type: string,
            buffer_size: int64, byte_offsets: int64) -> (handle: variant)
        | metadata: string = ''
        | stateful
    """,
    traits="reads_files",
):
    """The records of TFRecord files, from an offset per file."""

    path_argument = "filenames"


class TextLineDataset(
    MakesDataset,
    signature="""
        TextLineDataset(filenames: string, compression_type: string,
            buffer_size: int64) -> (handle: variant)
        | metadata: string = ''
        | stateful
    """,
    traits="reads_files",
):
    """The lines of text files, without their ends."""

    path_argument = "filenames"


class FixedLengthRecordDataset(
    MakesDataset,
    signature="""
        FixedLengthRecordDataset(filenames: string, header_bytes: int64,
            record_bytes: int64, footer_bytes: int64, buffer_size: int64) ->
            (handle: variant)
        | metadata: string = ''
        | stateful
    """,
    traits="reads_files",
):
    """Records of one size, of files."""

    path_argument = "filenames"


class FixedLengthRecordDatasetV2(
    MakesDataset,
    signature="""
        FixedLengthRecordDatasetV2(filenames: string, header_bytes: int64,
            record_bytes: int64, footer_bytes: int64, buffer_size: int64,
            compression_type: string) -> (handle: variant)
        | metadata: string = ''
        | stateful
    """,
    traits="reads_files",
):
    """Records of one size, of files that may be compressed."""

    path_argument = "filenames"


class CSVDataset(
    MakesDataset,
    signature="""
        CSVDataset(filenames: string, compression_type: string, buffer_size:
            int64, header: bool, field_delim: string, use_quote_delim: bool,
            na_value: string, select_cols: int64, record_defaults:
            list(output_types)) -> (handle: variant)
        | output_types: list(type) in [float,double,int32,int64,string] >= 1;
          output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="reads_files",
    earlier_name="ExperimentalCSVDataset",
):
    """The records of files of separated values."""

    path_argument = "filenames"


class CSVDatasetV2(
    MakesDataset,
    signature="""
        CSVDatasetV2(filenames: string, compression_type: string, buffer_size:
            int64, header: bool, field_delim: string, use_quote_delim: bool,
            na_value: string, select_cols: int64, record_defaults:
            list(output_types), exclude_cols: int64) -> (handle: variant)
        | output_types: list(type) in [float,double,int32,int64,string] >= 1;
          output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="reads_files",
):
    """The records of files of separated values, of some columns alone."""

    path_argument = "filenames"


class SqlDataset(
    MakesDataset,
    signature="""
        SqlDataset(driver_name: string, data_source_name: string, query:
            string) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="writes_files",
    earlier_name="ExperimentalSqlDataset",
):
    """The rows that a query of a database returns."""

    path_argument = "data_source_name"


class MatchingFilesDataset(
    MakesDataset,
    signature="""
        MatchingFilesDataset(patterns: string) -> (handle: variant)
        | stateful
    """,
    traits="reads_files",
    earlier_name="ExperimentalMatchingFilesDataset",
):
    """The names of the files that match patterns."""

    path_argument = "patterns"


class LoadDataset(
    MakesDataset,
    signature="""
        LoadDataset(path: string, reader_func_other_args:
            list(Treader_func_args)) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          compression: string = ''; reader_func: func; Treader_func_args:
          list(type) >= 0
        | stateful
    """,
    traits="reads_files",
):
    """The elements that ``SaveDatasetV2`` wrote."""

    path_argument = "path"


class SnapshotDatasetReader(
    MakesDataset,
    signature="""
        SnapshotDatasetReader(shard_dir: string, start_index: int64)
            -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          compression: string = ''; version: int
    """,
    traits="reads_files",
):
    """The elements of a shard of written elements."""

    path_argument = "shard_dir"


class SnapshotNestedDatasetReader(
    MakesDataset,
    signature="""
        SnapshotNestedDatasetReader(inputs: N*variant) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          N: int >= 1
    """,
):
    """Datasets as the elements of a dataset."""


class SnapshotChunkDataset(
    MakesDataset,
    signature="""
        SnapshotChunkDataset(chunk_file: string) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1;
          compression: string = ''
    """,
    traits="reads_files",
):
    """The elements of a chunk that one of several processes wrote."""

    path_argument = "chunk_file"


class ListSnapshotChunksDataset(
    MakesDataset,
    signature="""
        ListSnapshotChunksDataset(snapshot_path: string) -> (handle: variant)
        | output_types: list(type) >= 1; output_shapes: list(shape) >= 1
        | stateful
    """,
    traits="reads_files",
):
    """The files of the chunks that several processes write."""

    path_argument = "snapshot_path"
