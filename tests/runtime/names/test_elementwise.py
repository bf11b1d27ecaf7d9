"""Element-wise public functions by their number of arguments."""

from __future__ import annotations

import inspect

import pytest

import runtime as tf
from runtime.names.elementwise import (
    BINARY,
    BINARY_ASSERTIONS,
    UNARY,
    functions_named,
)


@pytest.mark.parametrize(
    ("names", "least"), [(UNARY, 1), (BINARY, 2), (BINARY_ASSERTIONS, 2)]
)
def test_each_name_is_a_public_function_of_so_many(names: str, least: int) -> None:
    found = functions_named(names)
    assert len(found) == len(set(map(id, found))) <= len(names.split())
    for function in found:
        assert len(inspect.signature(function).parameters) >= least, function


def test_names_of_one_function_count_once() -> None:
    assert functions_named("abs math.abs add") == [tf.abs, tf.add]


def test_the_groups_are_apart() -> None:
    groups = [set(each.split()) for each in (UNARY, BINARY, BINARY_ASSERTIONS)]
    assert not (groups[0] & groups[1])
    assert not (groups[1] & groups[2])
    assert not (groups[0] & groups[2])
