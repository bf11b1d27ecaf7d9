"""Field annotations, and the values and specs that fit them."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from typing import Any

import pytest

import runtime as tf
from runtime.extension_types.annotations import (
    check_annotation,
    spec_of_field,
    spec_of_value,
    value_of_field,
)

PAIR = tuple[int, str]
NUMBERS = Mapping[str, tf.Tensor]
TENSOR = tf.TensorSpec([], tf.int32)


@pytest.mark.parametrize(
    "annotation", [int, tf.Tensor, PAIR, NUMBERS, int | None, tuple[int, ...], None]
)
def test_annotations_of_fields(annotation: Any) -> None:
    assert check_annotation(annotation, "x") is None


@pytest.mark.parametrize(
    ("annotation", "shown"),
    [
        (list[int], "list"),
        (object, "'object'"),
        (typing.Any, "'Any'"),
        (PAIR | list, ""),
    ],
)
def test_annotations_that_are_not_supported(annotation: Any, shown: str) -> None:
    with pytest.raises(TypeError, match=f"In field 'x': Unsupported type .*{shown}"):
        check_annotation(annotation, "x")


@pytest.mark.parametrize(
    ("value", "annotation", "expected"),
    [
        (3, int, 3),
        ([1, "a"], PAIR, (1, "a")),
        ([], tuple[int, ...], ()),
        ({"a": 1}, Mapping[str, int], {"a": 1}),
        (None, int | None, None),
        ("float32", tf.DType, tf.float32),
        ([2, None], tf.TensorShape, tf.TensorShape([2, None])),
    ],
)
def test_values_are_converted(value: Any, annotation: Any, expected: Any) -> None:
    found = value_of_field(value, annotation, "x")
    assert dict(found) == expected if isinstance(expected, dict) else found == expected


def test_tensors_are_made_of_values_and_unions_take_the_first_that_fits() -> None:
    assert value_of_field([1, 2], tf.Tensor, "x").numpy().tolist() == [1, 2]
    assert value_of_field(3, float | int, "x") == 3
    assert value_of_field(3, tf.Tensor | int, "x") == 3
    ragged = tf.ragged.constant([[1]])
    assert value_of_field(ragged, tf.RaggedTensor, "x") is ragged


@pytest.mark.parametrize(
    ("value", "annotation", "told"),
    [
        ("a", int, "x: expected 'int', got 'str'"),
        ([1], PAIR, "x: expected a tuple with length 2, got length 1"),
        ((1, 2), PAIR, r"x\[1\]: expected 'str', got 'int'"),
        (3, PAIR, "x: expected tuple, got 'int'"),
        (3, NUMBERS, "x: expected mapping, got 'int'"),
        ({1: 2}, NUMBERS, r"x\[<key>\]: expected 'str'"),
        (object(), tf.Tensor, "x: expected a Tensor, got 'object'"),
        (1, tf.RaggedTensor, "x: expected 'RaggedTensor', got 'int'"),
        ("a", int | None, "x: expected .*got 'str'"),
    ],
)
def test_values_that_do_not_fit(value: Any, annotation: Any, told: str) -> None:
    with pytest.raises(TypeError, match=told):
        value_of_field(value, annotation, "x")


def test_specs() -> None:
    assert spec_of_field(TENSOR, tf.Tensor, "x") is TENSOR
    with pytest.raises(TypeError, match="x: expected a TensorSpec, got 'int'"):
        spec_of_field(3, tf.Tensor, "x")
    with pytest.raises(TypeError, match="a TypeSpec for 'RaggedTensor'"):
        spec_of_field(TENSOR, tf.RaggedTensor, "x")
    found = spec_of_value((tf.constant(1), 2, tf.ragged.constant([[1]])))
    assert found == (TENSOR, 2, tf.RaggedTensorSpec([1, None], tf.int32))
