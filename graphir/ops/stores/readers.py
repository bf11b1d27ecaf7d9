"""Readers: records of files whose names a queue has, one record at a time."""

from __future__ import annotations

from typing import Any

from graphir.ops.contract.declaration import Op, needs_runtime, not_differentiable
from graphir.ops.state.state import Effect, Handle
from graphir.shapes import SCALAR, Shape


class _Reader(Handle, traits="shared_by_name"):
    """A reader, found by its name."""

    kernel_package = "runtime.io.record_readers"


class _Reading(Op):
    """An op that gives something of a reader."""

    compute = needs_runtime
    input_gradients = not_differentiable
    kernel_package = "runtime.io.record_readers"

    def infer_shape(self) -> Any:
        return [SCALAR] * len(self.declared().outputs)


class _Changing(Effect):
    """An op that changes a reader."""

    kernel_package = "runtime.io.record_readers"


class WholeFileReaderV2(
    _Reader,
    signature="""
        WholeFileReaderV2() -> (reader_handle: resource)
        | container: string = ''; shared_name: string = ''
        | stateful
    """,
    earlier_name="WholeFileReader",
):
    """A reader of whole files: the key is the file's name, the value its content."""


class TextLineReaderV2(
    _Reader,
    signature="""
        TextLineReaderV2() -> (reader_handle: resource)
        | skip_header_lines: int = 0; container: string = ''; shared_name: string = ''
        | stateful
    """,
    earlier_name="TextLineReader",
):
    """A reader of lines of text; keys are the file and the number of the line."""


class FixedLengthRecordReaderV2(
    _Reader,
    signature="""
        FixedLengthRecordReaderV2() -> (reader_handle: resource)
        | header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes:
          int = 0; container: string = ''; shared_name: string = ''; encoding: string
          = ''
        | stateful
    """,
):
    """A reader of records of one size; keys are the file and the record."""


class FixedLengthRecordReader(
    _Reader,
    signature="""
        FixedLengthRecordReader() -> (reader_handle: ref string)
        | header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes:
          int = 0; container: string = ''; shared_name: string = ''
        | stateful
    """,
):
    """FixedLengthRecordReaderV2 without compression; its handle is a reference."""


class TFRecordReaderV2(
    _Reader,
    signature="""
        TFRecordReaderV2() -> (reader_handle: resource)
        | container: string = ''; shared_name: string = ''; compression_type: string =
          ''
        | stateful
    """,
    earlier_name="TFRecordReader",
):
    """A reader of record files; keys are the file and the place of the record."""


class IdentityReaderV2(
    _Reader,
    signature="""
        IdentityReaderV2() -> (reader_handle: resource)
        | container: string = ''; shared_name: string = ''
        | stateful
    """,
    earlier_name="IdentityReader",
):
    """A reader whose keys and values are the names from the queue."""


class ReaderReadV2(
    _Reading,
    signature="""
        ReaderReadV2(reader_handle: resource, queue_handle: resource) -> (key: string,
        value: string)
        | stateful
    """,
    handles="reader queue",
    traits="reads_files",
    earlier_name="ReaderRead",
):
    """The next key and record; goes on with a file of the queue when one ends."""


class ReaderReadUpToV2(
    _Reading,
    signature="""
        ReaderReadUpToV2(reader_handle: resource, queue_handle: resource, num_records:
        int64) -> (keys: string, values: string)
        | stateful
    """,
    handles="reader queue",
    traits="reads_files",
    earlier_name="ReaderReadUpTo",
):
    """At most ``num_records`` keys and records, all of one file."""

    def infer_shape(self) -> Any:
        return [Shape([None]), Shape([None])]


class ReaderNumRecordsProducedV2(
    _Reading,
    signature="""
        ReaderNumRecordsProducedV2(reader_handle: resource) -> (records_produced:
        int64)
        | stateful
    """,
    handles="reader",
    earlier_name="ReaderNumRecordsProduced",
):
    """How many records a reader gave."""


class ReaderNumWorkUnitsCompletedV2(
    _Reading,
    signature="""
        ReaderNumWorkUnitsCompletedV2(reader_handle: resource) -> (units_completed:
        int64)
        | stateful
    """,
    handles="reader",
    earlier_name="ReaderNumWorkUnitsCompleted",
):
    """The number of files that a reader has read to the end."""


class ReaderSerializeStateV2(
    _Reading,
    signature="""
        ReaderSerializeStateV2(reader_handle: resource) -> (state: string)
        | stateful
    """,
    handles="reader",
    earlier_name="ReaderSerializeState",
):
    """Where a reader is, as a string; of two kinds of readers alone."""


class ReaderRestoreStateV2(
    _Changing,
    signature="""
        ReaderRestoreStateV2(reader_handle: resource, state: string) -> ()
        | stateful
    """,
    handles="reader",
    earlier_name="ReaderRestoreState",
):
    """Puts a reader where another one was."""


class ReaderResetV2(
    _Changing,
    signature="""
        ReaderResetV2(reader_handle: resource) -> ()
        | stateful
    """,
    handles="reader",
    earlier_name="ReaderReset",
):
    """Resets a reader to its initial state."""
