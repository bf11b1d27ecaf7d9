"""Methods of lists that loops change: the same items as Python's lists have."""

from __future__ import annotations

import pytest

import runtime as tf


def of_loop(change):
    """The items of a list of 0, 10, 20 after a change that is recorded."""

    def program(n):
        items = []
        for i in tf.range(n):
            items.append(i * 10)
        change(items)
        return tf.stack(items)

    return tf.function(program)(tf.constant(3)).numpy().tolist()


CHANGES = {
    "insert": lambda items: items.insert(1, 7),
    "insert at the end": lambda items: items.insert(99, 7),
    "insert from the end": lambda items: items.insert(-1, 7),
    "extend": lambda items: items.extend([1, 2]),
    "extend by rows": lambda items: items.extend(tf.constant([1, 2])),
    "reverse": lambda items: items.reverse(),
    "sort": lambda items: items.sort(reverse=True),
    "sort upwards": lambda items: items.sort(),
    "remove": lambda items: items.remove(10),
    "pop": lambda items: items.pop(0),
}


@pytest.mark.parametrize("name", CHANGES)
def test_changes_are_pythons(name: str) -> None:
    expected = [0, 10, 20]
    if name == "extend by rows":
        expected.extend([1, 2])
    else:
        CHANGES[name](expected)
    assert of_loop(CHANGES[name]) == expected


def test_places_and_counts() -> None:
    @tf.function
    def asked(n):
        items = []
        for i in tf.range(n):
            items.append(i % 2)
        return items.index(1), items.count(1), items.count(5)

    assert [int(each) for each in asked(tf.constant(5))] == [1, 2, 0]


def test_clearing_leaves_nothing() -> None:
    @tf.function
    def cleared(n):
        items = []
        for i in tf.range(n):
            items.append(i + 1)
        items.clear()
        return len(items)

    assert int(cleared(tf.constant(3))) == 0


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda items: items.extend(5), TypeError),
        (lambda items: items.sort(key=lambda x: -x), TypeError),
        (lambda items: items.extend(tf.constant([1.5])), TypeError),
    ],
)
def test_refusals(change, kind) -> None:
    with pytest.raises(kind):
        of_loop(change)
