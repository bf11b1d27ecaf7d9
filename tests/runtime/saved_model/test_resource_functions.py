"""The functions of tables that a model is saved with."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.lookup.lookup_interface import LookupInterface
from runtime.saved_model.loaded_objects import RestoredResource
from runtime.saved_model.resource_functions import (
    functions_of,
    is_resource,
    saveable_functions,
)

NAMES = ["_create_resource", "_initialize", "_destroy_resource"]


def fixed() -> Any:
    pairs = tf.lookup.KeyValueTensorInitializer(["a"], tf.constant([7], tf.int64))
    return tf.lookup.StaticHashTable(pairs, -1)


def words() -> Any:
    pairs = tf.lookup.KeyValueTensorInitializer(["a"], tf.constant([0], tf.int64))
    return tf.lookup.StaticVocabularyTable(pairs, 2)


def counts(default: Any = -1) -> Any:
    return tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default)


def dense() -> Any:
    return tf.lookup.experimental.DenseHashTable(
        tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-1
    )


def created(table: Any) -> Any:
    """The nodes that a table is created by, by op."""
    creator = functions_of(table)["_create_resource"]
    [concrete] = creator._list_all_concrete_functions()
    return {each.op: each for each in concrete.graph.ir}


@pytest.mark.parametrize(
    ("table", "op"),
    [
        (fixed, "HashTableV2"),
        (words, "HashTableV2"),
        (counts, "MutableHashTableV2"),
        (lambda: counts(tf.constant([1, 2], tf.int64)), "MutableHashTableOfTensorsV2"),
        (dense, "MutableDenseHashTableV2"),
    ],
)
def test_a_table_is_created_by_its_op(table: Any, op: str) -> None:
    made = table()
    assert is_resource(made)
    assert list(functions_of(made)) == NAMES
    assert op in created(made)


def test_created_tables_are_not_shared() -> None:
    first, second = (created(fixed())["HashTableV2"] for _ in range(2))
    assert first.attrs["shared_name"] != second.attrs["shared_name"]


def test_a_table_of_vectors_has_their_shape() -> None:
    node = created(counts(tf.constant([1, 2], tf.int64)))
    shape = node["MutableHashTableOfTensorsV2"].attrs["value_shape"]
    assert shape.as_list() == [2]


def test_initializers_fill_the_table() -> None:
    table = fixed()
    assert functions_of(table)["_initialize"]().numpy() == 1
    assert table.lookup(tf.constant(["a", "b"])).numpy().tolist() == [7, -1]


def test_only_tables_that_change_are_saved_by_key() -> None:
    assert saveable_functions(fixed()) is None
    assert saveable_functions(tf.Module()) is None
    table = counts()
    table.insert(["x", "y"], np.int64([1, 2]))
    found = saveable_functions(table)
    assert found is not None
    save, restore = found
    rows = save(tf.constant("part"))
    assert [each["name"].numpy() for each in rows] == [b"part-keys", b"part-values"]
    tensors = {each["name"].numpy(): each["tensor"].numpy().tolist() for each in rows}
    pairs = dict(zip(tensors[b"part-keys"], tensors[b"part-values"], strict=True))
    assert pairs == {b"x": 1, b"y": 2}
    # what is restored takes the place of what was there
    restore(tf.constant(["z"]), tf.constant([9], tf.int64))
    assert table.lookup(tf.constant(["x", "z"])).numpy().tolist() == [-1, 9]


def test_other_objects() -> None:
    assert functions_of(RestoredResource()) == {}  # the file has them
    assert not is_resource(tf.Variable(1.0))

    class Own(LookupInterface):
        key_dtype = value_dtype = tf.int64

        def __init__(self) -> None:
            pass

    with pytest.raises(NotImplementedError, match="Own objects cannot be saved"):
        functions_of(Own())
