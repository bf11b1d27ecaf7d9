"""Assertions of version 1: the data that they show, and what they return in graphs."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

v1 = tf.compat.v1
SHOWN = "extra:\n['7', '8', '9', '...']"


def extra() -> list[Any]:
    return ["extra:", tf.constant([7, 8, 9, 10, 11])]


FAILING = {
    "assert_equal": ([1, 2], [1, 3]),
    "assert_none_equal": ([1, 2], [1, 3]),
    "assert_less": ([1, 2], [1, 3]),
    "assert_less_equal": ([2, 2], [1, 3]),
    "assert_greater": ([1, 2], [1, 3]),
    "assert_greater_equal": ([0, 2], [1, 3]),
    "assert_positive": ([0, 1],),
    "assert_negative": ([0, 1],),
    "assert_non_negative": ([-1, 1],),
    "assert_non_positive": ([-1, 1],),
}


@pytest.mark.parametrize("name", FAILING)
def test_data_is_shown_and_not_the_operands(name: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        getattr(v1, name)(*FAILING[name], data=extra())
    assert str(caught.value) == SHOWN


def test_data_stands_after_the_message_and_is_summarized() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        v1.assert_equal([1], [2], data=extra(), summarize=2, message="first")
    assert str(caught.value) == "first\nextra:\n['7', '8', '...']"


def test_data_of_a_comparison_with_tolerance() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        v1.assert_near([1.0, 2.0], [1.0, 3.0], data=extra(), message="not shown")
    text = str(caught.value).partition("Summarized data: ")[2]
    assert text == "b'extra:'\n7, 8, 9, ..."


def test_elements_of_each_kind_of_data() -> None:
    data = [tf.constant(1), tf.constant(["a", "b"]), [1, 2, 3, 4], "x", 1.5]
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        v1.assert_positive([-1], data=data)
    assert str(caught.value) == "1\n[\"b'a'\", \"b'b'\"]\n[1, 2, 3, 4]\nx\n1.5"


def failure_in_a_session(build: Any) -> str:
    with tf.Graph().as_default():
        x = v1.placeholder(tf.int32, None, name="x")
        operation = build(x)
        with (
            v1.Session() as session,
            pytest.raises(tf.errors.InvalidArgumentError) as caught,
        ):
            session.run(operation, {"x:0": [1, 2]})
    return str(caught.value).splitlines()[0]


def test_data_is_shown_when_a_graph_runs() -> None:
    compared = failure_in_a_session(
        lambda x: v1.assert_less(x, [1, 3], data=["extra", x], message="m")
    )
    assert compared == "assertion failed: [m] [extra] [1 2]"
    signs = failure_in_a_session(
        lambda x: v1.assert_positive(x - 1, data=["extra", x], message="not shown")
    )
    assert signs == "assertion failed: [extra] [1 2]"
    near = failure_in_a_session(
        lambda x: v1.assert_near(tf.cast(x, tf.float32), [1.0, 3.0], data=["extra", x])
    )
    assert near == "assertion failed: [extra] [1 2]"


@pytest.mark.parametrize(
    ("check", "arguments"),
    [("assert_rank", 3), ("assert_rank_at_least", 3), ("assert_rank_in", [2, 3])],
)
def test_ranks_that_a_run_finds_out(check: str, arguments: Any) -> None:
    assertion = getattr(v1, check)
    shown = failure_in_a_session(lambda x: assertion(x, arguments, data=["extra", x]))
    assert shown == "assertion failed: [extra] [1 2]"
    relation = {"assert_rank": "", "assert_rank_at_least": " at least"}.get(
        check, " in"
    )
    ranks = "[2] [3]" if check == "assert_rank_in" else "[3]"
    assert failure_in_a_session(lambda x: assertion(x, arguments, message="m")) == (
        f"assertion failed: [m.  ] [Tensor x:0 must have rank{relation}] {ranks} "
        "[Received shape: ] [2]"
    )


OPERATIONS = {
    "equal": lambda m, x: m.assert_equal(x, x),
    "rank": lambda m, x: m.assert_rank(x, 1),
    "rank at least": lambda m, x: m.assert_rank_at_least(x, 1),
    "rank in": lambda m, x: m.assert_rank_in(x, [1, 2]),
    "integer": lambda m, x: m.assert_integer(x),
    "type": lambda m, x: m.assert_type(x, tf.int32),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_what_holds_already_is_an_operation_in_a_graph(name: str) -> None:
    assert OPERATIONS[name](v1, tf.constant([1, 2])) is None
    with tf.Graph().as_default():
        operation = OPERATIONS[name](v1, v1.placeholder(tf.int32, [2]))
        assert operation.type == "NoOp"
        with tf.control_dependencies([operation]):
            tf.constant(1)


@pytest.mark.parametrize("name", ["equal", "rank", "rank at least", "rank in"])
def test_debugging_returns_operations_too(name: str) -> None:
    with tf.Graph().as_default():
        operation = OPERATIONS[name](tf.debugging, v1.placeholder(tf.int32, [2]))
    assert operation.type == "NoOp"
