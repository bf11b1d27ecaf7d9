"""Embedding tables are looked up as with TensorFlow on a CPU."""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.shown_answers import lines_of

CASES = Path(__file__).parent / "cases"


def test_lookups_show_what_they_show_with_tensorflow() -> None:
    program = CASES / "lookups.py"
    assert lines_of(program) == program.with_suffix(".txt").read_text().splitlines()


def test_what_needs_a_chip_is_refused() -> None:
    embedding = tf.tpu.experimental.embedding
    with pytest.raises(NotImplementedError, match="there are no TPUs"):
        embedding.TPUEmbedding(None, None)
    with pytest.raises(NotImplementedError, match="there are no TPUs"):
        tf.tpu.experimental.HardwareFeature(None)


def test_sequences_are_refused_with_advice() -> None:
    embedding = tf.tpu.experimental.embedding
    table = embedding.TableConfig(2, 2)
    feature = embedding.FeatureConfig(table, max_sequence_length=3)
    values = tf.Variable(tf.ones([2, 2]))
    with pytest.raises(NotImplementedError, match=r"tf\.nn\.embedding_lookup"):
        embedding.serving_embedding_lookup([[1]], None, {table: values}, feature)
