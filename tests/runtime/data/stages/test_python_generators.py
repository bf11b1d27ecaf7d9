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


class Restarting:
    """An iterator that begins anew after its end, and whenever it is asked for."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.left = 2

    def __iter__(self) -> Restarting:
        self.calls.append("iter")
        self.left = 2
        return self

    def __next__(self) -> int:
        self.calls.append("next")
        if not self.left:
            self.left = 2
            raise StopIteration
        self.left -= 1
        return self.left


def test_an_iterator_is_not_asked_again_after_its_end() -> None:
    made = Restarting()
    dataset = tf.data.Dataset.from_generator(lambda: made, tf.int32)
    assert [int(each) for each in dataset.take(9)] == [1, 0]
    iterator = iter(dataset)
    made.calls.clear()
    assert [int(next(iterator)) for _ in range(2)] == [1, 0]
    for _ in range(2):
        with pytest.raises(StopIteration):
            next(iterator)
    assert made.calls == ["iter", "next", "next", "next"]


@pytest.mark.parametrize("read", [0, 1])
def test_a_position_that_has_ended_stays_so(read: int) -> None:
    position = Generated(source(Restarting), ())
    assert [next(position)[0] for _ in range(read)] == [1][:read]
    for _ in range(2):
        assert list(position) == [(1,), (0,)][read:]
        read = 2


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
