"""Reads keys and values of a lookup table from the columns of a text file."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import DType, string
from graphir.errors import InvalidArgumentError, NotFoundError
from graphir.ops.contract.ranks import text_of

WHOLE_LINE: Final = -2
LINE_NUMBER: Final = -1


def read_columns(
    filename: Any, attrs: Mapping[str, Attr], key_dtype: DType, value_dtype: DType
) -> tuple[Any, Any]:
    """The keys and values in the columns of a text file.

    Raises:
      NotFoundError: if the file cannot be read.
      InvalidArgumentError: for a line without the column, for a field that is no
        number, or for a file with fewer lines than ``vocab_size``.
    """
    name = _name_of(filename)
    lines = _lines(name, attrs)
    delimiter = attrs.get("delimiter", b"\t")
    columns = []
    for index, dtype in (
        (attrs["key_index"], key_dtype),
        (attrs["value_index"], value_dtype),
    ):
        if index == LINE_NUMBER:
            first = int(attrs.get("offset", 0))
            fields: Sequence[Any] = range(first, first + len(lines))
        elif index == WHOLE_LINE:
            fields = lines
        else:
            fields = [
                _field(line, place, index, delimiter, name)
                for place, line in enumerate(lines)
            ]
        columns.append(_converted(fields, dtype))
    return columns[0], columns[1]


def _name_of(filename: Any) -> str:
    return os.fsdecode(text_of(filename, "filename"))


def _lines(name: str, attrs: Mapping[str, Attr]) -> list[bytes]:
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        raise NotFoundError(f"{name}; {error.strerror}") from error
    lines = [line.removesuffix(b"\r") for line in content.split(b"\n")]
    if lines and not lines[-1]:
        lines.pop()
    wanted = int(attrs.get("vocab_size", -1))
    if wanted < 0:
        return lines
    if wanted > len(lines):
        raise InvalidArgumentError(
            f"Invalid vocab_size in {name}: expected {wanted} but got {len(lines)}"
        )
    return lines[:wanted]


def _field(line: bytes, place: int, index: int, delimiter: bytes, name: str) -> bytes:
    fields = line.split(delimiter)
    if index >= len(fields):
        raise InvalidArgumentError(
            f"Invalid number of columns in {name} line {place} "
            f"({line.decode(errors='replace')}) : expected at least {index + 1} got "
            f"{len(fields)}"
        )
    return fields[index]


def _converted(fields: Sequence[Any], dtype: DType) -> Any:
    if dtype is string:
        result = np.empty(len(fields), object)
        result[:] = [f if isinstance(f, bytes) else b"%d" % f for f in fields]
        return result
    read = float if dtype.is_floating else int
    numbers = []
    for place, field in enumerate(fields):
        try:
            numbers.append(read(field))
        except ValueError:
            raise InvalidArgumentError(
                f"Field {field.decode(errors='replace')} in line {place} is not a "
                f"valid {dtype.name}."
            ) from None
    return np.array(numbers, dtype.numpy_dtype)


__all__ = ["LINE_NUMBER", "WHOLE_LINE", "read_columns"]
