"""Repeated calls of traced functions find what they ran, and never another's."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.variables.quick_calls import read_call


def test_tensors_in_a_dict_arrive_by_key_in_any_order() -> None:
    function = tf.function(lambda d: d["a"] - d["b"])
    one, two = tf.constant(1), tf.constant(2)
    for _ in range(3):
        assert function({"a": one, "b": two}).numpy() == -1
        assert function({"b": one, "a": two}).numpy() == 1


def test_one_tensor_given_twice_does_not_bind_two_arguments() -> None:
    function = tf.function(lambda a, b: a - b)
    one, two = tf.constant(1), tf.constant(2)
    assert function(one, one).numpy() == 0
    assert function(two, one).numpy() == 1
    assert function({"x": one}["x"], two).numpy() == -1


def test_equal_python_values_of_other_types_are_traced_apart() -> None:
    function = tf.function(lambda x, flag: x + 1 if flag is True else x)
    x = tf.constant(5)
    for _ in range(2):
        assert function(x, 1).numpy() == 5
        assert function(x, True).numpy() == 6
        assert function(x, 1.0).numpy() == 5


def test_zeros_of_both_signs_are_apart() -> None:
    function = tf.function(lambda x, y: x / tf.constant(y))
    x = tf.constant(1.0)
    for _ in range(2):
        assert function(x, 0.0).numpy() == np.inf
        assert function(x, -0.0).numpy() == -np.inf


def test_results_keep_their_structure() -> None:
    def several(x: Any, parts: Any) -> Any:
        return {"sum": x + parts[0], "rest": (None, [parts[1]])}

    function = tf.function(several)
    x, parts = tf.constant(1), (tf.constant(2), tf.constant(3))
    for _ in range(2):
        result = function(x, parts)
        assert result["sum"].numpy() == 3
        assert result["rest"][0] is None
        assert result["rest"][1][0].numpy() == 3


def test_lists_and_tuples_are_apart() -> None:
    function = tf.function(lambda x: x[0] + 1 if isinstance(x, list) else x[0])
    one = tf.constant(1)
    for _ in range(2):
        assert function([one]).numpy() == 2
        assert function((one,)).numpy() == 1


def test_captured_values_and_defaults_take_part() -> None:
    outside = tf.constant(10)
    function = tf.function(lambda x, scale=3: x * scale + outside)
    for _ in range(2):
        assert function(tf.constant(2)).numpy() == 16
        assert function(tf.constant(2), 4).numpy() == 18


def test_calls_under_a_tape_are_remembered_too() -> None:
    v = tf.Variable(3.0)

    @tf.function
    def joined(pair: Any, variable: Any, scale: int) -> Any:
        return pair["a"] * variable * float(scale) + pair["b"]

    a, b = tf.constant(2.0), tf.constant(1.0)
    found = []
    for _ in range(14):
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = joined({"a": a, "b": b}, v, 5)
        slopes = tape.gradient(y, [a, v])
        found.append([float(y), *map(float, slopes)])
    assert joined._repeated.recorded
    assert found == [[31.0, 15.0, 10.0]] * 14


def test_new_trace_forgets_calls_under_a_tape() -> None:
    double = tf.function(lambda x: x + x)
    x = tf.constant(1.0)
    for _ in range(14):
        with tf.GradientTape():
            double(x)
    assert double._repeated.recorded
    double(tf.constant([1.0]))
    assert not double._repeated.recorded


def test_iterators_count_by_the_spec_of_their_elements() -> None:
    function = tf.function(lambda iterator: next(iterator) + 1)
    datasets = [
        tf.data.Dataset.range(5),
        tf.data.Dataset.from_tensors([1.5, 2.5]).repeat(5),
    ]
    for _ in range(3):
        for dataset, wanted in zip(datasets, ([1, 2, 3], [[2.5, 3.5]] * 3)):
            iterator = iter(dataset)
            assert [function(iterator).numpy().tolist() for _ in range(3)] == wanted
    iterator = iter(datasets[0])
    assert read_call([iterator]) is not None
    assert read_call([iterator])[0] == read_call([iter(datasets[0])])[0]  # type: ignore[index]
    assert read_call([iterator])[0] != read_call([iter(datasets[1])])[0]  # type: ignore[index]


def test_iterators_in_arguments_end_and_are_recorded() -> None:
    function = tf.function(lambda parts, x: next(parts["data"]) * x)
    dataset = tf.data.Dataset.from_tensor_slices([2.0, 3.0, 4.0])
    x = tf.constant(5.0)
    parts = {"data": iter(dataset)}
    for wanted in (2.0, 3.0, 4.0):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(parts, x)
        assert (float(y), float(tape.gradient(y, x))) == (5 * wanted, wanted)
    with pytest.raises(tf.errors.OutOfRangeError):
        function(parts, x)
