"""A list becomes a tensor only if nobody else holds it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from autograph.operators import ownership
from runtime.staging.effects import ChangedWhileRecordedError


def grown(n: Any) -> Any:
    found: list[Any] = []
    for i in tf.range(n):
        found.append(i + i)
    return tf.stack(found)


def held_by_another_variable(n: Any) -> Any:
    found: list[Any] = []
    other = found
    for i in tf.range(n):
        found.append(i + i)
    return len(other)


def held_by_a_container(n: Any) -> Any:
    found: list[Any] = []
    lists = {"found": found}
    for i in tf.range(n):
        found.append(i + i)
    return len(lists["found"])


class Holder:
    """An object with a list."""

    def __init__(self) -> None:
        self.items: list[Any] = []


def held_by_an_attribute(n: Any) -> Any:
    holder = Holder()
    found = holder.items
    for i in tf.range(n):
        found.append(i + i)
    return len(holder.items)


def held_by_a_default(n: Any) -> Any:
    found: list[Any] = []

    def kept(items: list[Any] = found) -> int:
        return len(items)

    for i in tf.range(n):
        found.append(i + i)
    return kept()


def let_go(n: Any) -> Any:
    found: list[Any] = []
    other = [found]
    other.clear()
    for i in tf.range(n):
        found.append(i + i)
    return tf.stack(found)


def grown_in_a_nested_trace(n: Any) -> Any:
    found: list[Any] = []

    @tf.function
    def add(x: Any) -> Any:
        inner = []
        for i in tf.range(x):
            inner.append(i + i)
        return tf.reduce_sum(tf.stack(inner))

    for i in tf.range(n):
        found.append(add(i + 1))
    return tf.stack(found)


@pytest.mark.parametrize("program", [grown, let_go])
def test_an_own_list_is_staged(program: Any) -> None:
    np.testing.assert_array_equal(tf.function(program)(tf.constant(3)), [0, 2, 4])


def test_lists_of_nested_traces_are_their_own() -> None:
    found = tf.function(grown_in_a_nested_trace)(tf.constant(3))

    np.testing.assert_array_equal(found, [0, 2, 6])


@pytest.mark.parametrize(
    "program",
    [
        held_by_another_variable,
        held_by_a_container,
        held_by_an_attribute,
        held_by_a_default,
    ],
)
def test_a_list_that_others_hold_is_refused(program: Any) -> None:
    with pytest.raises(ChangedWhileRecordedError, match="found changes"):
        tf.function(program)(tf.constant(3))


def test_without_exact_counts_every_list_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ownership, "COUNTS_ARE_EXACT", False)

    with pytest.raises(ChangedWhileRecordedError, match="found changes"):
        tf.function(grown)(tf.constant(3))
