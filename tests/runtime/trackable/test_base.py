"""Objects with named children."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.trackable.base import (
    Trackable,
    descendants,
    has_own_state,
    no_automatic_dependency_tracking,
)


def named(**children: Any) -> Trackable:
    made = Trackable()
    for name, each in children.items():
        made._track_trackable(each, name)
    return made


def test_children_have_names_of_their_own() -> None:
    one, two = Trackable(), Trackable()
    owner = named(a=one)
    assert owner._track_trackable(one, "a") is one
    with pytest.raises(ValueError, match="name='a', but a Trackable with this name"):
        owner._track_trackable(two, "a")
    owner._track_trackable(two, "a", overwrite=True)
    assert owner._lookup_dependency("a") is two
    owner._untrack_trackable("a")
    assert owner._lookup_dependency("a") is None
    with pytest.raises(TypeError, match="Trackable. Got type <class 'int'>"):
        owner._track_trackable(3, "b")


def test_descendants_come_breadth_first_and_once() -> None:
    leaf = Trackable()
    root = named(a=named(x=leaf), b=leaf)
    leaf._track_trackable(root, "back")
    paths = [".".join(step.name for step in path) for _, path in descendants(root)]
    assert paths == ["", "a", "b"]


def test_who_has_state() -> None:
    assert has_own_state(tf.Variable(1))
    assert not has_own_state(Trackable())
    with pytest.raises(NotImplementedError):
        Trackable()._serialize_to_tensors()


def test_a_waiting_restoration_is_bound_when_the_child_comes() -> None:
    bound: list[Any] = []

    class Waiting:
        """A restoration that notes what it is bound to."""

        def bind(self, node: int, target: Any) -> None:
            bound.append((node, target))

    owner, child = Trackable(), Trackable()
    owner._deferred_dependencies["a"] = [(Waiting(), 7)]
    owner._track_trackable(child, "a")
    assert bound == [(7, child)]
    assert owner._deferred_dependencies == {}


def test_a_method_that_tracks_nothing() -> None:
    class Quiet(tf.Module):
        """A module with a method that is not tracked."""

        @no_automatic_dependency_tracking
        def build(self) -> None:
            self.hidden = tf.Variable(1)

    module = Quiet()
    module.build()
    module.shown = tf.Variable(2)
    assert list(module._trackable_children()) == ["shown"]


def test_a_getter_makes_the_variable() -> None:
    owner = Trackable()

    def getter(name: str, shape: Any, dtype: Any, initializer: Any) -> Any:
        return tf.Variable(tf.zeros(shape, dtype), name=name)

    made = owner._add_variable_with_custom_getter("v", [2], tf.int32, getter=getter)
    assert made.numpy().tolist() == [0, 0]
    assert owner._lookup_dependency("v") is made
    with pytest.raises(TypeError, match="it must be a function"):
        owner._add_variable_with_custom_getter("w")
