"""Ragged and sparse tensors and indexed slices in what sessions fetch and are fed."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1
Value = v1.ragged.RaggedTensorValue


@pytest.fixture
def session() -> Iterator[Any]:
    with tf.Graph().as_default(), v1.Session() as made:
        yield made


def test_a_ragged_tensor_is_fetched_in_structures(session: Any) -> None:
    rows = tf.ragged.constant([[[1], [2, 3]], []])
    found = session.run({"rows": rows, "both": [rows.row_splits, rows * 2]})
    assert found["rows"].to_list() == [[[1], [2, 3]], []]
    assert found["rows"].nested_row_splits[1].tolist() == [0, 1, 3]
    splits, doubled = found["both"]
    assert (splits.tolist(), doubled.to_list()) == ([0, 2, 2], [[[2], [4, 6]], []])


def test_a_ragged_placeholder_is_fed(session: Any) -> None:
    rows = v1.ragged.placeholder(tf.float32, 2, [3], name="rows")
    assert rows.flat_values.name == "rows/flat_values:0"
    given = v1.ragged.constant_value(
        [[[[1, 2, 3]]], []], dtype=np.float32, inner_shape=(3,)
    )
    fed = {rows: given}
    assert session.run(rows + 1, fed).to_list() == [[[[2.0, 3.0, 4.0]]], []]
    assert session.run(rows.bounding_shape(), fed).tolist() == [2, 1, 1, 3]
    assert session.run(rows, {rows: session.run(rows, fed)}).shape == (2, None, None, 3)
    assert v1.ragged.placeholder(tf.int32, 0, [3]).shape == [3]


def test_sparse_tensors_and_slices(session: Any) -> None:
    entries = v1.sparse_placeholder(tf.int32)
    given = v1.SparseTensorValue([[0, 1]], [4], [2, 2])
    found = session.run(entries, {entries: given})
    assert type(found) is v1.SparseTensorValue
    assert [each.tolist() for each in found] == [[[0, 1]], [4], [2, 2]]
    dense = tf.sparse.to_dense(entries)
    assert session.run(dense, {entries: tuple(given)}).tolist() == [[0, 4], [0, 0]]
    slices = session.run(tf.IndexedSlices(tf.constant([1.0]), tf.constant([2])))
    assert (slices.values.tolist(), slices.indices.tolist()) == ([1.0], [2])
    assert slices.dense_shape is None


def test_what_cannot_be_fetched(session: Any) -> None:
    with pytest.raises(TypeError, match='has invalid type "NoneType". Cannot be None'):
        session.run([None])
    with pytest.raises(TypeError, match="Can not convert a int into a Tensor"):
        session.run(3)


def test_a_callable_takes_the_values_in_order(session: Any) -> None:
    x, y = v1.placeholder(tf.float32, []), v1.ragged.placeholder(tf.float32, 1, [])
    call = session.make_callable([x * 2, y * x], [y, x])
    doubled, rows = call(v1.ragged.constant_value([[1.0], []]), 3.0)
    assert (doubled, rows.to_list()) == (6.0, [[3.0], []])
    with pytest.raises(TypeError, match="takes 2 values, not 1"):
        call(3.0)


def test_values_of_ragged_tensors_are_checked_and_shown() -> None:
    splits = np.array([0, 1, 3])
    value = Value(np.array([1, 2, 3], np.int32), splits)
    assert repr(value) == (
        "tf.RaggedTensorValue(values=array([1, 2, 3], dtype=int32), "
        "row_splits=array([0, 1, 3]))"
    )
    nested = Value(value, np.array([0, 2]))
    assert str(nested) == "<tf.RaggedTensorValue [[[1], [2, 3]]]>"
    assert (nested.ragged_rank, nested.shape) == (2, (1, None, None))
    assert (nested.dtype, nested.flat_values.tolist()) == (np.int32, [1, 2, 3])
    for values, rows in (
        ([1], splits),
        (np.ones(3), [0, 3]),
        (np.ones(1), splits[:, None]),
    ):
        with pytest.raises(TypeError, match="must be a"):
            Value(values, rows)


@pytest.mark.parametrize(
    ("rows", "told"),
    [
        ([1, 2], "array([1, 2])"),
        ([["a"], []], "values=array(['a'], dtype='<U1'), row_splits=array([0, 1, 1])"),
        ([[], [[]]], "row_splits=array([0, 0])), row_splits=array([0, 0, 1]))"),
    ],
)
def test_values_of_lists(rows: Any, told: str) -> None:
    assert told in repr(v1.ragged.constant_value(rows))


def three_placeholders() -> list[Any]:
    return [v1.placeholder(tf.float32, name=name) for name in "abc"]


def test_tuples_of_tensors_are_fed(session: Any) -> None:
    """Values stand in tuples, lists or dicts of any nesting, as in TensorFlow."""
    a, b, c = three = three_placeholders()
    pair = namedtuple("pair", "x y")
    for key, value in (
        (((a, b), c), ((1.0, 2.0), 3.0)),
        (((a, b), c), [1.0, [2.0, 3.0]]),
        (pair(pair(a, b), c), [{"x": 1.0, "y": 2.0}, np.float32(3)]),
        (("a:0", b, "c:0"), (1, 2, 3)),
    ):
        assert session.run(three, {key: value}) == [1, 2, 3]
    assert session.run(a, {(a, b): (1.0, 2.0)}) == 1.0
    assert session.run(a, {(a,): 4.0}) == 4.0
    assert session.run(a, {a: (1.0, 2.0)}).tolist() == [1, 2]
    assert session.make_callable([a, b], [(a, b)])((1.0, 2.0)) == [1, 2]


def test_ragged_tensors_in_tuples_are_fed(session: Any) -> None:
    a, rows = v1.placeholder(tf.float32), v1.ragged.placeholder(tf.float32, 1, [])
    given = v1.ragged.constant_value([[1], [2, 3]], dtype=np.float32)
    found, number = session.run([rows, a], {(rows, a): (given, 2.0)})
    assert (found.to_list(), number) == ([[1], [2, 3]], 2)


def test_a_tuple_takes_a_value_for_each_tensor(session: Any) -> None:
    a, b, _ = three_placeholders()
    for value, count in (
        ((1.0,), 1),
        ((1.0, 2.0, 3.0), 3),
        (1.0, 1),
        (np.array([1.0, 2.0]), 1),
        (([1.0, 4.0], 2.0), 3),
    ):
        message = f"Could not flatten dictionary. Key had 2 elements.*{count} elements"
        with pytest.raises(ValueError, match=message):
            session.run(a, {(a, b): value})
    with pytest.raises(ValueError, match="Key had 0 elements"):
        session.run(tf.constant(1), {(): (1.0,)})


def test_what_is_fed_twice_or_by_no_mapping_is_refused(session: Any) -> None:
    a, b, _ = three_placeholders()
    for twice in ({(a, b): (1.0, 2.0), a: 3.0}, {(a, a): (1.0, 2.0)}):
        with pytest.raises(ValueError, match="key is not unique"):
            session.run(a, twice)
    with pytest.raises(TypeError, match="must be a mapping, not list"):
        session.run(a, [(a, 1.0)])


def test_a_composite_takes_an_array_for_each_part(session: Any) -> None:
    """TensorFlow leaves out what is too much: inner splits of rows, without a word."""
    flat, deep = (v1.ragged.placeholder(tf.float32, rank, []) for rank in (1, 2))
    given = v1.ragged.constant_value([[1], [2, 3]], dtype=np.float32)
    nested = v1.ragged.constant_value([[[1]], [[2, 3]]], dtype=np.float32)
    sparse = v1.sparse_placeholder(tf.float32)
    slices = tf.IndexedSlices(v1.placeholder(tf.float32), v1.placeholder(tf.int32))
    for thing, value, parts, count in (
        (flat, nested, 2, 3),
        (deep, given, 3, 2),
        (sparse, ([[0]], [1.0]), 3, 2),
        (sparse, ([[0]], [1.0], [3], [4]), 3, 4),
        (slices, ([1.0], [2], [3]), 2, 3),
    ):
        message = f"is fed {parts} arrays, but its value has {count}"
        with pytest.raises(ValueError, match=message):
            session.run(thing, {thing: value})
