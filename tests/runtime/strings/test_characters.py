"""Characters of texts: decoded, encoded, split."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

words = st.lists(st.text(max_size=6), max_size=5)


@given(words, st.sampled_from(["UTF-8", "UTF-16-BE", "UTF-32-BE"]))
def test_decoded_and_encoded_is_the_same(texts: Any, encoding: Any) -> None:
    given_texts = np.array([each.encode(encoding) for each in texts] + [b""], object)
    points = tf.strings.unicode_decode(given_texts, encoding)
    back = tf.strings.unicode_encode(points, encoding)
    assert back.numpy().tolist() == given_texts.tolist()


@given(words)
def test_characters_joined_are_the_text(texts: Any) -> None:
    given_texts = np.array([each.encode() for each in texts] + [b"x"], object)
    parts = tf.strings.unicode_split(given_texts, "UTF-8")
    joined = tf.strings.reduce_join(parts, axis=-1)
    assert joined.numpy().tolist() == given_texts.tolist()


@given(st.binary(max_size=40))
def test_any_bytes_can_be_decoded(data: Any) -> None:
    points, starts = tf.strings.unicode_decode_with_offsets(data, "UTF-8")
    places = starts.numpy().tolist()
    assert len(points) == len(places)
    assert places == sorted(set(places))


def test_malformed_text_is_refused_when_asked() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid formatting"):
        tf.strings.unicode_decode(b"\xff", "UTF-8", errors="strict")


def test_unknown_encodings_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not create"):
        tf.strings.unicode_decode("a", "rot13")
