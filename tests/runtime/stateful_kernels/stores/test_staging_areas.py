"""Staging areas: first come, first served, within limits."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.stateful_kernels.stores.staging_areas import Limits, StagingArea, bytes_of

RAW = tf.raw_ops


def area(capacity: int = 0, memory_limit: int = 0) -> StagingArea:
    limits = Limits({"capacity": capacity, "memory_limit": memory_limit})
    return StagingArea(limits)


@pytest.mark.parametrize(
    ("capacity", "memory", "entries", "held", "added", "expected"),
    [
        (0, 0, 99, 99, 99, True),
        (2, 0, 1, 0, 0, True),
        (2, 0, 2, 0, 0, False),
        (0, 8, 5, 4, 4, True),
        (0, 8, 5, 4, 5, False),
    ],
)
def test_room(
    capacity: int, memory: int, entries: int, held: int, added: int, expected: bool
) -> None:
    limits = Limits({"capacity": capacity, "memory_limit": memory})
    assert limits.has_room(entries, held, added) is expected


def test_tuples_come_in_order_and_are_looked_at_by_position() -> None:
    made = area()
    for number in range(3):
        made.put((number,))
    assert made.peek(2) == (2,)
    assert [made.take() for _ in range(2)] == [(0,), (1,)]
    made.clear()
    assert len(made.entries) == 0


def test_who_has_no_room_waits_for_a_take() -> None:
    made = area(capacity=1)
    made.put((1,))
    waiting = Thread(target=made.put, args=((2,),), daemon=True)
    waiting.start()
    assert [made.take(), made.take()] == [(1,), (2,)]
    waiting.join(60)
    assert not waiting.is_alive()


def test_what_alone_is_too_large_is_refused() -> None:
    values = (np.zeros(3, np.int32), np.int8(1))
    assert bytes_of(values) == 13
    with pytest.raises(tf.errors.ResourceExhaustedError, match="size of '13' bytes"):
        area(memory_limit=12).put(values)


def test_ops_share_an_area_by_name() -> None:
    common: dict[str, Any] = {"shared_name": "test_staging_areas"}
    kinds = {**common, "dtypes": [tf.int32, tf.string]}
    for number in range(2):
        RAW.Stage(values=[tf.constant(number), tf.constant("x")], **common)
    assert int(RAW.StageSize(**kinds)) == 2
    assert int(RAW.StagePeek(index=1, **kinds)[0]) == 1
    number, text = RAW.Unstage(**kinds)
    assert (int(number), text.numpy()) == (0, b"x")
    RAW.StageClear(**kinds)
    assert int(RAW.StageSize(**kinds)) == 0
