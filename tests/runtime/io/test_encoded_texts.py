"""Text: characters, parts, separated values, messages of tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import runtime as tf

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
