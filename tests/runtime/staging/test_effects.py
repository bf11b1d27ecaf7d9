"""Python objects and `nonlocal` variables that staged code changes."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.staging.effects import ChangedWhileRecordedError


def nested_items(n):
    rows = [[n, 1], [2, 3]]
    for i in range(2):
        for j in range(2):
            if rows[i][j] > 1:
                rows[i][j] = rows[i][j] - 1
    return rows


def alias_of_rebinding_function(n):
    count = 0

    def bump():
        nonlocal count
        count += 1

    f = bump
    for _ in range(n):
        f()
    if n > 1:
        f()
    return count


def rebinding_in_two_scopes(n):
    count = 0

    def middle(value):
        def bump():
            nonlocal count
            count += value

        if value > 1:
            bump()

    for i in range(n):
        middle(i)
    return count


def rebinding_in_expression(n):
    state = 1

    def swap(value):
        nonlocal state
        old, state = state, value
        return old

    first = swap(n) if n > 2 else 0
    return first * 10 + state


def rebinding_in_test(n):
    left = n

    def is_left():
        nonlocal left
        left = left - 1
        return left > 0

    count = 0
    while is_left():
        count += 1
    return count, left


def counter_made_elsewhere(n):
    def make():
        total = 0

        def add(by):
            nonlocal total
            total += by
            return total

        return add

    add = make()
    for i in range(n):
        add(i)
    return add(0)


def lists_in_python_loop(n):
    items = []
    for k in [1, 2, 3]:
        if n > k:
            items.append(n * k)
    return items


def list_in_loop_in_branch(n):
    items = []
    if n > 2:
        for i in range(n):
            items.append(i)  # noqa: PERF402 - the construct
    return items


def append_in_both_branches(n):
    items = [1]
    if n > 2:
        items.append(n)
    else:
        items.append(-n)
    return items[-1], len(items)


PROGRAMS = [
    nested_items,
    alias_of_rebinding_function,
    rebinding_in_two_scopes,
    rebinding_in_expression,
    rebinding_in_test,
    counter_made_elsewhere,
    lists_in_python_loop,
    list_in_loop_in_branch,
    append_in_both_branches,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda each: each.__name__)
def test_staged_program_gives_what_python_gives(program):
    staged = tf.function(program)
    for n in (0, 1, 3, 5):
        assert as_python(staged(tf.constant(n))) == as_python(program(n))


def as_python(value):
    if isinstance(value, (list, tuple)):
        return [as_python(each) for each in value]
    return as_python(value.numpy().tolist()) if isinstance(value, tf.Tensor) else value


class Holder:
    """Something that can be changed."""

    def __init__(self):
        self.names = {"a"}
        self.counts = {"a": 1}
        self.order = [3, 1, 2]


def adds_to_set(holder):
    holder.names.add("b")


def updates_dict(holder):
    holder.counts.update(a=2)


def sorts_list(holder):
    holder.order.sort()


def sets_attribute(holder):
    holder.names = set()


@pytest.mark.parametrize(
    ("change", "path"),
    [
        (adds_to_set, "holder.names"),
        (updates_dict, "holder.counts"),
        (sorts_list, "holder.order"),
        (sets_attribute, "holder.names"),
    ],
)
def test_change_in_a_branch_is_refused_and_taken_back(change, path):
    holder = Holder()

    @tf.function
    def branching(x):
        if x > 0:
            change(holder)
        return x

    with pytest.raises(ChangedWhileRecordedError, match=rf"{path} changes in a branch"):
        branching(tf.constant(-1))

    assert vars(holder) == vars(Holder())


def test_change_in_an_operand_of_and_is_refused():
    seen = []

    def note(x):
        seen.append(1)
        return x > 0

    @tf.function
    def both(x):
        return x > 1 and note(x)

    with pytest.raises(ChangedWhileRecordedError, match="seen changes in a branch"):
        both(tf.constant(0))


def test_change_in_a_branch_that_python_decides_is_pythons():
    holder = Holder()

    @tf.function
    def branching(x, is_wanted):
        if is_wanted:
            adds_to_set(holder)
        return x

    branching(tf.constant(1), True)

    assert holder.names == {"a", "b"}


def test_variable_of_the_environment_makes_it_a_warning(monkeypatch, capsys):
    monkeypatch.setenv("AUTOGRAPH_LOOP_EFFECTS", "warn")
    seen = []

    @tf.function
    def branching(x):
        if x > 0:
            seen.append("traced")
        return x

    branching(tf.constant(-1))

    assert seen == ["traced"]
    assert "seen changes in a branch" in capsys.readouterr().err


def test_list_of_the_caller_stays_a_list():
    seen = []

    @tf.function
    def branching(x):
        if x > 0:
            seen.append(1)
        return x

    @tf.function
    def looping(n):
        for i in range(n):
            seen.append(i)  # noqa: PERF402 - the construct
        return n

    for traced in (branching, looping):
        with pytest.raises(ChangedWhileRecordedError, match="seen changes in"):
            traced(tf.constant(3))
        assert seen == []
