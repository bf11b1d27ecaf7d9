"""Datasets of CSV files."""

from __future__ import annotations

import csv
import glob
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import SCALAR, Shape
from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.variants import boolean, dataset_variant, int64, text
from runtime.data.readers.files import BUFFER
from runtime.data.stages.files import lines_of
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor, wrap

_ALLOWED = (
    dtypes.float32,
    dtypes.float64,
    dtypes.int32,
    dtypes.int64,
    dtypes.string,
)


class CsvDatasetV2(Dataset):
    r"""The records of files of separated values, a tuple of a value for each column.

    ``record_defaults`` has a dtype for a required column, a default for an optional
    column.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "table.csv"
    >>> _ = path.write_text("1,a\n2,b\n")
    >>> dataset = tf.data.experimental.CsvDataset(str(path), [tf.int32, tf.string])
    >>> list(dataset.as_numpy_iterator())
    [(np.int32(1), b'a'), (np.int32(2), b'b')]

    Raises:
      ValueError: for columns that are both selected and excluded.
      InvalidArgumentError: when a record is read that does not fit the columns.
    """

    def __new__(
        cls,
        filenames: TensorLike | DatasetBase,
        record_defaults: Sequence[Any],
        compression_type: TensorLike | None = None,
        buffer_size: TensorLike | None = None,
        header: bool = False,
        field_delim: str = ",",
        use_quote_delim: bool = True,
        na_value: str = "",
        select_cols: Sequence[Any] | None = None,
        exclude_cols: Any = None,
    ) -> Any:
        if select_cols is not None and exclude_cols is not None:
            raise ValueError(
                "Only one of `select_cols` and `exclude_cols` can be specified."
            )
        defaults = [_default(each) for each in record_defaults]
        inputs = [
            convert_to_tensor(filenames, dtypes.string, name="filenames"),
            text(compression_type or "", "compression_type"),
            int64(BUFFER if buffer_size is None else buffer_size, "buffer_size"),
            boolean(header, "header"),
            text(field_delim, "field_delim"),
            boolean(use_quote_delim, "use_quote_delim"),
            text(na_value, "na_value"),
            int64(np.array(select_cols or [], np.int64), "select_cols"),
            defaults,
            int64(np.array(exclude_cols or [], np.int64), "exclude_cols"),
        ]
        spec = tuple(TensorSpec(Shape([]), each.dtype) for each in defaults)
        attrs = {"output_shapes": [SCALAR] * len(spec)}
        made: Any = object.__new__(cls)
        made._variant = dataset_variant("CSVDatasetV2", inputs, attrs)
        made._spec = spec
        return made

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        pass


def _default(value: Any) -> Tensor:
    if isinstance(value, DType) or (isinstance(value, type) and value is not str):
        dtype = as_dtype(value)
        return wrap(np.zeros(0, dtype.numpy_dtype), dtype)
    tensor = convert_to_tensor(value)
    if tensor.shape.rank == 0:
        from runtime.arrays.reshaping import reshape

        tensor = reshape(tensor, [1])
    return tensor


def make_csv_dataset(
    file_pattern: TensorLike,
    batch_size: int,
    column_names: Sequence[Any] | None = None,
    column_defaults: Sequence[Any] | None = None,
    label_name: str | None = None,
    select_columns: Sequence[Any] | None = None,
    field_delim: str = ",",
    use_quote_delim: bool = True,
    na_value: str = "",
    header: bool = True,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    num_parallel_reads: int | None = None,
    sloppy: bool = False,
    num_rows_for_inference: int | None = 100,
    compression_type: str | None = None,
    ignore_errors: bool = False,
    encoding: str = "utf-8",
) -> Dataset:
    r"""Batches of the columns of files, by name; dtypes are found by looking at rows.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "table.csv"
    >>> _ = path.write_text("a,b\n1,x\n2,y\n")
    >>> dataset = tf.data.experimental.make_csv_dataset(
    ...     str(path), 2, num_epochs=1, shuffle=False)
    >>> [batch["a"].numpy().tolist() for batch in dataset]
    [[1, 2]]

    Raises:
      ValueError: for columns that are not there, or names that do not fit.
    """
    files = _matching(file_pattern)
    reader = _Reader(field_delim, use_quote_delim, header, compression_type, encoding)
    column_names = reader.names_of(files, column_names)
    selected = _selected(select_columns, column_names)
    places = range(len(column_names)) if selected is None else selected
    columns = column_defaults
    if columns is None:
        columns = reader.inferred(files, places, na_value, num_rows_for_inference)
    names = [column_names[place] for place in places]
    if label_name is not None and label_name not in names:
        raise ValueError("`label_name` provided must be one of the columns.")
    format_of_files = {
        "field_delim": field_delim,
        "use_quote_delim": use_quote_delim,
        "na_value": na_value,
        "select_cols": selected,
        "header": header,
        "compression_type": compression_type,
    }
    dataset = Dataset.from_tensor_slices(files)
    if shuffle:
        dataset = dataset.shuffle(len(files), shuffle_seed)
    dataset = dataset.interleave(
        _reading(list(columns), format_of_files, ignore_errors),
        cycle_length=num_parallel_reads or 1,
        block_length=1,
        num_parallel_calls=num_parallel_reads or 1,
        deterministic=not sloppy,
    )
    dataset = shuffled_and_repeated(
        dataset, shuffle, num_epochs, shuffle_buffer_size, shuffle_seed
    )
    dataset = dataset.batch(batch_size, drop_remainder=num_epochs is None)
    return dataset.map(_naming(names, label_name)).prefetch(prefetch_buffer_size)


