"""Iterators, optionals, and questions to datasets, as ops."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.data.stages.resources import IteratorResource

RAW = tf.raw_ops
D = tf.data.Dataset
KINDS = {"output_types": [tf.int64], "output_shapes": [[]]}


def test_an_iterator_without_dataset_has_nothing_to_give() -> None:
    resource = IteratorResource()
    with pytest.raises(tf.errors.FailedPreconditionError, match="has not been initial"):
        resource.next()
    resource.start(D.range(1)._variant_tensor._array)
    assert [int(each) for each in resource.next()] == [0]
    with pytest.raises(StopIteration):
        resource.next()


def test_named_iterators_are_one_in_their_container() -> None:
    made = [
        RAW.IteratorV2(shared_name="same", container="test_resources", **KINDS)
        for _ in range(2)
    ]
    RAW.MakeIterator(dataset=D.range(5)._variant_tensor, iterator=made[0])
    found = [RAW.IteratorGetNext(iterator=each, **KINDS)[0] for each in made]
    assert [int(each) for each in found] == [0, 1]


def test_a_string_stands_for_an_iterator() -> None:
    handle = RAW.AnonymousIteratorV3(**KINDS)
    RAW.MakeIterator(dataset=D.range(2)._variant_tensor, iterator=handle)
    text = RAW.IteratorToStringHandle(resource_handle=handle)
    other = RAW.IteratorFromStringHandleV2(string_handle=text)
    (found,) = RAW.IteratorGetNextSync(iterator=other, **KINDS)
    assert int(found) == 0
    with pytest.raises(tf.errors.NotFoundError, match="no iterator b'absent'"):
        RAW.IteratorFromStringHandleV2(string_handle="absent")


def test_optionals() -> None:
    some = RAW.OptionalFromValue(components=[tf.constant(3, tf.int64)])
    none = RAW.OptionalNone()
    has = [bool(RAW.OptionalHasValue(optional=each)) for each in (some, none)]
    assert has == [True, False]
    assert int(RAW.OptionalGetValue(optional=some, **KINDS)[0]) == 3
    with pytest.raises(tf.errors.InvalidArgumentError, match="does not have a value"):
        RAW.OptionalGetValue(optional=none, **KINDS)


def single(dataset: Any) -> Any:
    return RAW.DatasetToSingleElement(dataset=dataset._variant_tensor, **KINDS)


def test_a_single_element() -> None:
    assert int(single(D.range(4, 5))[0]) == 4
    with pytest.raises(tf.errors.InvalidArgumentError, match="Dataset was empty"):
        single(D.range(0))
    with pytest.raises(tf.errors.InvalidArgumentError, match="more than one element"):
        single(D.range(2))


@pytest.mark.parametrize(
    ("dataset", "size"),
    [
        (D.range(5).batch(3).prefetch(1), 3),
        (D.range(5).batch(3).repeat(2).take(1), 3),
        (D.range(5), -1),
    ],
)
def test_the_size_of_batches(dataset: Any, size: int) -> None:
    found = RAW.ComputeBatchSize(input_dataset=dataset._variant_tensor)
    assert int(found) == size


@pytest.mark.parametrize(
    ("count", "step", "expected"),
    [
        (5, lambda total, x: total + x, 10),
        (0, lambda total, x: total + x, 0),
        (5, lambda total, x: x, 4),
        (0, lambda total, x: x, 0),
    ],
)
def test_reductions(count: int, step: Any, expected: int) -> None:
    """Also one that only keeps the last element."""
    found = D.range(count).reduce(tf.constant(0, tf.int64), step)
    assert int(found) == expected
