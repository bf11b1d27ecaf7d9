"""Comparisons mean what Python's do."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

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
