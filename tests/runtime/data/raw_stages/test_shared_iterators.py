"""Iterators for several devices: answers are recorded from TensorFlow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import runtime as tf

KINDS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
DEVICES = ["/cpu:0", "/cpu:0"]
OPS = tf.raw_ops


def named() -> Any:
    return OPS.MultiDeviceIterator(
        devices=DEVICES, shared_name="x", container="", **KINDS
    )


def anonymous() -> Any:
    return OPS.AnonymousMultiDeviceIteratorV3(devices=DEVICES, **KINDS)


def with_deleter() -> Any:
    return OPS.AnonymousMultiDeviceIterator(devices=DEVICES, **KINDS)[0]


def begun(handle: Any, dataset: Any) -> Any:
    return OPS.MultiDeviceIteratorInit(
        dataset=dataset._variant_tensor,
        multi_device_iterator=handle,
        max_buffer_size=3,
    )


def following(handle: Any, shard: int, times: Any) -> int:
    (found,) = OPS.MultiDeviceIteratorGetNextFromShard(
        multi_device_iterator=handle, shard_num=shard, incarnation_id=times, **KINDS
    )
    return int(found)


@pytest.mark.parametrize("make", [named, anonymous, with_deleter])
def test_shards_take_turns(make: Callable[[], Any]) -> None:
    handle = make()
    times = begun(handle, tf.data.Dataset.range(5))
    found = [following(handle, shard, times) for shard in (0, 1, 1, 0, 0)]
    assert found == [0, 1, 3, 2, 4]
    for shard in (0, 1):
        with pytest.raises(tf.errors.OutOfRangeError, match="End of sequence"):
            following(handle, shard, times)
    again = begun(handle, tf.data.Dataset.range(10, 15))
    assert int(again) == int(times) + 1
    assert following(handle, 1, again) == 11
    expected = f"Invalid incarnation id. Provided: {int(times)}; Expected: {int(again)}"
    with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
        following(handle, 0, times)
    with pytest.raises(tf.errors.InvalidArgumentError, match="2 shards"):
        following(handle, 2, again)


def test_iterators_are_found_by_name_and_deleted() -> None:
    handle, deleter = OPS.AnonymousMultiDeviceIterator(devices=DEVICES, **KINDS)
    times = begun(handle, tf.data.Dataset.range(9))
    text = OPS.MultiDeviceIteratorToStringHandle(multi_device_iterator=handle)
    found = OPS.MultiDeviceIteratorFromStringHandle(string_handle=text, **KINDS)
    assert [following(found, 0, times), following(handle, 0, times)] == [0, 2]
    OPS.DeleteMultiDeviceIterator(
        multi_device_iterator=handle, iterators=[], deleter=deleter
    )
    with pytest.raises(tf.errors.FailedPreconditionError, match="not been initialized"):
        following(handle, 0, times)
    with pytest.raises(tf.errors.NotFoundError, match="no iterator"):
        OPS.MultiDeviceIteratorFromStringHandle(string_handle="x", **KINDS)
