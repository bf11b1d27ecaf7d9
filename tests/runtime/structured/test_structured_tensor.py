"""Structured tensors do what they do with TensorFlow."""

from __future__ import annotations

from pathlib import Path

import runtime as tf
from tests.runtime.shown_answers import lines_of

CASES = Path(__file__).parent / "cases"


def test_structured_tensors_show_what_they_show_with_tensorflow() -> None:
    program = CASES / "structured_tensors.py"
    assert lines_of(program) == program.with_suffix(".txt").read_text().splitlines()


def test_records_without_fields_keep_their_rows() -> None:
    rows = tf.ragged.constant([[1], [2, 3]])
    shape = tf.experimental.DynamicRaggedShape.from_tensor(rows)
    records = tf.experimental.StructuredTensor.from_shape(shape)
    assert records.to_pyval() == [[{}], [{}, {}]]
    assert records.merge_dims(0, 1).shape == [3]
    assert records[1].to_pyval() == [{}, {}]
