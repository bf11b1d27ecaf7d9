"""Operators on eager tensors: the same bound call as ``apply_op``, made once."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf
from graphir.ops.contract.registry import lookup
from runtime import apply as applying
from runtime.math.quick_operators import quick_operator


def unexpected(x: Any, y: Any) -> Any:
    raise AssertionError("the general way was taken")


@pytest.fixture(autouse=True)
def nothing_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(applying, "_CALLS", {})


def test_failing_kernel_runs_once_and_its_error_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls = []

    def broken(self: Any, x: Any, y: Any) -> Any:
        calls.append((x, y))
        raise RuntimeError("a mistake in a kernel")

    monkeypatch.setattr(lookup("Sub"), "compute", broken)
    operator = quick_operator(unexpected, "Sub")
    with pytest.raises(tf.errors.OpError, match="a mistake in a kernel") as caught:
        operator(tf.constant(1.0), tf.constant(2.0))
    assert isinstance(caught.value.__cause__, RuntimeError)
    assert len(calls) == 1


def test_error_of_shapes_is_that_of_the_function() -> None:
    x, y = tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0, 3.0])
    errors = []
    for add in (quick_operator(unexpected, "AddV2"), tf.add):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            add(x, y)
        errors.append(caught.value)
    assert str(errors[0]) == str(errors[1])
    assert errors[0].__suppress_context__


def test_operators_and_functions_share_bound_calls() -> None:
    x = tf.constant([1.0, 2.0])
    quick_operator(unexpected, "Mul")(x, x)
    tf.multiply(x, x)
    assert [key[0] for key in applying._CALLS] == ["Mul"]


@pytest.mark.parametrize("size", [3, 3_000_000])
def test_tapes_see_operators(size: int) -> None:
    x = tf.ones([size])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = quick_operator(unexpected, "Mul")(x, x)
    gradient = tape.gradient(y, x)
    assert gradient.shape == [size]
    assert float(gradient[-1]) == 2.0
