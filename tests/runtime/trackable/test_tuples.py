"""Tuples in attributes that hold something with state."""

from __future__ import annotations

import copy
import pickle
from collections import namedtuple
from typing import Any

import runtime as tf

Pair = namedtuple("Pair", ["a", "b"])


def held(value: Any) -> Any:
    owner = tf.Module()
    owner.t = value
    return owner.t


def test_a_tuple_without_state_stays_as_it_is() -> None:
    plain = (1, ("a", 2))
    assert held(plain) is plain
    assert held(Pair(1, 2)) == Pair(1, 2)


def test_parts_are_found_by_place_and_by_name() -> None:
    variable = tf.Variable(1)
    assert held((variable, 2))._trackable_children() == {"0": variable}
    named = held(Pair(1, variable))
    assert named._trackable_children() == {"b": variable, "1": variable}
    assert (named.b, named[1], isinstance(named, Pair)) == (variable, variable, True)
    assert named._replace(a=5).a == 5


def test_text_and_copies() -> None:
    found = held(([1], 2))
    assert found == ([1], 2)
    assert (repr(found), str(found)) == (
        "_TupleWrapper(([1], 2))".replace("[1]", repr(found[0])),
        f"({found[0]!r}, 2)",
    )
    assert copy.copy(found) is found
    deep = copy.deepcopy(found)
    assert deep == ([1], 2)
    assert deep[0] is not found[0]
    assert pickle.loads(pickle.dumps(found)) == ([1], 2)
