"""Datasets of Python generators: the spec, and the conversion of what is yielded."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.data.datasets.generators import dataset_of_tensor, output_spec

SCALAR = tf.TensorSpec([], tf.int32)


def read(values: Any, signature: Any) -> list[Any]:
    made = tf.data.Dataset.from_generator(
        lambda: iter(values), output_signature=signature
    )
    return [tf.nest.map_structure(lambda x: x.numpy(), each) for each in made]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ((tf.int32, None, SCALAR), "can not be used together"),
        ((None, [], SCALAR), "`output_shapes` argument can not be used"),
        ((None, None, None), "you need to provide either"),
        ((None, None, tf.int32), "subclass of `tf.TypeSpec` but found"),
    ],
)
def test_arguments_that_say_too_little_or_too_much(given: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        output_spec(*given)


def test_types_and_shapes_are_a_spec() -> None:
    assert output_spec(None, None, [SCALAR, SCALAR]) == (SCALAR, SCALAR)
    found = output_spec((tf.int32, tf.string), ([], [None]), None)
    assert found == (SCALAR, tf.TensorSpec([None], tf.string))


@pytest.mark.parametrize(
    ("dtype", "value", "expected"),
    [
        (tf.int32, 3, np.int32(3)),
        (tf.int8, np.int8(-3), np.int8(-3)),
        (tf.float64, 2, np.float64(2)),
        (tf.bool, True, np.bool_(True)),
        (tf.string, "ä", "ä".encode()),
        (tf.complex64, 1j, np.complex64(1j)),
    ],
)
def test_scalars_have_the_dtype_of_the_spec(
    dtype: Any, value: Any, expected: Any
) -> None:
    (found,) = read([value], tf.TensorSpec([], dtype))
    assert (found, type(found)) == (expected, type(expected))


def test_an_array_is_copied_before_the_generator_goes_on() -> None:
    buffer = np.zeros(2, np.int32)

    def filled() -> Any:
        for n in range(2):
            buffer[:] = n
            yield buffer

    found = read(filled(), tf.TensorSpec([2], tf.int32))
    assert [each.tolist() for each in found] == [[0, 0], [1, 1]]


@pytest.mark.parametrize(
    ("value", "signature", "told"),
    [
        (2**63, SCALAR, "could not be converted"),
        ("text", SCALAR, "could not be converted to the expected type"),
        ((1, 2, 3), (SCALAR, SCALAR), "did not match the expected structure"),
        (1, (SCALAR, SCALAR), "did not match the expected structure"),
        ([1, 2, 3], tf.TensorSpec([2], tf.int32), r"shape \(3,\) where an element"),
        ({"b": 1}, {"a": SCALAR}, "structure was {'a': tf.int32}, but .* was {'b': 1}"),
    ],
)
def test_elements_of_another_kind_are_told(
    value: Any, signature: Any, told: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=told):
        read([value], signature)


def test_structures_and_ragged_rows() -> None:
    assert read([{"a": 1}], {"a": SCALAR}) == [{"a": 1}]
    assert read([[1, 2]], [SCALAR, SCALAR]) == [(1, 2)]
    spec = tf.RaggedTensorSpec([None, None], tf.int32)
    rows = tf.ragged.constant([[1], [2, 3]])
    made = tf.data.Dataset.from_generator(lambda: iter([rows]), output_signature=spec)
    assert [each.to_list() for each in made] == [[[1], [2, 3]]]


def test_what_is_no_generator_is_refused() -> None:
    make = tf.data.Dataset.from_generator
    with pytest.raises(TypeError, match="must be a Python callable"):
        make([1, 2], output_signature=SCALAR)


def test_a_dataset_of_one_tensor() -> None:
    found = dataset_of_tensor([1, 2])
    assert found.element_spec == tf.TensorSpec([2], tf.int32)
    assert [each.numpy().tolist() for each in found] == [[1, 2]]


@pytest.mark.parametrize("shape", [[], None])
@pytest.mark.parametrize(
    ("value", "dtype", "expected"),
    [(300, tf.uint8, 44), (-1, tf.uint64, 2**64 - 1), (2**40, tf.int32, 0)],
)
def test_integers_wrap_around_alone_and_in_lists(
    value: int, dtype: Any, expected: int, shape: Any
) -> None:
    spec = tf.TensorSpec(shape, dtype)
    assert read([value], spec) == [expected]
    assert read([(value, [value])], (spec, tf.TensorSpec([1], dtype))) == [
        (expected, [expected])
    ]


@pytest.mark.parametrize("shape", [[], None])
@pytest.mark.parametrize(
    ("value", "dtype"),
    [(10**30, tf.int64), (2**63, tf.uint8), (10**400, tf.float32)],
)
def test_integers_out_of_range_are_refused_with_the_value(
    value: int, dtype: Any, shape: Any
) -> None:
    spec, row = tf.TensorSpec(shape, dtype), tf.TensorSpec([1], dtype)
    with pytest.raises(tf.errors.InvalidArgumentError, match=str(value)):
        read([value], spec)
    with pytest.raises(tf.errors.InvalidArgumentError, match="could not be converted"):
        read([[value]], row)
    with pytest.raises(tf.errors.InvalidArgumentError, match=str(value)):
        read([(1, value)], (SCALAR, spec))
