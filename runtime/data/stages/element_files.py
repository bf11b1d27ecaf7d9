"""Files of elements: TFRecord files with a record for each component, a TensorProto.

A file has a temporary name while it is written, and its final name when it is complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final
from uuid import uuid4

import numpy as np

from graphir.dtypes import DType
from graphir.errors import DataLossError, UnimplementedError
from graphir.ops.strings.serialized_tensors import ParseTensor, message_bytes
from runtime.data.stages.stage import Element
from runtime.io.record_reading import records_of
from runtime.io.records import TFRecordWriter
from runtime.io.snappy_files import SnappyRecordWriter

_COMPRESSIONS: Final = {"AUTO": "SNAPPY", "SNAPPY": "SNAPPY", "GZIP": "GZIP"}
"""What files are compressed with, by the name that users give."""


def compression_of(name: Any) -> str:
    """The compression of record files for the name that users give.

    >>> compression_of("AUTO"), compression_of(None), compression_of(b"GZIP")
    ('SNAPPY', '', 'GZIP')
    """
    text = name.decode() if isinstance(name, bytes) else str(name or "")
    return _COMPRESSIONS.get(text, "")


class ElementWriter:
    """Writes elements; the file appears under its name when it is complete."""

    def __init__(
        self, path: str, types: Sequence[DType], compression: str = ""
    ) -> None:
        for dtype in types:
            if not dtype.has_numpy:
                raise UnimplementedError(
                    None,
                    None,
                    f"Components of dtype {dtype.name} (ragged and sparse tensors, "
                    "datasets) are not written to files.",
                )
        self._path = path
        self._types = list(types)
        self._partial = f"{path}.{uuid4().hex}.partial"
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        self._writer: TFRecordWriter | None = (
            SnappyRecordWriter(self._partial)
            if compression == "SNAPPY"
            else TFRecordWriter(self._partial, compression)
        )
        self.count = 0

    def write(self, element: Element) -> None:
        """Adds an element."""
        assert self._writer is not None
        for part, dtype in zip(element, self._types):
            self._writer.write(message_bytes(part, dtype))
        self.count += 1

    def finish(self, path: str | None = None) -> None:
        """Puts the complete file in its place, or in another."""
        assert self._writer is not None
        self._writer.close()
        os.replace(self._partial, path or self._path)
        self._writer = None

    def give_up(self) -> None:
        """Removes the files written so far, also where the disk is full."""
        if self._writer is not None:
            self._writer.discard()
            self._writer = None
            with suppress(FileNotFoundError):  # it was not even closed
                os.remove(self._partial)


def elements_in(
    path: str, types: Sequence[DType], compression: str = ""
) -> Iterator[Element]:
    """The elements of a file.

    Raises:
      DataLossError: for a file that is damaged, or holds elements of other dtypes.
    """
    parsers = [ParseTensor.bind({"out_type": dtype}) for dtype in types]
    records = records_of(path, compression)
    for first in records:
        parts = [first, *islice(records, len(types) - 1)]
        if len(parts) != len(types):
            raise DataLossError(None, None, f"{path} holds an element that ends early")
        yield tuple([parse(_as_text(part)) for parse, part in zip(parsers, parts)])


def _as_text(data: bytes) -> Any:
    scalar = np.empty((), object)
    scalar[()] = data
    return scalar


__all__ = ["ElementWriter", "compression_of", "elements_in"]
