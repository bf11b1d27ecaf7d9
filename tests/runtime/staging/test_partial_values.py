"""Variables with a value on some paths only are refused, or checked in the graph."""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf
from autograph.operators.variables import Undefined, UndefinedReturnValue
from runtime.staging.partial_values import (
    Content,
    PartlyDefined,
    PartlyReturned,
    UndefinedInBranchError,
    content_of,
    held_by,
    is_undefined,
    partly,
    stand_in,
    stand_ins,
    user_place,
)


def content(has_value: bool, is_checked: bool = True) -> Content:
    flag = tf.constant(has_value)
    return Content(tf.constant(5), flag, "x has no value.", is_checked)


def test_kinds_of_missing_values() -> None:
    undefined, returned = Undefined("x"), UndefinedReturnValue()
    made = partly(undefined, content(True))
    ended = partly(returned, content(True))
    assert (type(made), type(ended)) == (PartlyDefined, PartlyReturned)
    assert is_undefined(undefined)
    assert is_undefined(returned)
    assert not is_undefined(made)
    assert not is_undefined(5)
    assert int(held_by(made)) == 5
    assert held_by(7) == 7
    assert content_of(7) is None


def test_a_checked_value_is_read_through_its_check() -> None:
    assert int(content(True).read()) == 5
    with pytest.raises(tf.errors.InvalidArgumentError, match="x has no value"):
        content(False).read()
    assert int(PartlyReturned(content(True)).at_end()) == 5


def test_what_is_not_checked_is_refused_where_it_ends() -> None:
    with pytest.raises(UndefinedInBranchError, match=r"x has no value\."):
        PartlyReturned(content(True, is_checked=False)).at_end()


@pytest.mark.parametrize(
    ("leaf", "expected"),
    [
        (tf.constant([1.0, 2.0]), np.zeros(2, np.float32)),
        (tf.constant("a"), np.array(b"", object)),
        (3, np.zeros((), np.int32)),
        (True, np.zeros((), bool)),
    ],
)
def test_stand_ins_have_dtype_and_shape(leaf, expected) -> None:
    found = stand_in(leaf).numpy()
    np.testing.assert_array_equal(found, expected)
    assert len(stand_ins([leaf, leaf])) == 2


def test_unknown_sizes_are_zero_and_objects_their_own() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def sizes(x):
        return tf.shape(stand_in(x))

    assert sizes(tf.ones([3, 2])).numpy().tolist() == [0, 2]
    assert stand_in(len) is len


def test_what_has_no_empty_value_is_refused() -> None:
    with pytest.raises(UnboundLocalError, match="variant has no empty value"):
        stand_in(
            tf.raw_ops.EmptyTensorList(
                element_shape=-1, max_num_elements=-1, element_dtype=tf.int32
            )
        )


def test_the_place_is_the_users() -> None:
    assert user_place().startswith(f"{__file__}, line ")
