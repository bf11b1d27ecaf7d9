"""Readers of files that a queue names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir import dtypes
from graphir.shapes import Shape
from runtime.io.record_readers import ReaderStorage
from runtime.stateful_kernels.queues import QueueStorage

RAW = tf.raw_ops


def queue_of(*names: Any) -> Any:
    handle = RAW.FIFOQueueV2(component_types=[tf.string], shapes=[[]], capacity=-1)
    for each in names:
        RAW.QueueEnqueueV2(handle=handle, components=[tf.constant(str(each))])
    RAW.QueueCloseV2(handle=handle)
    return handle


def read(reader: Any, queue: Any) -> list[tuple[str, bytes]]:
    found = []
    while True:
        try:
            key, value = RAW.ReaderReadV2(reader_handle=reader, queue_handle=queue)
        except tf.errors.OutOfRangeError:
            return found
        found.append((Path(key.numpy().decode()).name, value.numpy()))


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a", tmp_path / "b"]
    paths[0].write_bytes(b"h\r\n1\n22")
    paths[1].write_bytes(b"x\n")
    return paths


READERS: dict[str, tuple[Any, list[tuple[str, bytes]]]] = {
    "whole files": (
        lambda: RAW.WholeFileReaderV2(),
        [("a", b"h\r\n1\n22"), ("b", b"x\n")],
    ),
    "lines": (
        lambda: RAW.TextLineReaderV2(skip_header_lines=1),
        [("a:2", b"1"), ("a:3", b"22")],
    ),
    "records": (
        lambda: RAW.FixedLengthRecordReaderV2(record_bytes=2, header_bytes=1),
        [("a:0", b"\r\n"), ("a:1", b"1\n"), ("a:2", b"22")],
    ),
    "records that overlap": (
        lambda: RAW.FixedLengthRecordReaderV2(
            record_bytes=4, hop_bytes=2, footer_bytes=1
        ),
        [("a:0", b"h\r\n1"), ("a:1", b"\n1\n2")],
    ),
}


@pytest.mark.parametrize("name", READERS)
def test_records_with_their_places(name: str, files: list[Path]) -> None:
    make, expected = READERS[name]
    reader = make()
    assert read(reader, queue_of(*files)) == expected
    count = RAW.ReaderNumRecordsProducedV2(reader_handle=reader)
    assert int(count) == len(expected)
    RAW.ReaderResetV2(reader_handle=reader)
    assert int(RAW.ReaderNumWorkUnitsCompletedV2(reader_handle=reader)) == 0


def test_tfrecords_are_named_by_their_offset(tmp_path: Path) -> None:
    path = tmp_path / "r"
    with tf.io.TFRecordWriter(str(path)) as writer:
        for each in (b"abc", b"de"):
            writer.write(each)
    found = read(RAW.TFRecordReaderV2(), queue_of(path))
    assert found == [("r:0", b"abc"), ("r:19", b"de")]


def test_several_at_once_are_of_one_file(files: list[Path]) -> None:
    reader, queue = RAW.IdentityReaderV2(), queue_of("x", "y")
    keys, values = RAW.ReaderReadUpToV2(
        reader_handle=reader, queue_handle=queue, num_records=5
    )
    assert keys.numpy().tolist() == values.numpy().tolist() == [b"x"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be positive, not 0"):
        RAW.ReaderReadUpToV2(reader_handle=reader, queue_handle=queue, num_records=0)


def test_a_place_is_written_down_and_found_again() -> None:
    reader, queue = RAW.IdentityReaderV2(), queue_of("x", "y", "z")
    RAW.ReaderReadV2(reader_handle=reader, queue_handle=queue)
    state = RAW.ReaderSerializeStateV2(reader_handle=reader)
    assert state.numpy() == b"\x08\x01\x10\x01\x18\x01\x22\x01x"
    other = RAW.IdentityReaderV2()
    RAW.ReaderRestoreStateV2(reader_handle=other, state=state)
    assert int(RAW.ReaderNumRecordsProducedV2(reader_handle=other)) == 1
    with pytest.raises(tf.errors.UnimplementedError, match="Reader SerializeState"):
        RAW.ReaderSerializeStateV2(reader_handle=RAW.TextLineReaderV2())


@pytest.mark.parametrize("state", [b"\x08", b"\x28\x01", b"\x10\x01", b"\x22\x05a"])
def test_other_states_are_refused(state: bytes) -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="state (of a|for) reader|state of"
    ):
        RAW.ReaderRestoreStateV2(reader_handle=RAW.IdentityReaderV2(), state=state)


def test_what_is_refused(tmp_path: Path) -> None:
    with pytest.raises(tf.errors.NotFoundError, match="absent"):
        RAW.ReaderReadV2(
            reader_handle=RAW.WholeFileReaderV2(),
            queue_handle=queue_of(tmp_path / "absent"),
        )
    numbers = QueueStorage([dtypes.int32], [Shape([])], 1)
    handle = RAW.FIFOQueueV2(component_types=[tf.int32])
    assert numbers.types == [dtypes.int32]
    with pytest.raises(tf.errors.InvalidArgumentError, match="from a queue of strings"):
        RAW.ReaderReadV2(reader_handle=RAW.IdentityReaderV2(), queue_handle=handle)
    with pytest.raises(tf.errors.InvalidArgumentError, match="must be > 0 but got 0"):
        RAW.FixedLengthRecordReaderV2(record_bytes=0)
    with pytest.raises(NotImplementedError):
        ReaderStorage({}).records(b"x")
