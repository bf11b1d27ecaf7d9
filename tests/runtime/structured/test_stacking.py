"""Batches of structured tensors."""

from __future__ import annotations

import pytest

import runtime as tf

S = tf.experimental.StructuredTensor


def test_batches_of_batches_are_ragged() -> None:
    rows = S.from_pyval([{"a": [1, 2]}, {"a": []}, {"a": [3]}, {"a": [4]}])
    data = tf.data.Dataset.from_tensor_slices(rows).batch(2).batch(2)
    [found] = list(data)
    assert found.to_pyval() == [
        [{"a": [1, 2]}, {"a": []}],
        [{"a": [3]}, {"a": [4]}],
    ]


def test_records_within_records_are_stacked() -> None:
    rows = S.from_pyval([{"a": {"b": 1}}, {"a": {"b": 2}}])
    found = tf.map_fn(
        lambda each: each["a", "b"] * 2, rows, fn_output_signature=tf.int32
    )
    assert found.numpy().tolist() == [2, 4]


def test_a_record_has_no_rows() -> None:
    record = S.from_pyval({"a": 1})
    with pytest.raises(ValueError, match="rank 0 has no rows"):
        S.__batch_encoder__.unbatch(record._type_spec)
