"""Summaries as strings, by the ops of TensorFlow 1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from graphir.wire import messages
from runtime.summary.serialized import whole_proto

RAW = tf.raw_ops


def values(text: Any) -> list[Any]:
    return list(messages.parse("Summary", text.numpy()).value)


def test_scalars_have_a_value_for_each_tag() -> None:
    found = values(RAW.ScalarSummary(tags=["a", "b"], values=[1.5, -2.0]))
    assert [(each.tag, each.simple_value) for each in found] == [("a", 1.5), ("b", -2)]
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"not the same shape: \[2"
    ):
        RAW.ScalarSummary(tags=["a", "b"], values=[1.0])


def test_histograms_count_their_values() -> None:
    (found,) = values(RAW.HistogramSummary(tag="h", values=[1.0, 2.0, 3.0]))
    assert (found.histo.num, found.histo.sum) == (3.0, 6.0)
    assert (found.histo.min, found.histo.max) == (1.0, 3.0)
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="Nan in summary histogram"
    ):
        RAW.HistogramSummary(tag="h", values=[np.nan])


def test_images_and_sounds() -> None:
    images = np.zeros((2, 3, 4, 1), np.uint8)
    found = values(RAW.ImageSummary(tag="i", tensor=images, max_images=1))
    assert [each.tag for each in found] == ["i/image"]
    assert (found[0].image.height, found[0].image.width) == (3, 4)
    assert found[0].image.encoded_image_string.startswith(b"\x89PNG")
    sounds = np.zeros((2, 5), np.float32)
    found = values(RAW.AudioSummaryV2(tag="s", tensor=sounds, sample_rate=8000.0))
    assert [each.tag for each in found] == ["s/audio/0", "s/audio/1"]
    assert (found[0].audio.length_frames, found[0].audio.sample_rate) == (5, 8000.0)


def test_tensors_are_written_whole() -> None:
    data = whole_proto(np.int32([[1], [2]]), dtypes.int32)
    found = messages.parse("TensorProto", data)
    assert [each.size for each in found.tensor_shape.dim] == [2, 1]
    assert np.frombuffer(found.tensor_content, np.int32).tolist() == [1, 2]
    (value,) = values(
        RAW.TensorSummaryV2(tag="t", tensor=["a"], serialized_summary_metadata=b"")
    )
    assert (value.tag, list(value.tensor.string_val)) == ("t", [b"a"])


def test_several_are_merged_unless_they_share_a_tag() -> None:
    first, second = (RAW.ScalarSummary(tags=tag, values=1.0) for tag in ("a", "b"))
    merged = values(RAW.MergeSummary(inputs=[first, second]))
    assert [each.tag for each in merged] == ["a", "b"]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Duplicate tag a found"):
        RAW.MergeSummary(inputs=[first, first])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not parse one of"):
        RAW.MergeSummary(inputs=[tf.constant(b"\xff")])
