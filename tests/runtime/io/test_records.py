"""Record files: what is written is read, and as TensorFlow writes and reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

RECORDS = [b"abc", b"", bytes(range(256)) * 40, "é".encode()]
HELLO_WORLD = (
    "0500000000000000eab2043e68656c6c6fbb1f1c19"
    "0500000000000000eab2043e776f726c642d4e1fa5"
)
"""Two records as TensorFlow 2.21 writes them."""

read = tf.compat.v1.io.tf_record_iterator
compressions = pytest.mark.parametrize("compression", ["", "ZLIB", "GZIP"])


def written(path: Path, compression: str) -> str:
    options = tf.io.TFRecordOptions(compression)
    with tf.io.TFRecordWriter(path, options) as writer:
        for each in RECORDS:
            writer.write(each)
    return str(path)


@compressions
def test_records_come_back(tmp_path: Path, compression: str) -> None:
    path = written(tmp_path / "records", compression)
    assert list(read(path, tf.io.TFRecordOptions(compression))) == RECORDS


def test_bytes_are_those_of_tensorflow(tmp_path: Path) -> None:
    path = tmp_path / "records"
    with tf.io.TFRecordWriter(str(path)) as writer:
        writer.write(b"hello")
        writer.flush()
        assert list(read(path)) == [b"hello"]
        writer.write("world")
    assert path.read_bytes().hex() == HELLO_WORLD


@pytest.mark.parametrize(
    ("size", "flipped", "message"),
    [
        (41, None, "truncated record at 21"),
        (42, 13, "corrupted record at 12"),
        (42, 0, "corrupted record at 0 \\(Is this even a TFRecord file"),
        (42, 25, "corrupted record at 21$"),
    ],
)
def test_damage_is_found(
    tmp_path: Path, size: int, flipped: int | None, message: str
) -> None:
    data = bytearray.fromhex(HELLO_WORLD)[:size]
    if flipped is not None:
        data[flipped] ^= 1
    (tmp_path / "records").write_bytes(data)
    with pytest.raises(tf.errors.DataLossError, match=message):
        list(read(tmp_path / "records"))


def test_unfinished_head_is_the_end(tmp_path: Path) -> None:
    (tmp_path / "records").write_bytes(bytes.fromhex(HELLO_WORLD)[:26])
    assert list(read(tmp_path / "records")) == [b"hello"]


def test_compressed_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "records").write_bytes(b"no such thing at all")
    for compression in ("ZLIB", "GZIP"):
        options = tf.io.TFRecordOptions(compression)
        with pytest.raises(tf.errors.DataLossError):
            list(read(tmp_path / "records", options))


def test_refusals(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match='Not a valid compression_type: "BAD"'):
        tf.io.TFRecordOptions("BAD")
    with pytest.raises(tf.errors.NotFoundError, match="No such file"):
        tf.io.TFRecordWriter(tmp_path / "none" / "records")
    writer = tf.io.TFRecordWriter(tmp_path / "records")
    with pytest.raises(TypeError, match="a record is bytes or text, not 5"):
        writer.write(5)  # type: ignore[arg-type]
    writer.close()
    writer.close()
    with pytest.raises(tf.errors.FailedPreconditionError, match="Writer is closed"):
        writer.write(b"")
    with pytest.raises(tf.errors.FailedPreconditionError, match="Writer is closed"):
        writer.flush()


@compressions
def test_live_tensorflow_reads_and_writes_the_same(
    tmp_path: Path, compression: str, tensorflow_python: TensorFlowProcess
) -> None:
    code = """
options = tf.io.TFRecordOptions(compression)
records = list(tf.compat.v1.io.tf_record_iterator(ours, options))
with tf.io.TFRecordWriter(theirs, options) as writer:
    for each in records:
        writer.write(each)
result = [each.hex() for each in records]
"""
    ours = written(tmp_path / "ours", compression)
    theirs = str(tmp_path / "theirs")
    found = tensorflow_python.run(
        code, ours=ours, theirs=theirs, compression=compression
    )
    assert found == [each.hex() for each in RECORDS]
    assert list(read(theirs, tf.io.TFRecordOptions(compression))) == RECORDS


def test_examples_written_as_json_are_read() -> None:
    text = '{"features": {"feature": {"b": {"bytesList": {"value": ["aGk="]}}}}}'
    found = tf.io.decode_json_example([text, "{}"]).numpy()
    assert found.tolist() == [b"\n\r\n\x0b\n\x01b\x12\x06\n\x04\n\x02hi", b""]
    for wrong in ("", "[]", "{bad", '{"nofield": 1}'):
        with pytest.raises(tf.errors.InvalidArgumentError, match="parsing JSON"):
            tf.io.decode_json_example(wrong)


def test_graphs_are_written(tmp_path: Path) -> None:
    graph = tf.Graph()
    with graph.as_default():
        tf.constant(1, name="one")
    text = tf.io.write_graph(graph, tmp_path / "new", "graph.pbtxt")
    assert 'name: "one"' in Path(text).read_text()
    data = tf.io.write_graph(graph.as_graph_def(), tmp_path, "graph.pb", False)
    message = tf.compat.v1.GraphDef()
    message.ParseFromString(Path(data).read_bytes())
    assert message == graph.as_graph_def()
    with pytest.raises(TypeError, match="not int"):
        tf.io.write_graph(1, tmp_path, "graph.pb")
