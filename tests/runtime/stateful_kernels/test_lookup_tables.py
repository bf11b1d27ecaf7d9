"""Hash tables of earlier graphs, whose handles are references."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def filled(graph: tf.Graph) -> None:
    with graph.as_default():
        kinds = {"key_dtype": tf.string, "value_dtype": tf.int64}
        table = tf.raw_ops.HashTable(shared_name="words", **kinds)
        tf.raw_ops.InitializeTable(
            table_handle=table,
            keys=tf.constant(["a", "b"]),
            values=tf.constant([1, 2], tf.int64),
            name="init",
        )
        asked = tf.compat.v1.placeholder(tf.string, [None], name="asked")
        none = tf.constant(-1, tf.int64)
        tf.raw_ops.LookupTableFind(
            table_handle=table, keys=asked, default_value=none, name="found"
        )
        tf.raw_ops.LookupTableSize(table_handle=table, name="size")
        counts = tf.raw_ops.MutableHashTable(**kinds)
        lengths = tf.cast(tf.strings.length(asked), tf.int64)
        tf.raw_ops.LookupTableInsert(
            table_handle=counts, keys=asked, values=lengths, name="insert"
        )
        tf.raw_ops.LookupTableExport(
            table_handle=counts, Tkeys=tf.string, Tvalues=tf.int64, name="all"
        )


@pytest.fixture
def session() -> Any:
    graph = tf.Graph()
    filled(graph)
    again = tf.Graph()
    with again.as_default():
        tf.import_graph_def(graph.as_graph_def(), name="")
    with tf.compat.v1.Session(graph=again) as found:
        yield found


def test_filled_table_is_looked_up(session: Any) -> None:
    session.run("init")
    values, size = session.run(["found:0", "size:0"], {"asked:0": ["b", "c"]})
    assert values.tolist() == [2, -1]
    assert size == 2


def test_table_that_was_not_filled_says_so(session: Any) -> None:
    with pytest.raises(tf.errors.FailedPreconditionError, match="not initialized"):
        session.run("found:0", {"asked:0": ["b"]})


def test_changes_are_seen_by_later_runs(session: Any) -> None:
    session.run("insert", {"asked:0": ["hey", "yo"]})
    keys, values = session.run(["all:0", "all:1"])
    assert dict(zip(keys.tolist(), values.tolist())) == {b"hey": 3, b"yo": 2}
