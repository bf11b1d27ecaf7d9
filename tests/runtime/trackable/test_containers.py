"""Containers in attributes: what is wrapped, and the variables within."""

from __future__ import annotations

import collections
from typing import Any

import pytest

import runtime as tf
from runtime.trackable.base import CHECKPOINT
from runtime.trackable.data_structures import (
    NoDependency,
    sticky_attribute_assignment,
    tracked_children,
    wrap_or_unwrap,
)

Pair = collections.namedtuple("Pair", ["a", "b"])


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ([1], "ListWrapper"),
        ({"a": 1}, "_DictWrapper"),
        (collections.OrderedDict(a=1), "_OrderedDictWrapper"),
        ((1, 2), "tuple"),
        (([1], 2), "_TupleWrapper"),
        (Pair([1], 2), "_PairWrapper"),
        ("text", "str"),
        (NoDependency([1]), "list"),
    ],
)
def test_containers_that_may_hold_state_are_wrapped(value: Any, kind: str) -> None:
    found = wrap_or_unwrap(value)
    assert type(found).__name__ == kind


def test_what_is_wrapped_stays_so() -> None:
    found = wrap_or_unwrap([1])
    assert wrap_or_unwrap(found) is found


def test_variables_in_the_order_of_training() -> None:
    owner = tf.Module()
    trained, fixed = tf.Variable(1), tf.Variable(2, trainable=False)
    owner.items = [fixed, [trained], "other"]
    assert owner.items.trainable
    assert owner.items.trainable_variables == [trained]
    assert owner.items.non_trainable_variables == [fixed]
    assert owner.items.variables == [trained, fixed]
    owner.items.trainable = False
    assert owner.items.trainable_weights == []
    assert owner.items.weights == [trained, fixed]


def test_an_attribute_is_tracked_under_its_name() -> None:
    owner = tf.Module()
    found = sticky_attribute_assignment(owner, "items", [1])
    assert owner._lookup_dependency("items") is found
    plain = sticky_attribute_assignment(owner, "plain", NoDependency([1]))
    assert (plain, owner._lookup_dependency("plain")) == ([1], None)


def test_containers_that_an_object_makes_up_are_the_same_each_time() -> None:
    class Owner(tf.Module):
        """A module whose children are made when they are asked for."""

        def _trackable_children(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
            return {"made": [1]}

    owner, kept = Owner(), {}
    first = tracked_children(owner, CHECKPOINT, kept)["made"]
    assert tracked_children(owner, CHECKPOINT, kept)["made"] is first
    assert tracked_children(owner, CHECKPOINT)["made"] is not first


CHANGES = {
    "of an untracked value": (
        "1v",
        lambda items: items.__setitem__(0, tf.Variable(2.0)),
        "01",
    ),
    "by an untracked value": ("1v", lambda items: items.__setitem__(0, 2), "1"),
    "of a variable": ("v1", lambda items: items.__setitem__(0, 2), None),
    "repeated": ("v1", lambda items: items.__imul__(2), "02"),
    "emptied": ("v1", lambda items: items.__imul__(0), None),
    "repeated, untracked": ("11", lambda items: items.__imul__(2), ""),
}


@pytest.mark.parametrize("change", CHANGES)
def test_which_changes_of_lists_can_be_restored(change: str) -> None:
    values, act, expected = CHANGES[change]
    owner = tf.Module()
    owner.items = [tf.Variable(1.0) if each == "v" else 1 for each in values]
    act(owner.items)
    if expected is None:
        with pytest.raises(ValueError, match="A list element was replaced"):
            owner.items._trackable_children()
    else:
        assert sorted(owner.items._trackable_children()) == [*expected]
