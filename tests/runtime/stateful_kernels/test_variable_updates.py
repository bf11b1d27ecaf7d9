"""Large variables are changed in place where nobody sees the difference."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.variables import IN_PLACE_BYTES

SIZE = IN_PLACE_BYTES // 4


def address(v: Any) -> int:
    place: int = v.storage.value.ctypes.data
    return place


def fresh() -> Any:
    v = tf.Variable(tf.zeros([SIZE]))
    v.assign_add(tf.ones([SIZE]))  # from here on the memory is its own
    return v


@pytest.mark.parametrize("staged", [False, True])
def test_memory_is_used_again(staged: bool) -> None:
    v, step = fresh(), tf.ones([SIZE])

    def change() -> None:
        v.assign_sub(step)

    called = tf.function(change) if staged else change
    called()
    before = address(v)
    called()
    assert address(v) == before
    assert v.numpy()[[0, -1]].tolist() == [-1.0, -1.0]


@pytest.mark.parametrize(
    "held",
    [
        lambda v: v.value(),
        lambda v: tf.identity(v),
        lambda v: v[:2],
        lambda v: tf.reshape(v, [2, -1]),
        lambda v: memoryview(v.storage.value),
        lambda v: np.asarray(v.value()),
    ],
    ids=["value", "identity", "slice", "reshape", "buffer", "array"],
)
def test_what_was_read_stays(held: Any) -> None:
    v = fresh()
    before = held(v)
    v.assign_add(tf.ones([SIZE]))
    assert float(np.ravel(np.asarray(before))[0]) == 1.0
    assert float(v[0]) == 2.0


def test_value_added_to_itself() -> None:
    v = fresh()
    v.assign_add(v)
    v.assign_add(v.value())
    assert float(v[0]) == 4.0


def test_tape_keeps_what_it_read() -> None:
    v = fresh()
    with tf.GradientTape(persistent=True) as tape:
        y = tf.reduce_sum(v * v)
    v.assign_add(tf.ones([SIZE]))
    assert float(tape.gradient(y, v)[0]) == 2.0


def test_array_of_the_user_is_not_touched() -> None:
    array = np.zeros(SIZE, np.float32)
    v = tf.Variable(array)
    v.assign_add(tf.ones([SIZE]))
    assert array[0] == 0.0
    v.assign(array)
    v.assign_add(tf.ones([SIZE]))
    assert array[0] == 0.0


def test_failed_update_keeps_the_value() -> None:
    v = fresh()
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        v.assign_add(tf.ones([SIZE + 1]))
    assert float(v[0]) == 1.0
    assert bool(v.is_initialized())


def test_readers_on_other_threads_see_whole_values() -> None:
    v, step = fresh(), tf.ones([SIZE])
    torn: list[Any] = []
    ended = threading.Event()

    def read() -> None:
        while not ended.is_set():
            value = v.value().numpy()
            if value.min() != value.max():
                torn.append(value)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for each in readers:
        each.start()
    for _ in range(300):
        v.assign_add(step)
    ended.set()
    for each in readers:
        each.join()
    assert torn == []
    assert float(v[0]) == 301.0
