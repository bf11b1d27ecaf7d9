"""Staging maps: tensors by key, complete when every place has one."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.stateful_kernels.stores.staging_areas import Limits
from runtime.stateful_kernels.stores.staging_maps import StagingMap

RAW = tf.raw_ops


def staging_map(width: int = 2) -> StagingMap:
    return StagingMap(Limits({"capacity": 0, "memory_limit": 0}), width)


def test_a_key_is_complete_when_all_its_tensors_have_come() -> None:
    made = staging_map()
    made.put(7, {1: "b"})
    assert (list(made.complete), list(made.incomplete)) == ([], [7])
    made.put(7, {0: "a"})
    assert (list(made.complete), list(made.incomplete)) == ([7], [])
    assert made.peek(7, [1, 0]) == ["b", "a"]
    assert made.take(7, [0, 1]) == ["a", "b"]
    assert (made.complete, made.incomplete) == ({}, {})


def test_what_is_left_of_a_key_is_incomplete() -> None:
    made = staging_map()
    made.put(7, {0: "a", 1: "b"})
    assert made.take(7, [1]) == ["b"]
    assert made.incomplete == {7: {0: "a"}}


def test_a_place_is_set_once() -> None:
    made = staging_map()
    made.put(1, {0: "a"})
    with pytest.raises(
        tf.errors.InvalidArgumentError,
        match="index '0' for key '1' was already initialized",
    ):
        made.put(1, {0: "b"})
    assert made.incomplete == {1: {0: "a"}}


@pytest.mark.parametrize(("family", "first"), [("Map", 9), ("OrderedMap", 2)])
def test_ops(family: str, first: int) -> None:
    """Any key that is complete, or the smallest of them."""
    common: dict[str, Any] = {
        "shared_name": f"test_staging_{family}",
        "dtypes": [tf.int32],
    }
    for key in (9, 2, 5):
        getattr(RAW, f"{family}Stage")(
            key=tf.constant(key, tf.int64), indices=[0], values=[key * 10], **common
        )
    assert int(getattr(RAW, f"{family}Size")(**common)) == 3
    found = getattr(RAW, f"{family}UnstageNoKey")(indices=[0], **common)
    assert (int(found.key), int(found.values[0])) == (first, first * 10)
    key = tf.constant(5, tf.int64)
    for name in ("Peek", "Unstage"):
        (value,) = getattr(RAW, family + name)(key=key, indices=[0], **common)
        assert int(value) == 50
    getattr(RAW, f"{family}Clear")(**common)
    assert int(getattr(RAW, f"{family}IncompleteSize")(**common)) == 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="different places of the"):
        getattr(RAW, f"{family}Stage")(key=key, indices=[1], values=[1], **common)
