"""Tables that datasets fill."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

Dataset = tf.data.Dataset


experimental = tf.data.experimental


def pairs(keys: Any, values: Any) -> Any:
    return Dataset.from_tensor_slices((keys, values))


def test_a_dataset_fills_tables_outside_functions_and_within() -> None:
    """Of one kind and another, with the same initializer again."""
    filling = experimental.DatasetInitializer(pairs(["a", "b"], [1, 2]))
    table = tf.lookup.StaticHashTable(filling, -1)
    asked = tf.constant(["b", "z"])
    assert (filling.key_dtype, filling.value_dtype) == (tf.string, tf.int32)
    assert table.lookup(asked).numpy().tolist() == [2, -1]
    assert tf.function(table.lookup)(asked).numpy().tolist() == [2, -1]
    wide = pairs(["a", "b"], tf.constant([1, 2], tf.int64))
    vocabulary = tf.lookup.StaticVocabularyTable(
        experimental.DatasetInitializer(wide), 2
    )
    assert vocabulary.lookup(tf.constant(["a", "z", "b"])).numpy().tolist() == [1, 3, 2]


@pytest.mark.parametrize(
    ("dataset", "told"),
    [
        (pairs([[1, 2]], [3]), "non-scalar key Tensors of rank 1"),
        (pairs(tf.ragged.constant([[1]]), [3]), "non-Tensor keys of type"),
        (Dataset.range(3), "1 components instead of two"),
        (Dataset.zip((Dataset.range(3),) * 3), "3 components instead of two"),
    ],
)
def test_elements_that_are_no_pairs_are_refused(dataset: Any, told: str) -> None:
    """Before anything is read."""
    with pytest.raises(ValueError, match=told):
        experimental.DatasetInitializer(dataset)


def test_what_tables_refuse() -> None:
    """A key with two values, no pairs, fewer than said, no default for strings."""

    def filled(dataset: Any) -> Any:
        return tf.lookup.StaticHashTable(experimental.DatasetInitializer(dataset), -1)

    assert int(filled(pairs(["a"], [1]).repeat(2)).size()) == 1
    with pytest.raises(tf.errors.FailedPreconditionError, match="Key a has 1"):
        filled(pairs(["a", "a"], [1, 2]))
    with pytest.raises(tf.errors.OutOfRangeError, match="end of iterator"):
        filled(pairs(["a"], [1]).take(0))
    with pytest.raises(tf.errors.FailedPreconditionError, match="contain 5 elements"):
        experimental.table_from_dataset(pairs(["a"], [1]), vocab_size=5)
    with pytest.raises(ValueError, match="`default_value` must be specified"):
        experimental.table_from_dataset(pairs(["a"], ["b"]))
