"""Locks of graphs: who holds them, and when they are free again."""

from __future__ import annotations

import gc
from typing import Any

import pytest

import runtime as tf
from runtime.stateful_kernels.stores.mutexes import HeldLock, Mutex

RAW = tf.raw_ops


def test_a_mutex_is_free_after_its_lock_was_consumed_or_forgotten() -> None:
    mutex = tf.raw_ops.MutexV2(shared_name="free_again")
    for _ in range(2):
        lock = tf.raw_ops.MutexLock(mutex=mutex)
        tf.raw_ops.ConsumeMutexLock(mutex_lock=lock)
    lock = tf.raw_ops.MutexLock(mutex=mutex)
    del lock
    gc.collect()
    again = tf.raw_ops.MutexLock(mutex=mutex)
    tf.raw_ops.ConsumeMutexLock(mutex_lock=again)


def test_a_lock_is_given_free_once() -> None:
    mutex = Mutex()
    former = HeldLock(mutex)
    former.release()
    later = HeldLock(mutex)
    former.release()  # not what another holds now
    del former
    assert mutex.lock.locked()
    later.release()
    assert not mutex.lock.locked()


def test_mutexes_of_one_name_are_one() -> None:
    def named(name: str) -> Any:
        return RAW.MutexV2(shared_name=name)._array

    assert named("one mutex") is named("one mutex")
    assert named("one mutex") is not named("another mutex")
    assert named("") is not named("")


def test_a_section_that_fails_holds_no_lock_while_its_error_is_kept() -> None:
    mutex = RAW.MutexV2(shared_name="of a section that fails")._array

    @tf.function
    def section(x: Any) -> Any:
        own = RAW.MutexV2(shared_name="of a section that fails")
        lock = RAW.MutexLock(mutex=own)
        with tf.control_dependencies([lock]):
            check = tf.debugging.assert_less(x, 1)
        with tf.control_dependencies([check]):
            y = x + 1
        with tf.control_dependencies([y]):
            RAW.ConsumeMutexLock(mutex_lock=lock)
        return y

    with pytest.raises(tf.errors.InvalidArgumentError) as kept:
        section(tf.constant(3))
    assert not mutex.lock.locked(), kept.value
    assert section(tf.constant(0)).numpy() == 1
