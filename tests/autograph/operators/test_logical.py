"""Logical operators mean what Python's do, also in what they evaluate."""

from __future__ import annotations

import pytest
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


def _thunk(calls: list[str], name: str, value: object):
    def call() -> object:
        calls.append(name)
        return value

    return call


@given(VALUES, VALUES)
def test_and_gives_the_same_object_and_evaluates_the_same_operands(a, b):
    calls: list[str] = []
    result = ag__.and_(_thunk(calls, "a", a), _thunk(calls, "b", b))
    assert result is (a and b)
    assert calls == (["a", "b"] if a else ["a"])


@given(VALUES, VALUES)
def test_or_gives_the_same_object_and_evaluates_the_same_operands(a, b):
    calls: list[str] = []
    result = ag__.or_(_thunk(calls, "a", a), _thunk(calls, "b", b))
    assert result is (a or b)
    assert calls == (["a"] if a else ["a", "b"])


@given(VALUES)
def test_not_is_python_not(a):
    assert ag__.not_(a) is (not a)


@given(VALUES)
def test_conditional_expression_evaluates_one_arm(cond):
    calls: list[str] = []
    result = ag__.if_exp(cond, _thunk(calls, "t", 1), _thunk(calls, "f", 2), "cond")
    assert result == (1 if cond else 2)
    assert calls == (["t"] if cond else ["f"])


class Ambiguous:
    def __bool__(self) -> bool:
        raise ValueError("no truth value")


@pytest.mark.parametrize(
    "use",
    [
        lambda a: ag__.and_(lambda: a, lambda: 1),
        lambda a: ag__.or_(lambda: a, lambda: 1),
        lambda a: ag__.not_(a),
        lambda a: ag__.if_exp(a, lambda: 1, lambda: 2, "a"),
    ],
    ids=["and", "or", "not", "if_exp"],
)
def test_error_of_truth_value_comes_through(use):
    with pytest.raises(ValueError, match=r"^no truth value$"):
        use(Ambiguous())
