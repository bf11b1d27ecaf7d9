"""Iterators as ops: without a dataset, by name, by a string."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.data.resources.iterators import IteratorResource

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
