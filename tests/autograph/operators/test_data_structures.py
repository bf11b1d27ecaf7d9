"""Lists and subscripts as assignments keep Python's meaning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph import operators as ag__

ITEMS = st.lists(st.integers(), max_size=4)
NO_OPTS = ag__.ListPopOpts(None, None)


@given(ITEMS)
def test_new_list_is_a_new_list_of_the_items(items):
    made = ag__.new_list(items)
    assert made == items
    assert made is not items


def test_new_list_of_nothing_is_empty():
    assert ag__.new_list() == []


@given(ITEMS, st.integers())
def test_append_changes_the_list_in_place(items, item):
    given_list = list(items)
    assert ag__.list_append(given_list, item) is given_list
    assert given_list == [*items, item]


@given(ITEMS.filter(bool), st.one_of(st.none(), st.integers(-1, 0)))
def test_pop_gives_the_list_and_the_item(items, index):
    given_list, expected = list(items), list(items)
    wanted = expected.pop() if index is None else expected.pop(index)
    same, item = ag__.list_pop(given_list, index, NO_OPTS)
    assert same is given_list
    assert (given_list, item) == (expected, wanted)


def test_pop_of_an_empty_list_is_pythons_error():
    with pytest.raises(IndexError, match=r"^pop from empty list$"):
        ag__.list_pop([], None, NO_OPTS)


def test_stack_makes_the_users_call():
    opts = ag__.ListStackOpts(element_dtype=None, original_call=tuple)
    assert ag__.list_stack([1, 2], opts) == (1, 2)


def test_stack_without_a_call_is_an_error():
    with pytest.raises(ValueError, match="needs opts.original_call"):
        ag__.list_stack([1], ag__.ListStackOpts())


def test_subscripts_read_and_write_in_place():
    target = {"k": 1}
    opts = ag__.GetItemOpts(element_dtype=None)
    assert ag__.get_item(target, "k", opts=opts) == 1
    assert ag__.set_item(target, "k", 2) is target
    assert target == {"k": 2}


def test_assert_evaluates_its_message_only_if_it_fails():
    ag__.assert_stmt(1, pytest.fail)
    with pytest.raises(AssertionError, match=r"^why$"):
        ag__.assert_stmt([], lambda: "why")
