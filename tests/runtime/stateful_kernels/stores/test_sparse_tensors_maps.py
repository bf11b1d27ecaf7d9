"""Sparse tensors kept under numbers, each taken once."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

RAW = tf.raw_ops


def named(name: str) -> dict[str, Any]:
    return {"container": "test_sparse_tensors_maps", "shared_name": name}


def add(name: str, indices: Any, values: Any, shape: Any) -> Any:
    return RAW.AddSparseToTensorsMap(
        sparse_indices=tf.constant(indices, tf.int64),
        sparse_values=values,
        sparse_shape=shape,
        **named(name),
    )


def take(name: str, handles: Any, dtype: Any = tf.int32) -> list[Any]:
    parts = RAW.TakeManySparseFromTensorsMap(
        sparse_handles=handles, dtype=dtype, **named(name)
    )
    return [each.numpy().tolist() for each in parts]


def test_tensors_are_stacked_in_the_order_of_their_handles() -> None:
    first = add("a", [[0]], [5], [2])
    second = add("a", [[1], [2]], [6, 7], [3])
    found = take("a", [second, first])
    assert found == [[[0, 1], [0, 2], [1, 0]], [6, 7, 5], [2, 3]]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Unable to find SparseTe"):
        take("a", [first])


def test_rows_of_one_tensor() -> None:
    handles = RAW.AddManySparseToTensorsMap(
        sparse_indices=[[0, 1], [2, 0]],
        sparse_values=[1, 2],
        sparse_shape=[3, 2],
        **named("b"),
    )
    assert len(set(handles.numpy().tolist())) == 3
    found = take("b", tf.reverse(handles, [0]))
    assert found == [[[0, 0], [2, 1]], [2, 1], [3, 2]]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (([[5]], [1], [2]), r"indices\[0\] = \[5\] is out of bounds"),
        (([[0]], [1, 2], [2]), "must fit"),
        (([0], [1], [2]), "indices should be a matrix"),
    ],
)
def test_what_is_no_sparse_tensor(given: Any, told: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        add("c", *given)


def test_another_dtype_or_rank_is_refused() -> None:
    with pytest.raises(
        tf.errors.InvalidArgumentError, match="of type float but Sparse"
    ):
        take("d", [add("d", [[0]], [1], [1])], tf.float32)
    handles = [add("e", [[0]], [1], [1]), add("e", [[0, 0]], [1], [1, 1])]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Inconsistent rank"):
        take("e", handles)
