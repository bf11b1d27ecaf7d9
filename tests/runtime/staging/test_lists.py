"""Lists that staged code appends to and takes items of, as TensorFlow's feature too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.staging.effects import ChangedWhileRecordedError
from runtime.staging.values import DifferentTypesError

LISTS = tf.autograph.experimental.Feature.LISTS


def appended(n):
    items = []
    for i in range(n):
        items.append(i)  # noqa: PERF402 - the construct
    return tf.stack(items)


def appended_after_first(n):
    items = [n]
    for i in range(n):
        if i > 1:
            items.append(i)
    return items


def appended_in_nested_loops(n):
    items = []
    for i in range(n):
        for j in range(i):
            items.append(j)  # noqa: PERF402 - the construct
    if n > 3:
        items = tf.stack(items) * 2
    else:
        items.append(n)
    return items


def appended_in_branches(n):
    items = [n]
    if n > 3:
        items.append(n + 1)
    else:
        items.append(7)
        items.append(8)
    return items, len(items)


def last_changed_in_branch(n):
    items = [n, 1]
    if n > 3:
        last = items.pop()
        items.append(last + 5)
    else:
        items = [n, 7]
    return items


def reversed_by_popping(n):
    items = []
    for i in range(n):
        items.append(i)  # noqa: PERF402 - the construct
    total = 0
    for _ in range(n):
        total = total * 2 + items.pop()
    return total, len(items)


def returned_from_loop(n):
    items = []
    i = 0
    while i < n + 3:
        items.append(i)
        if i >= n:
            return items
        i += 1
    return items


def popped_in_test(n):
    items = [0, 5, 3, 6, 7]
    count = 0
    while count == 0 or items.pop() > n:
        count += 1
    return count, items


def popped_then_appended_in_branches(n):
    items = [n]
    total = 0
    for _ in range(n - 3):
        top = items.pop()
        total += top
        if top > 2:
            items.append(top - 2)
        else:
            items.append(top + 1)
    return total, items


PROGRAMS = (
    popped_then_appended_in_branches,
    appended,
    appended_after_first,
    appended_in_nested_loops,
    appended_in_branches,
    last_changed_in_branch,
    reversed_by_popping,
    returned_from_loop,
    popped_in_test,
)


def as_python(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [as_python(each) for each in value]
    return np.asarray(value).tolist()


@pytest.mark.parametrize("feature", [None, LISTS], ids=["usual", "lists"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_staged_list_is_what_python_gives(
    program: Callable[..., Any], feature: Any
) -> None:
    staged = tf.function(program, experimental_autograph_options=feature)
    for n in (3, 5):
        assert as_python(staged(tf.constant(n))) == as_python(program(n))


@pytest.mark.parametrize("feature", [None, LISTS], ids=["usual", "lists"])
def test_list_that_another_variable_refers_to_is_refused(feature: Any) -> None:
    def program(n):
        items = [1]
        others = items
        if n > 1:
            items.append(2)
        return others

    staged = tf.function(program, experimental_autograph_options=feature)
    with pytest.raises(ChangedWhileRecordedError, match="items changes in a branch"):
        staged(tf.constant(2))


def test_loop_cannot_make_something_else_of_the_list() -> None:
    @tf.function
    def program(n):
        items = []
        for i in range(n):
            items.append(i)  # noqa: PERF402 - the construct
        for _ in range(n):
            items = tf.stack(items) + 1
        return items

    with pytest.raises(DifferentTypesError, match="'items' is a list .* another name"):
        program(tf.constant(2))


def test_only_the_last_item_is_taken() -> None:
    @tf.function
    def program(n):
        items = []
        for i in range(n):
            items.append(i)  # noqa: PERF402 - the construct
        return items.pop(0)

    with pytest.raises(TypeError, match="Only its last item"):
        program(tf.constant(2))
