"""Stages that read files: records, lines, CSV, database rows."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import (
    DataLossError,
    InvalidArgumentError,
    NotFoundError,
    OpError,
    UnimplementedError,
    UnknownError,
)
from graphir.ops.strings.separated_values import DecodeCSV
from graphir.shapes import SCALAR, Shape
from runtime.data.stages.stage import (
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)
from runtime.io.record_reading import opened, record_blocks
from runtime.stateful_kernels.files import refused

_CHUNK: Final = 1 << 18


def text_of(value: Any) -> str:
    """A scalar string tensor's array as a Python string."""
    data: Any = value if isinstance(value, bytes) else np.asarray(value)[()]
    return os.fsdecode(data)


def texts_of(values: Any) -> list[str]:
    """An array of strings as Python strings."""
    return [text_of(each) for each in np.atleast_1d(np.asarray(values, object)).ravel()]


def as_scalar(data: bytes) -> Any:
    """Bytes as kernels take a string."""
    scalar = np.empty((), object)
    scalar[()] = data
    return scalar


class _StringsStage(Stage):
    """Strings, one after the other."""

    @property
    def element_types(self) -> list[DType]:
        return [dtypes.string]

    @property
    def element_shapes(self) -> list[Shape]:
        return [SCALAR]


class FilesStage(_StringsStage):
    """Strings out of files."""

    def prepare(self) -> None:
        self.files = texts_of(self.inputs["filenames"])
        self.compression = text_of(self.inputs.get("compression_type", b""))
        if self.compression not in ("", "ZLIB", "GZIP"):
            raise InvalidArgumentError(
                None, None, f"Unsupported compression_type: {self.compression}."
            )

    def parts_of(self, path: str) -> Iterator[Any]:
        """The elements of one file."""
        raise NotImplementedError(f"{type(self).__name__} does not define parts_of.")

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return FilesIterator(self)


class FilesIterator(StageIterator):
    """A position in a list of files: the file, and the offset in it."""

    __slots__ = ("_parts", "_stage", "count", "file")
    STATE = ("count", "file")

    def __init__(self, stage: Any) -> None:
        self._stage = stage
        self._parts: Iterator[Any] | None = None
        self.file = 0
        self.count = 0

    def __next__(self) -> Element:
        for part in self._some(1):
            return part if type(part) is tuple else (as_scalar(part),)
        raise StopIteration

    def several(self, count: int) -> list[Element]:
        # batches take bytes as they are
        found: list[Element] = []
        while len(found) < count and (parts := self._some(count - len(found))):
            found += parts if type(parts[0]) is tuple else zip(parts)
        return found

    def _some(self, count: int) -> list[Any]:
        """Parts of one file, at most so many; none when all files are read."""
        while True:
            if self._parts is None:
                if self.file >= len(self._stage.files):
                    return []
                self._parts = self._stage.parts_of(self._stage.files[self.file])
            try:
                found = list(islice(self._parts, count))
            except OpError:
                # what comes next is the next file, as in TensorFlow
                self._following()
                raise
            if found:
                self.count += len(found)
                return found
            self._following()

    def _following(self) -> None:
        self._parts = None
        self.file += 1
        self.count = 0

    def restore(self, state: Mapping[str, Any]) -> None:
        self._parts = None
        self.file, self.count = state["file"], 0
        for _ in range(state["count"]):
            next(self)

    def close(self) -> None:
        # the file is closed with the generator, which nobody else holds
        self._parts = None


@stage_of("TFRecordDataset", "TFRecordDatasetV2")
class RecordStage(FilesStage):
    """The records of TFRecord files."""

    def parts_of(self, path: str) -> Iterator[Any]:
        return chain.from_iterable(self._blocks(path))

    def _blocks(self, path: str) -> Iterator[list[bytes]]:
        try:
            yield from record_blocks(path, self.compression)
        except DataLossError as error:
            raise DataLossError(None, None, f"{error.message}, in {path!r}") from None


def _chunks(path: str, compression: str) -> Iterator[bytes]:
    try:
        with opened(path, compression) as file:
            while data := file.read(_CHUNK):
                yield data
    except (EOFError, zlib.error) as error:
        raise DataLossError(None, None, f"{path}: {error}") from None
    except OSError as error:
        raise refused(error, path) from None


@stage_of("TextLineDataset")
class LineStage(FilesStage):
    """The lines of text files, without their ends."""

    def parts_of(self, path: str) -> Iterator[Any]:
        return lines_of(path, self.compression)


def lines_of(path: str, compression: str) -> Iterator[bytes]:
    """The lines of a file, without their ends."""
    rest = b""
    for data in _chunks(path, compression):
        lines = (rest + data).split(b"\n")
        rest = lines.pop()
        for line in lines:
            yield line.removesuffix(b"\r")
    if rest:
        yield rest.removesuffix(b"\r")


