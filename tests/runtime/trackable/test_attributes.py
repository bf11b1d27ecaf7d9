"""Attributes that are tracked as they are assigned."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.trackable.attributes import AutoTrackable
from runtime.trackable.base import SAVED_MODEL


class Thing(AutoTrackable):
    """An object with functions of all kinds."""

    @tf.function
    def method(self, x: tf.Tensor) -> tf.Tensor:
        return x

    @property
    def computed(self) -> object:
        return tf.function(lambda: 1)

    @property
    def broken(self) -> object:
        raise ValueError("there is none yet")


def test_objects_with_state_are_children_and_plain_values_are_not() -> None:
    thing = Thing()
    thing.v, thing.n, thing.text = tf.Variable(1), 3, "text"
    thing.items = [tf.Variable(2)]
    assert list(thing._trackable_children()) == ["v", "items"]
    thing.v = tf.Variable(5)
    assert int(thing._trackable_children()["v"]) == 5
    del thing.items
    assert list(thing._trackable_children()) == ["v"]
    with pytest.raises(AttributeError):
        thing.items  # noqa: B018


def test_tracking_can_be_switched_off() -> None:
    thing = Thing()
    thing._setattr_tracking = False
    thing.v = tf.Variable(1)
    assert thing._trackable_children() == {}
    thing._setattr_tracking = True
    thing.w = thing._no_dependency(tf.Variable(2))
    assert thing._trackable_children() == {}
    assert int(thing.w) == 2


def test_functions_are_children_of_a_model_alone() -> None:
    thing = Thing()
    assert thing._trackable_children() == {}
    found = thing._trackable_children(SAVED_MODEL)
    assert sorted(found) == ["computed", "method"]
