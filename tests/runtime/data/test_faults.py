"""Faults: iterators saved while threads work for them, damage that is passed over."""

from __future__ import annotations

import gzip
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf

Dataset = tf.data.Dataset
GATE = threading.Event()


def waiting(x: Any) -> Any:
    """Takes long enough that threads begin to work."""
    GATE.wait(0.001)
    return x


def slow(x: Any) -> Any:
    return tf.ensure_shape(tf.py_function(waiting, [x], tf.int64), [])


THREADED = {
    "parallel map": lambda: Dataset.range(30).map(slow, num_parallel_calls=2),
    "prefetch": lambda: Dataset.range(30).map(slow).prefetch(3),
    "interleave": lambda: Dataset.range(5).interleave(
        lambda x: Dataset.range(6).map(lambda y: slow(y + 10 * x)),
        cycle_length=3,
        num_parallel_calls=2,
    ),
    "all": lambda: (
        Dataset.range(30)
        .shuffle(9, seed=3, reshuffle_each_iteration=False)
        .map(slow, num_parallel_calls=2)
        .batch(3)
        .interleave(Dataset.from_tensor_slices, cycle_length=2)
        .prefetch(4)
    ),
}


@pytest.mark.parametrize("name", THREADED)
def test_iterators_with_threads_go_on_from_a_checkpoint(
    tmp_path: Path, name: str
) -> None:
    """What threads had made ahead is neither lost nor given twice."""
    dataset = THREADED[name]()
    expected = [int(x) for x in dataset]
    iterator = iter(dataset)
    for _ in range(11):
        next(iterator)
    path = tf.train.Checkpoint(iterator=iterator).save(str(tmp_path / "kept"))
    again = iter(dataset)
    tf.train.Checkpoint(iterator=again).restore(path)
    assert [int(x) for x in again] == expected[11:]
    assert [int(x) for x in iterator] == expected[11:]


def test_errors_are_passed_over_and_the_next_file_is_read(tmp_path: Path) -> None:
    """A damaged file, and a missing one, cost what is in them from there on."""
    names = [str(tmp_path / each) for each in ("first", "second", "none", "third")]
    for name in (names[0], names[1], names[3]):
        with tf.io.TFRecordWriter(name) as writer:
            for place in range(3):
                writer.write(f"{Path(name).name} {place}")
    damaged = Path(names[1])
    data = bytearray(damaged.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    found = tf.data.TFRecordDataset(names).ignore_errors()
    assert [x.numpy().decode() for x in found] == [
        *("first 0", "first 1", "first 2"),
        "second 0",
        *("third 0", "third 1", "third 2"),
    ]
    with pytest.raises(tf.errors.DataLossError, match="second"):
        list(tf.data.TFRecordDataset(names))
    divided = Dataset.range(5).map(lambda x: 12 // (x - 2)).ignore_errors()
    assert [int(x) for x in divided] == [-6, -12, 12, 6]


READERS = {
    "records": tf.data.TFRecordDataset,
    "lines": tf.data.TextLineDataset,
    "rows": lambda name: tf.data.FixedLengthRecordDataset(name, 2),
    "values": lambda name: tf.data.experimental.CsvDataset(name, [tf.int32]),
}


@pytest.mark.parametrize("name", READERS)
def test_a_missing_file_is_found_missing_when_it_is_opened(
    tmp_path: Path, name: str
) -> None:
    """Not when the dataset is made."""
    dataset = READERS[name](str(tmp_path / "none"))
    with pytest.raises(tf.errors.NotFoundError, match="none"):
        next(iter(dataset))


def test_an_iterator_that_failed_goes_on_behind_the_element() -> None:
    iterator = iter(Dataset.range(4).map(lambda x: 6 // (x - 1)))
    found: list[Any] = []
    for _ in range(4):
        try:
            found.append(int(next(iterator)))
        except tf.errors.InvalidArgumentError:
            found.append(None)
    assert found == [-6, None, 6, 3]


LEFT = """
import runtime as tf, time
def slow(x):
    time.sleep(0.005)
    return x
numbers = tf.data.Dataset.range(10**9)
call = lambda x: tf.py_function(slow, [x], tf.int64)
numbers = numbers.map(call, num_parallel_calls=2)
iterator = iter(numbers.prefetch(8))
for _ in range(20):
    next(iterator)
print("left", flush=True)
"""


@pytest.mark.slow
def test_an_exit_does_not_wait_for_threads() -> None:
    """The iterator is at work, without end, when the program ends."""
    done = subprocess.run(
        [sys.executable, "-c", LEFT], capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stdout) == (0, "left\n"), done.stderr


def test_states_are_told_apart_from_other_bytes() -> None:
    iterator = iter(Dataset.range(3))
    scalar = np.empty((), object)
    scalar[()] = b"no state"
    state = {"ITERATOR_STATE": tf.constant(scalar)}
    with pytest.raises(tf.errors.DataLossError, match="not the state of an iterator"):
        iterator._restore_from_tensors(state)


@pytest.mark.parametrize("lost", [3, 60, 130])
def test_records_before_the_cut_of_a_compressed_file_are_read(
    tmp_path: Path, lost: int
) -> None:
    """The error tells the file and the offset of the record that is cut."""
    plain, cut = tmp_path / "plain", tmp_path / "cut"
    with tf.io.TFRecordWriter(str(plain)) as writer:
        for _ in range(5):
            writer.write(b"x" * 100)
    cut.write_bytes(gzip.compress(plain.read_bytes()[:-lost]))
    found: list[Any] = []
    with pytest.raises(tf.errors.DataLossError, match=rf"record at \d+.*{cut.name}"):
        found.extend(tf.data.TFRecordDataset(str(cut), "GZIP"))
    assert len(found) == (580 - lost) // 116


def test_lines_before_the_damage_of_a_compressed_file_are_read(tmp_path: Path) -> None:
    """Files of several members, padded by zeros, are read as one."""
    lines = [str(number) * 30 for number in range(2000)]
    text = "\n".join(lines).encode()
    whole = gzip.compress(text[:999]) + gzip.compress(text[999:])
    path = tmp_path / "lines"
    path.write_bytes(whole + b"\0" * 50)
    read = tf.data.TextLineDataset(str(path), "GZIP")
    assert [x.numpy().decode() for x in read] == lines
    path.write_bytes(whole[:-4])
    found: list[str] = []
    with pytest.raises(tf.errors.DataLossError, match="ends too early"):
        found.extend(line.numpy().decode() for line in read)
    assert found == lines[:-1]
    path.write_bytes(text)
    with pytest.raises(tf.errors.DataLossError, match="incorrect header check"):
        list(read)
