"""CSV parsing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.ops.contract.declaration import no_gradient
from graphir.ops.strings.strings import Strings
from graphir.shapes import Shape


class DecodeCSV(
    Strings,
    signature="""
        DecodeCSV(records: string, record_defaults: list(OUT_TYPE))
        -> (output: list(OUT_TYPE))
        | OUT_TYPE: list(type) in [float,double,int32,int64,string] >= 1;
          field_delim: string = ','; use_quote_delim: bool = True;
          na_value: string = ''; select_cols: list(int) = []
    """,
):
    """A tensor for each column; an empty field takes the default, if there is one."""

    input_gradients = no_gradient

    def infer_shape(self) -> list[Shape]:
        for default in self.record_defaults:
            if default.shape.rank is not None and default.shape.rank > 1:
                raise ValueError("Each record default should be at most rank 1")
            if default.shape.num_elements() not in (None, 0, 1):
                raise ValueError(
                    "Shape of a default must be a length-0 or length-1 vector, or a "
                    "scalar."
                )
        shape: Shape = self.records.shape
        return [shape] * len(self.OUT_TYPE)

    def compute(self, records: Any, record_defaults: list[Any]) -> Any:
        if len(self.field_delim) != 1:
            raise self.invalid("field_delim should be only 1 char")
        if any(np.ndim(each) > 1 for each in record_defaults):
            raise self.invalid("Each record default should be at most rank 1")
        for index, each in enumerate(record_defaults):
            if np.size(each) > 1:
                raise self.invalid(
                    f"There should only be 1 default per field but field {index} has "
                    f"{np.size(each)}"
                )
        columns = [
            np.empty(np.shape(records), dtype.numpy_dtype) for dtype in self.OUT_TYPE
        ]
        for row, record in enumerate(np.ravel(records).tolist()):
            fields = self._selected(list(self._fields(record)))
            if len(fields) != len(columns):
                raise self.invalid(
                    f"Expect {len(columns)} fields but have {len(fields)} in record "
                    f"{row}"
                )
            for index, field in enumerate(fields):
                default = np.ravel(record_defaults[index])
                columns[index].reshape(-1)[row] = self._value(
                    field, default, index, row
                )
        return tuple(columns)

    def _selected(self, fields: list[bytes]) -> list[bytes]:
        if not self.select_cols:
            return fields
        return [fields[column] for column in self.select_cols if column < len(fields)]

    def _value(self, field: bytes, default: Any, index: int, row: int) -> Any:
        if field in (b"", self.na_value):
            if not default.size:
                raise self.invalid(
                    f"Field {index} is required but missing in record {row}!"
                )
            return default[0]
        dtype = self.OUT_TYPE[index]
        try:
            return _number(field, dtype)
        except (ValueError, OverflowError):
            shown = field.decode("utf-8", "replace")
            raise self.invalid(
                f"Field {index} in record {row} is not a valid {dtype.name}: {shown}"
            ) from None

    def _fields(self, record: bytes) -> Iterator[bytes]:
        """The fields of one line; in quotes, two quotes stand for one."""
        position, size = 0, len(record)
        while True:
            if self.use_quote_delim and record[position : position + 1] == b'"':
                field, position = self._quoted(record, position + 1)
            else:
                end = record.find(self.field_delim, position)
                end = size if end < 0 else end
                field, position = self._plain(record[position:end], end == size), end
            yield field
            if position >= size:
                return
            position += 1

    def _plain(self, field: bytes, is_last: bool) -> bytes:
        if is_last:
            field = field.rstrip(b"\r\n")
        if self.use_quote_delim and b'"' in field:
            raise self.invalid("Unquoted fields cannot have quotes inside")
        if self.use_quote_delim and (b"\n" in field or b"\r" in field):
            raise self.invalid("Unquoted fields cannot have CRLF inside")
        return field

    def _quoted(self, record: bytes, position: int) -> tuple[bytes, int]:
        parts = []
        while True:
            end = record.find(b'"', position)
            if end < 0:
                break
            parts.append(record[position:end])
            position = end + 1
            if record[position : position + 1] != b'"':
                after = record[position:]
                if after[:1] == self.field_delim or not after.strip(b"\r\n"):
                    is_end = after[:1] != self.field_delim
                    return b"".join(parts), len(record) if is_end else position
                break
            parts.append(b'"')
            position += 1
        raise self.invalid(
            "Quoted field has to end with quote followed by delim or end"
        )


def _number(field: bytes, dtype: DType) -> Any:
    if dtype is dtypes.string:
        return field
    text = field.strip().decode("ascii")
    if "_" in text:
        raise ValueError(text)
    if dtype.is_floating:
        return dtype.numpy_dtype.type(text)
    number = int(text)
    if not dtype.min <= number <= dtype.max:
        raise OverflowError(text)
    return number