def _reading(columns: list[Any], format_of_files: Any, ignores_errors: bool) -> Any:
    """The function that reads one file."""

    def read(filename: Any) -> Any:
        dataset = CsvDatasetV2(filename, columns, **format_of_files)
        return dataset.ignore_errors() if ignores_errors else dataset

    return read


def _naming(names: list[str], label_name: Any) -> Any:
    """The function that names the columns of a batch."""

    def named(*parts: Any) -> Any:
        features = OrderedDict(zip(names, parts))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    return named


def shuffled_and_repeated(
    dataset: Dataset, shuffle: bool, epochs: int | None, size: int, seed: int | None
) -> Dataset:
    """The dataset, shuffled and repeated by the arguments of a file reader."""
    if epochs != 1 and shuffle:
        return dataset.shuffle(size, seed).repeat(epochs)
    if shuffle:
        return dataset.shuffle(size, seed)
    return dataset.repeat(epochs) if epochs != 1 else dataset


def _matching(pattern: Any) -> list[str]:
    patterns = pattern if isinstance(pattern, (list, tuple)) else [pattern]
    found = sorted(name for each in patterns for name in glob.glob(str(each)))
    if not found:
        raise ValueError(f"No files match `file_pattern` {pattern}.")
    return found


def _selected(columns: Any, names: Any) -> list[int] | None:
    if columns is None:
        return None
    found = []
    for each in columns:
        if isinstance(each, int):
            if not 0 <= each < len(names):
                raise ValueError(f"Value for column index {each} is out of range.")
            found.append(each)
        elif each in names:
            found.append(list(names).index(each))
        else:
            raise ValueError(f"Value {each} is not in the names of the columns.")
    return sorted(found)


class _Reader:
    """Looks at files, to find the names and dtypes of columns."""

    def __init__(
        self,
        delim: str,
        quotes: bool,
        header: bool,
        compression: str | None,
        encoding: str,
    ) -> None:
        self._delim = delim
        self._quoting: Any = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
        self._header = header
        self._compression = compression or ""
        self._encoding = encoding

    def _rows(self, path: str) -> Any:
        lines = (x.decode(self._encoding) for x in lines_of(path, self._compression))
        return csv.reader(lines, delimiter=self._delim, quoting=self._quoting)

    def names_of(self, files: list[str], given: Any) -> list[str]:
        """``given``, or else the names in the first line, the same in each file."""
        found: list[str] = list(given or [])
        if found and len(found) != len(set(found)):
            raise ValueError("Cannot have duplicate column names.")
        if given is not None:
            return found
        if not self._header:
            raise ValueError(
                "Expected `column_names` or `header` to be given: the columns have no "
                "names."
            )
        for path in files:
            names: list[str] = next(iter(self._rows(path)), [])
            if found and names != found:
                raise ValueError("Files have different column names in the header row.")
            found = names
        return found

    def inferred(
        self, files: list[str], places: Any, na_value: str, count: int | None
    ) -> list[Any]:
        """A default for each column, of the dtype of its first values."""
        kinds = [0] * len(places)
        seen = 0
        for path in files:
            rows = iter(self._rows(path))
            if self._header:
                next(rows, None)
            for row in rows:
                if count is not None and seen >= count:
                    break
                seen += 1
                for index, place in enumerate(places):
                    field = row[place] if place < len(row) else ""
                    if field not in ("", na_value):
                        kinds[index] = max(kinds[index], _kind(field))
        defaults: list[Any] = []
        for kind in kinds:
            dtype = (dtypes.int32, *_ALLOWED_BY_KIND)[max(kind - 1, 0)]
            value = "" if dtype is dtypes.string else 0
            defaults.append(convert_to_tensor([value], dtype))
        return defaults


_ALLOWED_BY_KIND = (dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)


def _kind(field: str) -> int:
    """1 for int32, 2 for int64, 3 for float32, 4 for float64, 5 for strings."""
    try:
        number = int(field)
        return 1 if -(2**31) <= number < 2**31 else 2 if abs(number) < 2**63 else 5
    except ValueError:
        pass
    try:
        found = float(field)
    except ValueError:
        return 5
    largest = np.finfo(np.float32).max
    return 3 if not np.isfinite(found) or abs(found) <= largest else 4
