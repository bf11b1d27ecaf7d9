"""Dicts in attributes: tracked by name, written back, saved or refused."""

from __future__ import annotations

import copy
import pickle
from collections import OrderedDict
from typing import Any

import pytest

import runtime as tf


def held(value: Any) -> Any:
    owner = tf.Module()
    owner.d = value
    return owner.d


def test_a_dict_behaves_as_one() -> None:
    found = held({"a": 1, "b": 2})
    assert found == {"a": 1, "b": 2}
    assert found.pop("a") == 1
    assert found.pop("a", 7) == 7
    assert found.setdefault("c", 3) == found.setdefault("c", 9) == 3
    found |= {"d": 4}
    assert (list(found), len(found), found.get("x", 0)) == (["b", "c", "d"], 3, 0)
    assert found.popitem() == ("d", 4)
    assert (repr(found), str(found)) == (
        "DictWrapper({'b': 2, 'c': 3})",
        "{'b': 2, 'c': 3}",
    )
    found.clear()
    assert not found


def test_values_with_state_are_tracked_by_their_key() -> None:
    variable = tf.Variable(1)
    found = held({"v": variable, "n": 1})
    assert found._trackable_children() == {"v": variable}
    found["v"] = 3
    assert found._trackable_children() == {}
    found["w"] = variable
    del found["w"]
    assert found._trackable_children() == {}


def test_changes_are_written_to_the_users_dict() -> None:
    own: dict[str, Any] = {"a": 1}
    found = held(own)
    found["b"] = 2
    found.update(c=3)
    assert own == {"a": 1, "b": 2, "c": 3}


def test_a_change_of_the_users_dict_is_seen_and_not_saved() -> None:
    own: dict[str, Any] = {"a": 1}
    found = held(own)
    own["b"] = 2
    assert dict(found) == {"a": 1, "b": 2}
    with pytest.raises(ValueError, match="was modified outside the wrapper"):
        found._trackable_children()


def test_keys_that_are_no_names() -> None:
    assert held({1: 2})._trackable_children() == {}
    with pytest.raises(ValueError, match="a non-string key which maps to a trackable"):
        held({1: tf.Variable(2)})._trackable_children()


def test_copies() -> None:
    variable = tf.Variable(1)
    found = held({"v": variable, "items": [1]})
    assert found.copy()["v"] is variable
    deep = copy.deepcopy(found)
    assert deep["v"] is not variable
    assert deep["items"] == [1]
    assert pickle.loads(pickle.dumps(held({"a": [1]}))) == {"a": [1]}


def test_ordered_dicts_stay_ordered() -> None:
    found = held(OrderedDict(b=1, a=2))
    assert isinstance(found, OrderedDict)
    found.move_to_end("b")
    assert list(found) == ["a", "b"]
    assert repr(found) == f"DictWrapper({OrderedDict(a=2, b=1)!r})"
