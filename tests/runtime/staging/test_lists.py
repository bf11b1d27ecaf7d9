"""Lists that staged code appends to and takes items of, as TensorFlow's feature too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.staging.effects import ChangedWhileRecordedError
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.lists import StagedList

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


def replaced_in_inner_branch(n):
    items, others = [n], [4]
    if n > 9:
        items.append(3)
    elif items[-1] > 4:
        items.append(n)
    else:
        n = n + others.pop()
        others += [n]
    return items, others


PROGRAMS = (
    replaced_in_inner_branch,
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


def random_changes(random: Random) -> list[tuple[str, tuple[Any, ...]]]:
    """Methods of a list with arguments that fit its length."""
    length, changes = 3, []
    for _ in range(random.randint(1, 8)):
        index = random.randrange(-length, length)
        name, arguments, grows = random.choice(
            [
                ("append", (random.randrange(5),), 1),
                ("insert", (random.randint(-9, 9), random.randrange(5)), 1),
                ("pop", (index,), -1),
                ("__delitem__", (index,), -1),
                ("__setitem__", (index, random.randrange(5)), 0),
                ("extend", ([7, random.randrange(5)],), 2),
                ("reverse", (), 0),
                ("sort", (), 0),
                ("append", (random.randrange(5),), 1),
            ]
        )
        if length + grows:
            changes.append((name, arguments))
            length += grows
    return changes


@pytest.mark.parametrize("is_symbolic", [False, True])
def test_random_changes_are_what_python_makes_of_them(is_symbolic: bool) -> None:
    for number in range(12):
        changes = random_changes(Random(number))

        @tf.function(autograph=False)
        def program(numbers, changes=changes):
            items = StagedList("items", [4, 0, 2], 0)
            for index, (name, arguments) in enumerate(changes):
                if is_symbolic and name != "extend":
                    arguments = tuple(
                        numbers[index, place] for place in range(len(arguments))
                    )
                getattr(items, name)(*arguments)
            return items, items.count(2), items == [4, 0, 2]

        expected = [4, 0, 2]
        numbers = np.zeros([8, 2], np.int32)
        for index, (name, arguments) in enumerate(changes):
            getattr(expected, name)(*arguments)
            if name != "extend":
                numbers[index, : len(arguments)] = arguments
        assert as_python(program(tf.constant(numbers))) == [
            expected,
            expected.count(2),
            expected == [4, 0, 2],
        ], changes


@pytest.mark.parametrize(
    "change",
    [
        lambda items: items.pop(9),
        lambda items: items.remove(9),
        lambda items: items.index(9),
        lambda items: items[9],
        lambda items: items.__setitem__(9, 1),
    ],
)
def test_what_python_refuses_fails_when_the_graph_runs(change: Any) -> None:
    @tf.function
    def program(n):
        items = []
        for i in range(n):
            items.append(i)  # noqa: PERF402 - the construct
        found = change(items)
        return items, found

    with pytest.raises(tf.errors.InvalidArgumentError):
        program(tf.constant(3))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda items: items.append(1.5), "of dtype float32 cannot be put into it"),
        (lambda items: items.extend("ab"), "cannot be extended by 'ab'"),
        (lambda items: items.sort(key=abs), "Sort its numbers, without a key"),
        (lambda items: items.__setitem__(slice(2), 1), "Set one item at a time"),
        (lambda items: items.__delitem__(slice(2)), "Delete one item at a time"),
        (lambda items: items and 3, "write len\\(...\\) > 0"),
    ],
)
def test_what_a_staged_list_refuses(change: Any, told: str) -> None:
    @tf.function
    def program(n):
        items = []
        for i in range(n):
            items.append(i)  # noqa: PERF402 - the construct
        return change(items)

    with pytest.raises(TypeError, match=told):
        program(tf.constant(3))


def test_items_of_unknown_size_or_rank_are_appended_and_stacked() -> None:
    @tf.function
    def repeated(x: Any) -> Any:
        rows = []
        for _ in tf.range(3):
            rows.append(x)
        return tf.stack(rows)

    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    for shape in ([None, 2], [None, None], None):
        concrete = repeated.get_concrete_function(tf.TensorSpec(shape))
        assert concrete(x).numpy().tolist() == [x.numpy().tolist()] * 3
    assert repeated.get_concrete_function(
        tf.TensorSpec([None, 2])
    ).structured_outputs.shape == [None, None, 2]
