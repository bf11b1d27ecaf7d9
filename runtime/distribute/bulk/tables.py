"""Files of columns: some of their rows read, results written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphir.disk.fresh_files import write_whole
from graphir.errors import MissingExtraError
from runtime.io.array_archives import archive_of

Columns = dict[str, Any]
"""Arrays by name, with one row for each record."""


_TEXT: Final = "utf-8-sig"
"""A mark of byte order, which spreadsheets write, is no part of the first name."""


def row_count(path: Path) -> int:
    """The number of rows of a file.

    Raises:
      ValueError: for a kind of file that is not known, or columns of other lengths.
      ImportError: for a Parquet file without pyarrow.
    """
    kind = kind_of(path)
    if kind == "parquet":
        return int(_parquet().ParquetFile(path).metadata.num_rows)
    if kind == "npy":
        whole = np.load(path, mmap_mode="r", allow_pickle=False)
        return _same_length(path, {"x": whole})
    if kind in ("csv", "jsonl"):
        with path.open(encoding=_TEXT, newline="") as lines:
            # a line without text is no row
            rows = csv.reader(lines) if kind == "csv" else map(str.strip, lines)
            count = sum(1 for each in rows if each)
        return max(0, count - 1) if kind == "csv" else count
    return _same_length(path, _archive(path))


def read_rows(path: Path, first: int, last: int) -> Columns:
    """The columns of a file from row ``first`` to before ``last``.

    An ``.npy`` file is one column, ``x``. Of a Parquet file only the row groups that
    have rows of the range are read, of an ``.npy`` file only the range itself.

    Raises:
      ValueError: for a kind of file that is not known, or a row with other columns.
    """
    kind = kind_of(path)
    if kind == "parquet":
        return _parquet_rows(path, first, last)
    if kind == "npy":
        whole = np.load(path, mmap_mode="r", allow_pickle=False)
        return {"x": np.array(whole[first:last])}
    if kind == "csv":
        return _csv_rows(path, first, last)
    if kind == "jsonl":
        return _json_rows(path, first, last)
    return {name: each[first:last] for name, each in _archive(path).items()}


def kind_of(path: Path) -> str:
    """The kind of a file, by its suffix: npz, npy, csv, jsonl or parquet.

    Raises:
      ValueError: for another suffix.
    """
    kind = path.suffix[1:].lower()
    if kind not in ("npz", "npy", "csv", "jsonl", "parquet"):
        raise ValueError(
            f"{path}: the name of a file of rows ends in .npz, .npy, .csv, .jsonl or "
            ".parquet."
        )
    return kind


def write_columns(path: Path, columns: Mapping[str, Any]) -> None:
    """Writes a file whole or not at all: an ``.npz`` or a Parquet file.

    Raises:
      ValueError: for columns of other lengths.
    """
    arrays = {name: np.asarray(each) for name, each in columns.items()}
    _same_length(path, arrays)
    buffer = io.BytesIO()
    if kind_of(path) == "parquet":
        arrow: Any = import_module("pyarrow")
        table = arrow.table(
            {name: _arrow_column(arrow, each) for name, each in arrays.items()}
        )
        _parquet().write_table(table, buffer)
    else:
        buffer.write(archive_of(arrays))
    write_whole(str(path), buffer.getvalue())


def _same_length(path: Path, columns: Mapping[str, Any]) -> int:
    for name, each in columns.items():
        if not each.ndim:
            raise ValueError(f"{path}: the column {name!r} is one value, without rows")
    sizes = {name: len(each) for name, each in columns.items()}
    if len(set(sizes.values())) > 1:
        raise ValueError(f"{path}: columns have different numbers of rows: {sizes}")
    return next(iter(sizes.values()), 0)


def _arrow_column(arrow: Any, array: Any) -> Any:
    if array.ndim == 1:
        return arrow.array(list(array) if array.dtype == object else array)
    rows = len(array)
    flat = arrow.array(np.ascontiguousarray(array).reshape(-1))
    for size in reversed(array.shape[1:]):
        flat = arrow.FixedSizeListArray.from_arrays(flat, size)
    return flat if len(flat) == rows else arrow.array(array.tolist())


def _archive(path: Path) -> Columns:
    with np.load(path, allow_pickle=False) as archive:
        return {name: archive[name] for name in archive.files}


def _parquet() -> Any:
    try:
        return import_module("pyarrow.parquet")
    except ImportError as error:
        raise MissingExtraError(
            "Parquet files need pyarrow, which comes with Ray: "
            "pip install 'autograph-toolkit[ray]'."
        ) from error


def _parquet_rows(path: Path, first: int, last: int) -> Columns:
    file = _parquet().ParquetFile(path)
    groups, start, skipped = [], 0, 0
    for number in range(file.num_row_groups):
        count = file.metadata.row_group(number).num_rows
        if start + count <= first:
            skipped = start + count
        elif start < last:
            groups.append(number)
        start += count
    table = file.read_row_groups(groups).slice(first - skipped, last - first)
    return {name: _plain(table.column(name)) for name in table.column_names}


def _plain(column: Any) -> Any:
    array = column.to_numpy()
    if array.dtype != object or not len(array) or isinstance(array[0], (str, bytes)):
        return array
    return np.array(column.to_pylist())


def _csv_rows(path: Path, first: int, last: int) -> Columns:
    with path.open(encoding=_TEXT, newline="") as lines:
        filled = (row for row in csv.reader(lines) if row)
        names = next(filled, [])
        rows = [row for at, row in enumerate(filled) if first <= at < last]
    for number, row in enumerate(rows, first):
        if len(row) != len(names):
            raise ValueError(
                f"{path}: row {number} has {len(row)} values for {len(names)} columns"
            )
    return {
        name: _numbers([row[place] for row in rows]) for place, name in enumerate(names)
    }


def _numbers(texts: list[str]) -> Any:
    """Texts as whole numbers, else as floats, else as they are."""
    for kind in (np.int64, np.float64):
        try:
            return np.array(texts, dtype=kind)
        except (ValueError, OverflowError):
            continue
    return np.array(texts, dtype=object)


def _json_rows(path: Path, first: int, last: int) -> Columns:
    with path.open(encoding=_TEXT) as lines:
        filled = (line for line in lines if line.strip())
        rows = [json.loads(x) for at, x in enumerate(filled) if first <= at < last]
    names = list(rows[0]) if rows and isinstance(rows[0], dict) else []
    for number, row in enumerate(rows, first):
        if not isinstance(row, dict) or row.keys() != set(names):
            found = ", ".join(row) if isinstance(row, dict) else repr(row)
            raise ValueError(
                f"{path}: row {number} has {found} instead of {', '.join(names)}"
            )
    return {name: np.array([row[name] for row in rows]) for name in names}
