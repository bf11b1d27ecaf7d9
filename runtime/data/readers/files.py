"""Datasets of records and lines of files."""

from __future__ import annotations

from os import PathLike
from typing import Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.variants import dataset_variant, int64, text
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike

TEXT = TensorSpec(Shape([]), dtypes.string)
BUFFER = 256 * 1024


def files_dataset(filenames: TensorLike | DatasetBase) -> Any:
    """The dataset of the names of files.

    Raises:
      TypeError: for names that are not strings.
    """
    if isinstance(filenames, DatasetBase):
        if filenames.element_spec.dtype is not dtypes.string:
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements. Got "
                f"`{filenames.element_spec.dtype}` elements."
            )
        return filenames
    names = convert_to_tensor(filenames, name="filenames")
    if names.dtype is not dtypes.string:
        raise TypeError(
            "The `filenames` argument must contain `tf.string` elements. Got "
            f"`{names.dtype}` elements."
        )
    flat = names if names.shape.rank == 1 else _flat(names)
    return Dataset.from_tensor_slices(flat)


def _flat(names: Any) -> Any:
    from runtime.arrays.reshaping import reshape

    return reshape(names, [-1])


def _reading(op: str, compression_type: Any, buffer_size: Any) -> Any:
    """The function that gives the dataset of one file."""
    inputs = [
        text(compression_type or "", "compression_type"),
        int64(BUFFER if buffer_size is None else buffer_size, "buffer_size"),
    ]

    def read(path: str | PathLike[str]) -> Any:
        return dataset_of(TEXT, dataset_variant(op, [path, *inputs], {}))

    return read


def _of_files(cls: Any, filenames: Any, read: Any, parallel: Any) -> Any:
    names = files_dataset(filenames)
    if parallel is None:
        whole = names.flat_map(read)
    else:
        whole = names.interleave(
            read, cycle_length=parallel, block_length=1, num_parallel_calls=parallel
        )
    made: Any = object.__new__(cls)
    made._variant = whole.variant
    made._spec = TEXT
    return made


class TFRecordDatasetV2(Dataset):
    """The records of TFRecord files, as strings.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"a")
    >>> list(tf.data.TFRecordDataset(path).as_numpy_iterator())
    [b'a']

    Raises:
      TypeError: for names that are not strings.
      NotFoundError, DataLossError: when a missing or damaged file is read.
    """

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Any:
        read = _reading("TFRecordDataset", compression_type, buffer_size)
        return _of_files(cls, filenames, read, num_parallel_reads)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


class TextLineDatasetV2(Dataset):
    r"""The lines of text files, without their ends.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "lines"
    >>> _ = path.write_text("a\nb\n")
    >>> list(tf.data.TextLineDataset(str(path)).as_numpy_iterator())
    [b'a', b'b']

    Raises:
      TypeError: for names that are not strings.
      NotFoundError: when a missing file is read.
    """

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Any:
        read = _reading("TextLineDataset", compression_type, buffer_size)
        return _of_files(cls, filenames, read, num_parallel_reads)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


class FixedLengthRecordDatasetV2(Dataset):
    """Records of one size, of files with a header and a footer.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "bytes"
    >>> _ = path.write_text("abcd")
    >>> list(tf.data.FixedLengthRecordDataset(str(path), 2).as_numpy_iterator())
    [b'ab', b'cd']

    Raises:
      InvalidArgumentError: when a file is read whose size is not a whole number of
        records.
    """

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        record_bytes: TensorLike,
        header_bytes: TensorLike | None = None,
        footer_bytes: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        compression_type: TensorLike | None = None,
        num_parallel_reads: int | None = None,
        name: str | None = None,
    ) -> Any:
        inputs = [
            int64(header_bytes or 0, "header_bytes"),
            int64(record_bytes, "record_bytes"),
            int64(footer_bytes or 0, "footer_bytes"),
            int64(BUFFER if buffer_size is None else buffer_size, "buffer_size"),
            text(compression_type or "", "compression_type"),
        ]

        def read(path: str | PathLike[str]) -> Any:
            op = "FixedLengthRecordDatasetV2"
            return dataset_of(TEXT, dataset_variant(op, [path, *inputs], {}))

        return _of_files(cls, filenames, read, num_parallel_reads)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass
