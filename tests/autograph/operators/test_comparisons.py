"""Comparisons mean what Python's do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograph import Stage, register_stage, unregister_stage
from autograph import operators as ag__

VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.text(max_size=2),
    st.lists(st.integers(), max_size=1),
)


@given(VALUES, VALUES)
def test_comparisons_are_python_comparisons(a, b):
    assert ag__.eq(a, b) == (a == b)
    assert ag__.not_eq(a, b) == (a != b)


@given(st.integers(0, 3), st.lists(st.integers(0, 3)))
def test_membership_is_python_membership(item, container):
    assert ag__.in_(item, container) == (item in container)
    assert ag__.not_in(item, container) == (item not in container)


def test_equality_keeps_what_the_method_returns():
    class Elementwise:
        __hash__ = None

        def __eq__(self, other):
            return ["eq", other]

        def __ne__(self, other):
            return ["ne", other]

    assert ag__.eq(Elementwise(), 1) == ["eq", 1]
    assert ag__.not_eq(Elementwise(), 1) == ["ne", 1]


class Symbol:
    """A value that a stage owns."""


class Noting(Stage):
    """Notes what is looked for."""

    def contains(self, item, container):
        return ("in", item, len(container))

    def not_(self, a):
        return ("not", a)


class Refusing:
    """A value with a mistake in its `__eq__`."""

    __hash__ = None

    def __init__(self):
        self.asked = 0

    def __eq__(self, other):
        self.asked += 1
        raise KeyError("the user's")


@pytest.fixture
def symbol():
    register_stage(Symbol, Noting())
    yield Symbol()
    unregister_stage(Symbol)


@pytest.mark.parametrize("kind", [list, tuple])
def test_staged_items_decide(symbol, kind):
    held = kind([1, symbol])
    assert ag__.in_(1, held) == ("in", 1, 2)
    assert ag__.not_in(1, held) is False
    assert ag__.not_in(1, kind([2])) is True


@pytest.mark.parametrize("look", [ag__.in_, ag__.not_in])
def test_an_error_of_the_users_is_raised_and_nothing_is_asked_again(symbol, look):
    refusing = Refusing()
    with pytest.raises(KeyError, match="the user's"):
        look(refusing, [1, 2])
    assert refusing.asked == 1
