"""Tests of tf.summary: what is written, with which step, and when."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from graphir.wire import messages
from tests.runtime.summary.events import events_in, only_file, without_time

SCALAR = (
    "09000000000000f03f102a2a210a1f0a046c6f7373420a080112002204cdcccc3d4a0b0a090a07"
)


"""What TensorFlow 2.21 writes for a scalar 0.1 named loss of step 42, at second 1."""


@pytest.fixture(autouse=True)
def no_step_or_writer() -> Iterator[None]:
    with tf.summary.create_noop_writer().as_default(step=0):
        tf.summary.experimental.set_step(None)
        yield
        tf.summary.trace_off()


def values_in(folder: Path) -> list[tuple[str, int]]:
    events = events_in(only_file(folder))[1:]
    return [(each.tag, event.step) for event in events for each in event.summary.value]


def test_scalar_has_the_bytes_of_tensorflow(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        assert bool(tf.summary.scalar("loss", 0.1, step=42))
        tf.summary.scalar("loss", tf.constant(0.1), step=tf.constant(42, tf.int64))
        tf.summary.write(
            "loss", 0.1, 42, messages.get("SummaryMetadata")(
                plugin_data={"plugin_name": "scalars"}
            )
        )  # fmt: skip
    _, *written = events_in(only_file(tmp_path))
    expected = bytes.fromhex(SCALAR) + b"scalars"
    assert [without_time(each) for each in written] == [expected] * 3


def test_steps_are_given_or_set_or_refused(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    variable = tf.Variable(5, dtype=tf.int64)
    with writer.as_default(step=3):
        tf.summary.scalar("set", 1.0)
        tf.summary.experimental.set_step(variable)
        tf.summary.scalar("variable", 1.0)
        tf.function(lambda: tf.summary.scalar("traced", 1.0))()
        tf.summary.scalar("negative", 1.0, step=-2)
        tf.summary.scalar("large", 1.0, step=70000)
    assert tf.summary.experimental.get_step() is None
    with writer.as_default(), pytest.raises(ValueError, match="No step set"):
        tf.summary.scalar("x", 1.0)
    assert values_in(tmp_path) == [
        ("set", 3),
        ("variable", 5),
        ("traced", 5),
        ("negative", -2),
        ("large", 70000),
    ]


def test_traced_function_reads_the_variable_step_each_time(tmp_path: Path) -> None:
    step = tf.Variable(1, dtype=tf.int64)

    @tf.function
    def train(x: Any) -> None:
        with tf.name_scope("train"):
            tf.summary.scalar("loss", x)
            step.assign_add(1)
            tf.summary.histogram("weights", [x, x])
            tf.summary.image("image", tf.zeros([2, 2, 2, 3]))
            tf.summary.audio("sound", tf.zeros([1, 4, 1]), 8000)
            tf.summary.text("text", "words")

    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        tf.summary.experimental.set_step(step)
        train(tf.constant(1.0))
        train(tf.constant(2.0))
    kinds = ["weights", "image", "sound", "text"]
    assert values_in(tmp_path) == [
        (f"train/{name}", number)
        for first in (1, 2)
        for name, number in [("loss", first), *((each, first + 1) for each in kinds)]
    ]


def test_condition_holds_when_it_runs(tmp_path: Path) -> None:
    @tf.function
    def train(x: Any) -> Any:
        with tf.summary.record_if(x > 1.0):
            return tf.summary.scalar("large", x, step=1)

    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        assert [bool(train(tf.constant(each))) for each in (0.5, 2.0)] == [False, True]
        with tf.summary.record_if(False):
            assert not bool(tf.summary.scalar("none", 1.0, step=1))
            tf.summary.histogram("none", lambda: 1 / 0, step=1)
        with tf.summary.record_if(
            lambda: tf.equal(tf.summary.experimental.get_step(), 2)
        ):
            for step in range(4):
                tf.summary.experimental.set_step(step)
                tf.summary.scalar("second", 1.0)
    assert values_in(tmp_path) == [("large", 1), ("second", 2)]


def test_new_thread_has_no_writer(tmp_path: Path) -> None:
    found: list[bool] = []

    def look() -> None:
        found.append(bool(tf.summary.should_record_summaries()))

    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert bool(tf.summary.should_record_summaries())
    assert found == [False]


@pytest.mark.parametrize(
    ("error", "message", "call"),
    [
        (ValueError, "scalar shape", lambda: tf.summary.scalar("x", [1.0], step=1)),
        (ValueError, "rank 4", lambda: tf.summary.image("x", tf.zeros([2, 2]), step=1)),
        (ValueError, "rank 3", lambda: tf.summary.audio("x", [[1.0]], 1, step=1)),
        (TypeError, "tf.string; got tf.int32", lambda: tf.summary.text("x", 5, step=1)),
        (ValueError, "Unknown encoding", lambda: tf.summary.audio(
            "x", [[[1.0]]], 1, step=1, encoding="mp3")),
        (tf.errors.InvalidArgumentError, "max_outputs", lambda: tf.summary.image(
            "x", tf.zeros([1, 2, 2, 1]), step=1, max_outputs=-1)),
        (tf.errors.DataLossError, "Bad tf.compat.v1.Summary", lambda: (
            tf.summary.experimental.write_raw_pb(b"zz", step=1))),
        (tf.errors.InvalidArgumentError, "metadata", lambda: (
            tf.summary.write("x", 1.0, 1, b"zz"))),
        (ValueError, "trace_on", lambda: tf.summary.trace_export("x", step=1)),
        (ValueError, "graph_data", lambda: tf.summary.graph(5)),
    ],
)  # fmt: skip
def test_wrong_calls(error: type, message: str, call: Any, tmp_path: Path) -> None:
    with (
        tf.summary.create_file_writer(str(tmp_path)).as_default(),
        pytest.raises(error, match=message),
    ):
        call()
    assert len(events_in(only_file(tmp_path))) == 1


def test_histogram_rows_are_begin_end_and_count(tmp_path: Path) -> None:
    cases: list[tuple[list[float], list[list[float]]]] = [
        ([0.0, 1.0, 1.5, 2.0], [[0, 1, 1], [1, 2, 3]]),
        ([2.0, 2.0], [[2, 2, 0], [2, 2, 2]]),
        ([], [[0, 0, 0], [0, 0, 0]]),
    ]
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        for numbers, _ in cases:
            tf.summary.histogram("h", numbers, step=1, buckets=2)
    _, *written = events_in(only_file(tmp_path))
    rows = [tf.make_ndarray(each.summary.value[0].tensor).tolist() for each in written]
    assert rows == [expected for _, expected in cases]


def test_scalar_without_metadata_has_no_field_of_it(tmp_path: Path) -> None:
    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        tf.summary.write("x", 0.5, step=1)
    _, written = events_in(only_file(tmp_path))
    assert not written.summary.value[0].HasField("metadata")
