"""The truth of tensors, as Python's statements take it."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.truth import TruthOfChoice, as_truth, condition, truth_of_list


@pytest.mark.parametrize(
    "values",
    [[0, 1, -2], [0.0, -0.0, 0.5, float("nan")], ["", "a"], [True, False]],
    ids=str,
)
def test_truth_is_pythons(values) -> None:
    found = as_truth(tf.constant(values), "if statement")
    assert found.numpy().tolist() == [bool(each) for each in values]


def test_a_condition_is_one_truth() -> None:
    assert bool(condition(tf.constant(3), "if statement"))
    with pytest.raises(ValueError, match="condition of if statement expected"):
        condition(tf.constant([1, 2]), "if statement")


def test_a_list_of_tensors_has_no_truth() -> None:
    variant = tf.raw_ops.EmptyTensorList(
        element_shape=-1, max_num_elements=-1, element_dtype=tf.int32
    )
    with pytest.raises(ValueError, match="to check for None, use `is not None`"):
        as_truth(variant, "if statement")


def test_of_a_choice_between_lists_there_is_only_the_truth() -> None:
    choice = TruthOfChoice(tf.constant(True), [1], [])
    assert bool(truth_of_list(choice))
    assert bool(condition(choice, "if statement"))
    with pytest.raises(DifferentTypesError, match=r"the value is \[1\] or \[\]"):
        tf.convert_to_tensor(choice)
    assert truth_of_list(5) == 5


class Sized:
    """An object of the user's with a length."""

    def __init__(self, length: int) -> None:
        self.length = length

    def __len__(self) -> int:
        return self.length


WITHOUT_TENSORS: list[Any] = [
    *(None, ..., object, object(), len, [], [1], (), {}, {1: 2}),
    *(Sized(0), Sized(2), lambda: 0),
]


def deciding(x: Any, extra: Any) -> Any:
    found = []
    if x > 0 and extra:
        found.append(1)
    else:
        found.append(0)
    if x < 0 or extra:
        found[0] += 2
    if not (x > 0 and extra):
        found[0] += 4
    found[0] += 8 if (x < 0 or not extra) else 0
    steps = 0
    while steps < x and extra:
        steps += 1
    return found[0], steps


@pytest.mark.parametrize("extra", WITHOUT_TENSORS)
def test_a_value_that_is_no_tensor_has_its_truth_in_a_test(extra: Any) -> None:
    staged = tf.function(lambda x: deciding(x, extra))(tf.constant(3))
    assert [int(each) for each in staged] == list(deciding(3, extra))


@pytest.mark.parametrize("extra", WITHOUT_TENSORS)
def test_a_value_that_is_no_tensor_is_not_chosen(extra: Any) -> None:
    with pytest.raises(TypeError, match="can only choose between tensors"):
        tf.function(lambda x: x > 0 and extra)(tf.constant(3))
