"""Text: characters, parts, separated values, messages of tensors."""

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


fields_of_a_line = st.lists(
    st.sampled_from(["", "a", "b c", 'q"q', "x,y"]), min_size=1, max_size=4
)


@given(fields_of_a_line)
def test_quoted_fields_come_back(fields: Any) -> None:
    line = ",".join('"' + each.replace('"', '""') + '"' for each in fields)
    columns = tf.io.decode_csv([line], [[""]] * len(fields))
    assert [each.numpy()[0].decode() for each in columns] == fields


@pytest.mark.parametrize("value", [[1, 2], "text", [[1.5]], True, [1j], [["a", "b"]]])
def test_tensors_survive_their_message(value: Any) -> None:
    tensor = tf.constant(value)
    back = tf.io.parse_tensor(tf.io.serialize_tensor(tensor), tensor.dtype)
    np.testing.assert_array_equal(back.numpy(), tensor.numpy())


def test_malformed_text_is_refused_when_asked() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid formatting"):
        tf.strings.unicode_decode(b"\xff", "UTF-8", errors="strict")


def test_unknown_encodings_are_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Could not create"):
        tf.strings.unicode_decode("a", "rot13")


def test_split_of_traced_text_is_ragged() -> None:
    @tf.function
    def parts(texts: Any) -> Any:
        return tf.strings.split(texts)

    assert parts(tf.constant(["a b", "c"])).to_list() == [[b"a", b"b"], [b"c"]]