@stage_of("FixedLengthRecordDataset", "FixedLengthRecordDatasetV2")
class FixedLengthStage(FilesStage):
    """Records of one size."""

    def prepare(self) -> None:
        super().prepare()
        names = "header_bytes", "record_bytes", "footer_bytes"
        self.sizes = [int(self.inputs[name]) for name in names]
        for name, size, least in zip(names, self.sizes, (0, 1, 0)):
            if size < least:
                word = "positive" if least else "non-negative"
                raise InvalidArgumentError(
                    None, None, f"`{name}` must be a {word} integer, not {size}."
                )

    def parts_of(self, path: str) -> Iterator[Any]:
        header, size, footer = self.sizes
        if not self.compression:
            self._check(path, _bytes_in(path))
        ready, place, count = b"", header, 0
        for data in _chunks(path, self.compression):
            count += len(data)
            ready, place = ready[place:] + data, max(0, place - len(ready))
            # the footer may be next: a record is one when more than it follows
            while place + size + footer <= len(ready):
                yield ready[place : place + size]
                place += size
        self._check(path, count)

    def _check(self, path: str, count: int) -> None:
        """Refuses a file of so many bytes, of which some belong to no record."""
        header, size, footer = self.sizes
        body = count - header - footer
        if body >= 0 and not body % size:
            return
        raise InvalidArgumentError(
            None,
            None,
            f"Excluding the header ({header} bytes) and footer ({footer} bytes), "
            f'input file "{path}" has body length {body} bytes, which is not an '
            f"exact multiple of the record length ({size} bytes).",
        )


def _bytes_in(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError as error:
        raise refused(error, path) from None


@stage_of("CSVDataset", "CSVDatasetV2")
class SeparatedValuesStage(FilesStage):
    """The records of files of separated values."""

    @property
    def element_types(self) -> list[DType]:
        found: list[DType] = self.attrs["output_types"]
        return found

    @property
    def element_shapes(self) -> list[Shape]:
        return [SCALAR] * len(self.element_types)

    def prepare(self) -> None:
        super().prepare()
        self.has_header = bool(self.inputs["header"])
        self.quotes = bool(self.inputs["use_quote_delim"])
        delimiter = text_of(self.inputs["field_delim"]).encode()
        if len(delimiter) != 1:
            raise InvalidArgumentError(
                None, None, "field_delim should be only one char"
            )
        columns = np.ravel(self.inputs["select_cols"]).tolist()
        self.excluded = np.ravel(self.inputs.get("exclude_cols", [])).tolist()
        self.delimiter = delimiter
        self.columns = columns

    def _decoder(self, columns: list[int]) -> Any:
        return DecodeCSV.bind(
            {
                "OUT_TYPE": self.element_types,
                "field_delim": self.delimiter,
                "use_quote_delim": self.quotes,
                "na_value": text_of(self.inputs["na_value"]).encode(),
                "select_cols": columns,
            }
        )

    def parts_of(self, path: str) -> Iterator[Any]:
        defaults = self.inputs["record_defaults"]
        decode = None
        for number, record in enumerate(self._records(path)):
            if number == 0 and self.has_header:
                continue
            if decode is None:
                decode = self._decoder(self._selected(record))
            given = np.empty(1, object)
            given[0] = record
            try:
                found = decode(given, *defaults)
            except OpError as error:
                kind: Any = type(error)
                raise kind(None, None, f"{error.message} ({path}, {number})") from None
            yield tuple(
                [
                    each if dtype is not dtypes.string else as_scalar(each)
                    for each, dtype in zip(
                        (column[0] for column in found), self.element_types
                    )
                ]
            )

    def _selected(self, record: bytes) -> list[int]:
        if not self.excluded:
            return list(self.columns)
        count = record.count(self.delimiter) + 1
        found = set(range(count)) - set(self.excluded)
        return sorted(found)

    def _records(self, path: str) -> Iterator[bytes]:
        """Lines; one that ends within quotes goes on in the next."""
        waiting = b""
        for line in lines_of(path, self.compression):
            waiting = waiting + b"\n" + line if waiting else line
            if self.quotes and waiting.count(b'"') % 2:
                continue
            if waiting:
                yield waiting
            waiting = b""
        if waiting:
            yield waiting


@stage_of("SqlDataset")
class SqlStage(Stage):
    """The result rows of a query of an SQLite database."""

    def prepare(self) -> None:
        driver = text_of(self.inputs["driver_name"])
        if driver != "sqlite":
            raise InvalidArgumentError(
                None, None, f"tensorflow: unsupported SQL driver {driver!r}: use sqlite"
            )
        self.files = [text_of(self.inputs["data_source_name"])]
        self.query = text_of(self.inputs["query"])

    def parts_of(self, path: str) -> Iterator[Any]:
        """The rows."""
        import sqlite3

        if not os.path.exists(path):
            raise NotFoundError(None, None, f"{path}; No such file or directory")
        types = self.element_types
        try:
            connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
            try:
                for row in connection.execute(self.query):
                    if len(row) != len(types):
                        raise InvalidArgumentError(
                            None,
                            None,
                            f"The number of columns in query ({len(row)}) must match "
                            f"the number of elements in output_types ({len(types)}).",
                        )
                    yield tuple(map(_sql_value, row, types))
            finally:
                connection.close()
        except sqlite3.Error as error:
            raise UnknownError(
                None, None, f"Failed to execute query: {error}"
            ) from None

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return FilesIterator(self)


def _sql_value(value: Any, dtype: DType) -> Any:
    if dtype is dtypes.string:
        data = (
            value if isinstance(value, bytes) else str("" if value is None else value)
        )
        return as_scalar(data if isinstance(data, bytes) else data.encode())
    if value is None:
        value = 0
    if isinstance(value, (str, bytes)):
        raise UnimplementedError(
            None, None, f"The column holds text, not {dtype.name}: {value!r}"
        )
    return dtype.numpy_dtype.type(value)


@stage_of("MatchingFilesDataset")
class MatchingFilesStage(_StringsStage):
    """The names of the files that match patterns."""

    def prepare(self) -> None:
        self.files = texts_of(self.inputs["patterns"])

    def parts_of(self, path: str) -> Iterator[Any]:
        """The names that match a pattern."""
        import glob

        for name in sorted(glob.glob(path)):
            yield os.fsencode(name)

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return FilesIterator(self)
