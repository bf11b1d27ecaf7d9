"""Summaries of TensorFlow 1, written by kernels."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.summary.events import events_in, only_file


@pytest.fixture(autouse=True)
def no_step_or_writer() -> Iterator[None]:
    with tf.summary.create_noop_writer().as_default(step=0):
        tf.summary.experimental.set_step(None)
        yield
        tf.summary.trace_off()


def test_summaries_of_tensorflow_1_are_written(tmp_path: Path) -> None:
    writer = tf.summary.create_file_writer(str(tmp_path))
    about = {"writer": writer.resource, "step": 1}
    numbers = [-1.0, 2.0, 2.0, 0.0]
    tf.raw_ops.WriteHistogramSummary(**about, tag="h", values=numbers)
    tf.raw_ops.WriteImageSummary(
        **about,
        tag="i",
        tensor=tf.zeros([2, 2, 2, 3]),
        bad_color=tf.constant([255, 0, 0, 255], tf.uint8),
    )
    tf.raw_ops.WriteAudioSummary(
        **about, tag="a", tensor=tf.zeros([1, 4, 1]), sample_rate=8000.0, max_outputs=1
    )
    writer.close()
    _, histogram, images, sound = events_in(only_file(tmp_path))
    # as TensorFlow 2.21 gives them
    found = histogram.summary.value[0].histo
    assert list(found.bucket) == [0, 1, 0, 1, 0, 2, 0]
    assert list(found.bucket_limit)[2:6] == [
        0, 1e-12, 1.9661990955585713, 2.1628190051144287
    ]  # fmt: skip
    assert (found.min, found.max, found.num, found.sum_squares) == (-1, 2, 4, 9)
    assert [each.tag for each in images.summary.value] == ["i/image/0", "i/image/1"]
    assert sound.summary.value[0].audio.length_frames == 4
