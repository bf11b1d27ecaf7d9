"""The base classes of feature columns."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.feature_columns.columns import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
    checked_key,
    is_categorical,
)

NUMBER = tf.feature_column.numeric_column("n")
WORD = tf.feature_column.categorical_column_with_identity("w", 3)


def test_columns_are_sorted_by_their_text() -> None:
    other = tf.feature_column.numeric_column("m")
    assert sorted([NUMBER, other]) == [other, NUMBER]
    assert other < NUMBER
    assert other < NUMBER


def test_kinds() -> None:
    assert (is_categorical(WORD), is_categorical(NUMBER)) == (True, False)
    assert isinstance(NUMBER, DenseColumn)
    assert CategoricalColumn.IdWeightPair._fields == ("id_tensor", "weight_tensor")


def test_a_column_defines_what_it_is() -> None:
    column = FeatureColumn()
    assert column.create_state(None) is None
    for name in ("name", "parse_example_spec", "parents"):
        with pytest.raises(NotImplementedError):
            getattr(column, name)
    for name in ("get_config", "from_config"):
        with pytest.raises((NotImplementedError, TypeError)):
            getattr(column, name)()


def test_keys_are_texts() -> None:
    assert checked_key("a") == "a"
    with pytest.raises(ValueError, match=r"must be a string. Got: type <class 'int'>"):
        checked_key(3)
