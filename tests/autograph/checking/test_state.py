"""The state that a function can reach: texts, numbers, lists, circles."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph.checking.stages import registered
from autograph.checking.state import State


@pytest.fixture(autouse=True)
def stage() -> None:
    """The runtime says which objects are variables once it is asked."""
    registered.get()


class Holder:
    """An object with whatever it is given."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)


@pytest.mark.parametrize(
    ("value", "other"),
    [
        ("a", "b"),
        (["a", "bc"], ["a", "b"]),
        (1, 2),
        ([1.0, 2.0], [1.0, 3.0]),
        ([0.0], [-0.0]),
        ([np.nan], [1.0]),
        (np.zeros((0, 2), np.float32), None),
        (True, False),
    ],
)
def test_variables_of_every_dtype_are_watched_and_put_back(
    value: Any, other: Any
) -> None:
    """Those of texts once had no shape, and `check` failed wherever there was one."""
    holder = Holder(v=tf.Variable(value))
    before = holder.v.numpy()
    state = State({"holder": holder})
    holder.v.assign(value)
    assert state.changes() == {}
    if other is not None:
        holder.v.assign(other)
        (path,) = state.changes()
        assert path == "holder.v"
    state.restore()
    np.testing.assert_array_equal(holder.v.numpy(), before)


def test_check_takes_functions_with_variables_of_text() -> None:
    holder = Holder(name=tf.Variable("a"), names=tf.Variable(["a", "b"]))

    def renamed(x: Any) -> Any:
        holder.names.assign([holder.name, "c"])
        return x

    report = tf.autograph.check(renamed, tf.constant(1.0))
    assert report.error is None
    assert not report.divergences
    assert holder.names.numpy().tolist() == [b"a", b"b"]


def test_lists_and_attributes_are_put_back() -> None:
    holder = Holder(items=[1, [2]], table={"a": {3}}, name="n")
    state = State({"holder": holder})
    holder.items[1].append(9)
    holder.table["b"] = 4
    holder.name = "m"
    assert state.changes()
    state.restore()
    assert (holder.items, holder.table, holder.name) == ([1, [2]], {"a": {3}}, "n")
    assert state.changes() == {}


def test_circles_and_depths_end() -> None:
    items: list[Any] = []
    items.append(items)
    deep: Any = []
    for _ in range(2000):
        deep = [deep]
    state = State({"items": items, "deep": deep})
    assert state.changes() == {}
    items.append(1)
    state.restore()
    assert len(items) == 1


def test_one_variable_by_two_names_is_told_once() -> None:
    variable = tf.Variable(1.0)
    state = State({"a": variable, "b": [variable]})
    variable.assign(2.0)
    assert list(state.changes()) == ["a"]
