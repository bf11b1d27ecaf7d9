"""Tests of tensor lists: every version keeps its elements."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphir.dtypes import float32, int32
from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.tensor_list_values import TensorList
from graphir.shapes import UNKNOWN, Shape

steps = st.one_of(
    st.tuples(st.just("push"), st.integers(0, 99)),
    st.tuples(st.just("pop"), st.integers(0, 99)),
    st.tuples(st.just("set"), st.integers(0, 99)),
    st.tuples(st.just("read"), st.integers(0, 99)),
)


@given(st.lists(st.tuples(steps, st.integers(0, 5)), max_size=30))
def test_every_version_keeps_its_elements(script: list[Any]) -> None:
    versions: list[Any] = [(TensorList(int32, UNKNOWN, []), [])]
    for (kind, number), back in script:
        made, expected = versions[-1 - back % len(versions)]
        if kind == "push":
            versions.append((made.push(number), [*expected, number]))
        elif kind == "pop" and expected:
            shorter, last = made.pop()
            assert last == expected[-1]
            versions.append((shorter, expected[:-1]))
        elif kind == "set" and expected:
            index = number % len(expected)
            changed = [*expected[:index], number, *expected[index + 1 :]]
            versions.append((made.with_element(index, number), changed))
        else:
            assert made.elements() == expected
    for made, expected in versions:
        assert made.elements() == expected


def test_many_writes_take_linear_time() -> None:
    made = TensorList(int32, UNKNOWN, [None] * 100_000)
    start = time.process_time()
    for index in range(20_000):
        made = made.with_element(index, index)
    # a tenth of a second; with a copy for each, several
    assert time.process_time() - start < 2
    assert made.elements()[:2] == [0, 1]


def test_unwritten_elements_are_zeros_of_the_known_shape() -> None:
    made = TensorList(float32, Shape([None]), [None, np.ones(2, np.float32)])
    filled = made.filled(made.elements(), UNKNOWN)
    assert [each.tolist() for each in filled] == [[0.0, 0.0], [1.0, 1.0]]


def test_unwritten_elements_of_unknown_shape_are_refused() -> None:
    made = TensorList(float32, UNKNOWN, [None])
    with pytest.raises(InvalidArgumentError, match="uninitialized tensor"):
        made.filled(made.elements(), UNKNOWN)


@pytest.mark.parametrize(
    "use",
    [
        lambda made: made.pop(),
        lambda made: made.element(0),
        lambda made: made.with_element(0, np.float32(1)),
        lambda made: made.push(np.ones(3, np.float32)),
        lambda made: made + TensorList(float32, UNKNOWN, [None]),
    ],
)
def test_impossible_use_is_refused(use: Any) -> None:
    with pytest.raises(InvalidArgumentError):
        use(TensorList(float32, Shape([2]), []))
