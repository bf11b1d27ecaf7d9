"""What all tables share: dtypes, sizes, and lookups of any kind of keys."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.lookup.lookup_interface import LookupInterface


@pytest.fixture
def table() -> Any:
    pairs = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2]))
    return tf.lookup.StaticHashTable(pairs, -1, name="letters")


def test_dtypes_size_and_name(table: Any) -> None:
    assert (table.key_dtype, table.value_dtype) == (tf.string, tf.int32)
    assert (int(table.size()), table.size().dtype) == (2, tf.int64)
    assert table.name.startswith("letters")


def test_keys_of_any_kind_have_values_of_that_kind(table: Any) -> None:
    assert table["b"].numpy() == 2
    assert table.lookup([["a", "z"]]).numpy().tolist() == [[1, -1]]
    ragged = table.lookup(tf.ragged.constant([["a"], ["z", "b"]]))
    assert ragged.to_list() == [[1], [-1, 2]]
    sparse = table.lookup(tf.SparseTensor([[0, 1]], ["b"], [1, 3]))
    assert (sparse.values.numpy().tolist(), sparse.dense_shape.numpy().tolist()) == (
        [2],
        [1, 3],
    )


def test_keys_have_the_dtype_of_the_table(table: Any) -> None:
    with pytest.raises(
        TypeError, match="must be <dtype: 'string'>, received: <dtype: 'int32'>"
    ):
        table.lookup(tf.constant([1]))


def test_a_table_defines_its_lookup() -> None:
    own = LookupInterface(tf.string, tf.int32, "own")
    with pytest.raises(NotImplementedError, match="LookupInterface must define lookup"):
        own["a"]
