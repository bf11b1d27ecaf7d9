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
    # what is replaced or deleted is saved still: so TensorFlow's files have it
    found["v"] = 3
    assert found._trackable_children() == {"v": variable}
    found["w"] = variable
    del found["w"]
    assert found._trackable_children() == {"v": variable, "w": variable}


@pytest.mark.parametrize("make", [dict, OrderedDict])
def test_single_keys_are_read_from_the_users_dict(make: Any) -> None:
    own = make(a=1, b=tf.Variable(2))
    found = held(own)
    own["a"] = 5
    assert (found["a"], found.get("a"), len(found), "a" in found) == (5, 5, 2, True)
    assert next(iter(found.items())) == ("a", 5)
    own["c"] = 7
    assert list(found) == ["a", "b", "c"]
    with pytest.raises(ValueError, match="was modified outside the wrapper"):
        found._trackable_children()


def test_an_ordered_dict_keeps_its_own_methods() -> None:
    own = OrderedDict(a=1, b=2, c=3)
    found = held(own)
    found.move_to_end("a")
    assert list(own) == list(found) == ["b", "c", "a"]
    assert found._trackable_children() == {}
    assert found.popitem(last=False) == ("b", 2)
    assert found.popitem() == ("a", 1)
    assert type(found | {"d": 4}) is OrderedDict
    assert list(found) == list(own) == ["c"]
    with pytest.raises(KeyError, match="dictionary is empty"):
        held(OrderedDict()).popitem()


def test_many_assignments_take_time_for_each_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = held({str(index): index for index in range(100)})

    def fail(*_: Any) -> bool:
        raise AssertionError("all keys were compared")

    monkeypatch.setattr(type(found), "_is_like", fail)
    for index in range(100):
        found[str(index)] = found[str(index)] + 1
    assert found["99"] == 100


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
