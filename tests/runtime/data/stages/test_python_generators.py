"""Python generators as sources of graphs and iterators."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir import dtypes
from runtime.data.stages.python_generators import (
    Generated,
    PythonSource,
    as_arguments,
    source_of_token,
    token_of_source,
)


def source(function: Any = lambda: iter([1, 2, 3])) -> PythonSource:
    return PythonSource(function, None, lambda value: (np.int64(value),))


def test_graphs_begin_read_and_end_generators_by_number() -> None:
    made = source()
    first, second = made.begin(), made.begin()
    assert (first.dtype, int(first) != int(second)) == (np.int64, True)
    assert [made.following(first), made.following(first)] == [[1], [2]]
    assert made.following(second) == [1]
    assert made.end(first) == made.end(first) == 0
    with pytest.raises(KeyError):
        made.following(first)


def test_iterators_begin_with_their_first_element_and_go_on_by_count() -> None:
    begun: list[int] = []

    def numbers() -> Any:
        begun.append(1)
        yield from range(4)

    iterator = Generated(source(numbers), ())
    assert begun == []
    assert [next(iterator), next(iterator)] == [(0,), (1,)]
    again = Generated(source(numbers), ())
    again.restore(iterator.save())
    assert list(again) == [(2,), (3,)]
    assert begun == [1, 1]


def test_what_is_no_generator_or_element_is_told() -> None:
    with pytest.raises(TypeError, match="an object that can be iterated over, not 3"):
        source(lambda: 3).generator(())

    def refuse(value: Any) -> Any:
        raise TypeError("wrong")

    iterator = Generated(PythonSource(lambda: [1], None, refuse), ())
    with pytest.raises(tf.errors.InvalidArgumentError, match="(?s)wrong.*in element 0"):
        next(iterator)


def test_a_token_names_a_source_while_it_lives() -> None:
    made = source()
    token = token_of_source(made)
    assert source_of_token(token) is source_of_token(bytes(token)) is made
    assert source_of_token(None) is None
    assert source_of_token(b"generator_absent") is None


def test_arguments_are_numpys() -> None:
    found = as_arguments([np.int32(1), b"a"], [dtypes.int32, dtypes.string])
    assert found == (1, b"a")
    assert type(found[0]) is np.int32
