"""Sums in tensor lists: the same as sums of whole lists, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from graphir.dtypes import float32
from graphir.errors import InvalidArgumentError
from graphir.ops.arrays.tensor_list_values import TensorList
from graphir.ops.contract.registry import lookup
from graphir.shapes import Shape

PAIR = Shape([2])


def run(op: str, *inputs: Any) -> Any:
    return lookup(op).bind({"element_dtype": float32})(*inputs)


def add_to(values: TensorList, index: int, item: Any, like: TensorList) -> TensorList:
    found: TensorList = run("_TensorListAddToItem", values, np.int32(index), item, like)
    return found


def test_it_is_the_sum_with_a_list_of_one_element() -> None:
    rng = np.random.default_rng(0)
    for _ in range(50):
        count = int(rng.integers(1, 5))
        elements = [
            None if rng.random() < 0.3 else rng.normal(size=2).astype(np.float32)
            for _ in range(count)
        ]
        values = TensorList(float32, PAIR, elements)
        like = TensorList(float32, PAIR, [None] * count)
        index, item = int(rng.integers(count)), np.float32([-0.0, rng.normal()])
        expected = (values + like.with_element(index, item)).elements()
        found = add_to(values, index, item, like)
        for one, other in zip(found.elements(), expected, strict=True):
            np.testing.assert_array_equal(one, other)
            assert one is None or (np.signbit(one) == np.signbit(other)).all()
        assert len(values.elements()) == count, "the list before is what it was"


@pytest.mark.parametrize(
    ("count", "index", "size", "problem"),
    [
        (3, 3, 2, "Trying to modify element 3 in a list with 3 elements"),
        (2, 0, 2, "with different lengths. One is size 2 and other is size 3"),
        (3, 0, 1, "Tried to set a tensor with incompatible shape at a list"),
    ],
)
def test_what_a_sum_of_lists_refuses_is_refused(
    count: int, index: int, size: int, problem: str
) -> None:
    values = TensorList(float32, PAIR, [None] * count)
    like = TensorList(float32, PAIR, [None] * 3)
    with pytest.raises(InvalidArgumentError, match=problem):
        add_to(values, index, np.ones(size, np.float32), like)
