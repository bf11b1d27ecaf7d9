"""Sources of elements: tensors, slices, ranges, random words, generators."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.stages.sources import column_of
from runtime.data.stages.stage import IterationSettings
from tests.runtime.data.whole_reads import check_reads

D = tf.data.Dataset
READS: dict[str, tuple[Callable[[], Any], list[Any]]] = {
    "a tensor": (lambda: D.from_tensors([1, 2]), [[1, 2]]),
    "slices": (lambda: D.from_tensor_slices(["a", "", "c"]), [b"a", b"", b"c"]),
    "slices of several": (
        lambda: D.from_tensor_slices(([1, 2], [[3], [4]])),
        [(1, [3]), (2, [4])],
    ),
    "no slices": (lambda: D.from_tensor_slices(np.zeros((0, 2))), []),
    "a list": (
        lambda: tf.data.experimental.from_list([(1, "a"), (2, "b")]),
        [(1, b"a"), (2, b"b")],
    ),
    "downwards": (lambda: D.range(5, 0, -2), [5, 3, 1]),
    "an empty range": (lambda: D.range(3, 3), []),
    "another dtype": (lambda: D.range(2, output_type=tf.float32), [0.0, 1.0]),
}


@pytest.mark.parametrize("name", READS)
def test_elements(name: str) -> None:
    make, expected = READS[name]
    check_reads(make, expected)


@pytest.mark.parametrize("name", READS)
def test_the_rest_is_what_next_gives(name: str) -> None:
    dataset = READS[name][0]()
    one, other = (
        iter(dataset.variant._array.iterate(IterationSettings())) for _ in range(2)
    )
    assert list(islice(one, 1)) == list(islice(other, 1))
    rest = [[np.asarray(part).tolist() for part in each] for each in one.rest()]
    assert rest == [[np.asarray(part).tolist() for part in each] for each in other]


def test_rows_of_a_sparse_tensor() -> None:
    sparse = tf.sparse.from_dense([[0, 1], [0, 0], [2, 3]])
    rows = D.from_tensor_slices(sparse)
    found = [tf.sparse.to_dense(each).numpy().tolist() for each in rows]
    assert found == [[0, 1], [0, 0], [2, 3]]
    raw = tf.raw_ops.SparseTensorSliceDataset(
        indices=sparse.indices, values=sparse.values, dense_shape=sparse.dense_shape
    )
    assert int(tf.raw_ops.DatasetCardinality(input_dataset=raw)) == 3


def test_random_words_follow_from_the_seed() -> None:
    fixed = D.random(seed=3, rerandomize_each_iteration=False).take(4)
    first = [int(x) for x in fixed]
    assert [int(x) for x in fixed] == first
    assert all(0 <= x < 2**32 for x in first)
    assert int(D.random(seed=3).cardinality()) == -1
    renewed = D.random(seed=3, rerandomize_each_iteration=True).take(4)
    assert [int(x) for x in renewed] != [int(x) for x in renewed]


def test_a_generator_is_read_anew_each_time() -> None:
    made = D.from_generator(
        lambda n: range(n), output_signature=tf.TensorSpec([], tf.int32), args=[3]
    )
    check_reads(lambda: made, [0, 1, 2], -2)


def test_what_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="non-zero integer"):
        D.range(0, 3, 0)
    with pytest.raises(ValueError, match=r"2.*3|3.*2"):
        D.from_tensor_slices(([1, 2], [1, 2, 3]))


def test_a_column_of_strings_has_arrays_for_slices() -> None:
    found = column_of(np.array([b"a", b"b"], object))[1]
    assert (type(found), found.shape, found[()]) == (np.ndarray, (), b"b")
    numbers = np.arange(3)
    assert column_of(numbers) is numbers


def test_later_epochs_of_random_numbers_go_on_where_the_place_was_saved() -> None:
    made = D.random(seed=2, rerandomize_each_iteration=True).take(2).repeat(3)
    first = iter(made)
    next(first)
    saved = first._resource.save()
    rest = [int(x) for x in first]
    again = iter(made)
    again._resource.restore(saved)
    assert [int(x) for x in again] == rest
    # as an earlier release wrote it
    del saved["source"]["source"]["epochs_begun"]
    again = iter(made)
    again._resource.restore(saved)
    assert int(next(again)) == rest[0]
