"""Errors of ops name the op, with the text of its shape rule."""

from __future__ import annotations

import traceback
from typing import Any

import pytest

import runtime as tf
from graphir.errors import (
    InvalidArgumentError,
    OpError,
    OutOfRangeError,
    ResourceExhaustedError,
)
from runtime.tensors.op_failures import exhausted, failure, wrong_dtype

X, Y = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])


def named(error: Exception, *tensors, op: str = "AddV2") -> Exception:
    return failure(op, tensors, {}, error)


def test_errors_of_kernels_are_named_once() -> None:
    found = named(OutOfRangeError(None, None, "the end"))
    assert str(found) == "the end [Op:AddV2]"
    assert type(found) is OutOfRangeError
    assert found.op == "AddV2"
    assert str(named(found)) == "the end [Op:AddV2]"


def test_the_shape_rule_says_what_numpy_found() -> None:
    found = named(ValueError("operands could not be broadcast"), X, Y)
    assert type(found) is InvalidArgumentError
    assert "Incompatible shapes" in str(found)
    assert str(found).endswith("[Op:AddV2]")


def test_an_error_that_no_rule_explains_has_the_inputs() -> None:
    found = named(ValueError("bad luck"), X, X)
    assert "bad luck (inputs: float32(2,), float32(2,))" in str(found)
    assert isinstance(found, OpError)


def test_memory_that_is_not_there() -> None:
    found = named(MemoryError("no room"), X)
    assert type(found) is ResourceExhaustedError
    assert "OOM when allocating tensor" in str(found)
    sized = MemoryError("no room")
    sized.shape = (2, 3)  # type: ignore[attr-defined]
    assert "with shape[2,3]" in str(exhausted("Fill", sized))


def test_dtypes_that_an_op_does_not_take() -> None:
    found = wrong_dtype("AddV2", [X, tf.constant([1])], TypeError("other"))
    assert str(found) == (
        "cannot compute AddV2 as input #1(zero-based) was expected to be a float "
        "tensor but is a int32 tensor [Op:AddV2]"
    )
    found = wrong_dtype("AddV2", [X, X], TypeError("other reasons"))
    assert "other reasons" in str(found)


def test_users_see_these_errors() -> None:
    with pytest.raises(InvalidArgumentError, match=r"AddV2 as input #1"):
        X + tf.constant([1])
    with pytest.raises(
        InvalidArgumentError, match=r"Incompatible shapes.*\[Op:AddV2\]"
    ):
        X + Y


def test_an_eager_error_is_the_users_lines_and_one_that_says_what() -> None:
    def added(x: Any, y: Any) -> Any:
        return x + y

    with pytest.raises(InvalidArgumentError) as caught:
        added(tf.ones([2, 3]), tf.ones([4, 5]))
    told = "".join(traceback.format_exception(caught.value))
    # the user's two frames, two of ours and the message: TensorFlow's has 13 lines
    assert len(told.splitlines()) <= 13
    assert "broadcast together" not in told


def test_an_error_of_the_users_function_stays_the_cause() -> None:
    def failing(x: Any) -> Any:
        raise RuntimeError("of the user")

    with pytest.raises(Exception, match="of the user") as caught:
        tf.numpy_function(failing, [tf.constant(1)], tf.int32)
    assert "of the user" in "".join(traceback.format_exception(caught.value))
