"""The logical device that a tensor reports."""

from __future__ import annotations

import runtime as tf
from graphir import dtypes
from runtime.context import CURRENT, Ambient, entered
from runtime.devices.places import TASK, Place, current_place


def test_results_within_a_place_are_marked() -> None:
    place = Place(f"{TASK}/device:CPU:1")
    before = tf.constant(1)
    with entered(Ambient(None, (place,))):
        assert current_place() is place
        assert (before + 1).device == place.device
    assert current_place() is None
    assert before.device == f"{TASK}/device:CPU:0"
    assert CURRENT.get() is None


def test_a_place_watches_nothing() -> None:
    place = Place("there")
    assert not place.is_watching([tf.constant(1.0)])
    tensor = tf.constant(1)
    place.record("Add", [], {"T": dtypes.int32}, [tensor])
    assert tensor.device == "there"
