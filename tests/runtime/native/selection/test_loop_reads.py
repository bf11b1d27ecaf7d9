"""Loops that read variables: native as a whole where they only read them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

scale = tf.Variable([[0.5, 0.25], [-0.5, 1.0]])
shift = tf.Variable([1.0, -2.0])
count = tf.Variable(0)


def plain(x: Any, n: Any) -> Any:
    for _ in tf.range(n):
        x = tf.tanh(x @ scale + shift) + shift
    return x


def with_list(x: Any, n: Any) -> Any:
    rows = tf.TensorArray(tf.float32, 4, element_shape=[1, 2])
    for i in tf.range(4):
        x = tf.tanh(x @ scale + shift)
        rows = rows.write(i, x)
    return rows.stack()


def nested(x: Any, n: Any) -> Any:
    for _ in tf.range(n):
        for _ in tf.range(2):
            x = x @ scale
        x = x + shift
    return x


def in_branch(x: Any, n: Any) -> Any:
    for i in tf.range(n):
        if i % 2 == 0:
            x = x @ scale
        else:
            x = x + shift
    return x


def through_call(x: Any, n: Any) -> Any:
    return plain(x, n) + plain(x + 1.0, n)


def read_by_test(x: Any, n: Any) -> Any:
    while tf.reduce_sum(x) < 10.0 + shift[0]:
        x = x * 1.5 + tf.abs(shift)
    return x


def written(x: Any, n: Any) -> Any:
    for _ in tf.range(n):
        count.assign_add(1)
        x = x + tf.cast(count, tf.float32) + shift
    return x


def read_after(x: Any, n: Any) -> Any:
    x = plain(x, n)
    count.assign_add(2)
    return x + tf.cast(count.read_value(), tf.float32) + shift


PROGRAMS = (
    plain,
    with_list,
    nested,
    in_branch,
    through_call,
    read_by_test,
    written,
    read_after,
)


@pytest.fixture(autouse=True)
def kept_state() -> Any:
    before = [each.numpy() for each in (scale, shift, count)]
    yield
    for variable, value in zip((scale, shift, count), before):
        variable.assign(value)


def results(function: Callable[..., Any], **options: Any) -> list[Any]:
    """Those of three calls, with a change of the variables between them."""
    traced = tf.function(function, **options)
    x, found = tf.constant([[0.25, 0.5]]), []
    for n in (3, 0, 5):
        found.append(traced(x, tf.constant(n)).numpy())
        found.append(count.numpy())
        shift.assign_add([0.5, 0.25])
        scale.assign(tf.transpose(scale))
    return found


@pytest.mark.parametrize("program", PROGRAMS)
def test_answers_are_those_of_the_default(program: Callable[..., Any]) -> None:
    before = [each.numpy() for each in (scale, shift, count)]
    want = results(program)
    for variable, value in zip((scale, shift, count), before):
        variable.assign(value)
    for mine, theirs in zip(results(program, jit_compile=True), want, strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-6)


def native_nodes(program: Callable[..., Any]) -> list[str]:
    traced = tf.function(program, jit_compile=True)
    traced(tf.constant([[0.25, 0.5]]), tf.constant(3))
    specs = tf.TensorSpec([1, 2]), tf.TensorSpec([], tf.int32)
    report = traced.get_concrete_function(*specs).program.report
    return [name for each in report.regions for name in each.nodes]


@pytest.mark.parametrize("program", [plain, with_list, nested, read_after])
def test_a_loop_that_only_reads_is_native_as_a_whole(
    program: Callable[..., Any],
) -> None:
    pytest.importorskip("llvmlite")
    assert any(name.endswith("while") for name in native_nodes(program))


@pytest.mark.parametrize("program", [read_by_test, written])
def test_what_a_loop_may_wait_for_or_changes_is_read_each_time(
    program: Callable[..., Any],
) -> None:
    pytest.importorskip("llvmlite")
    assert not any(name.endswith("while") for name in native_nodes(program))


def test_gradients_through_such_a_loop() -> None:
    def slopes(jit: bool | None) -> list[Any]:
        @tf.function(jit_compile=jit)
        def step(x: Any) -> Any:
            with tf.GradientTape() as tape:
                total = tf.reduce_sum(plain(x, 3))
            return tape.gradient(total, [scale, shift])

        return [each.numpy() for each in step(tf.constant([[0.25, 0.5]]))]

    for mine, theirs in zip(slopes(True), slopes(None), strict=True):
        np.testing.assert_allclose(mine, theirs, rtol=1e-5)


def test_the_values_of_variables_have_their_rows_in_order() -> None:
    turned = np.arange(6.0, dtype=np.float32).reshape(2, 3).T
    variable = tf.Variable(tf.transpose(tf.constant(np.ascontiguousarray(turned.T))))
    assert variable.storage.value.flags.c_contiguous
    variable.assign(tf.transpose(tf.reshape(tf.range(6.0), [2, 3])))
    assert variable.storage.value.flags.c_contiguous
    np.testing.assert_array_equal(variable.numpy(), turned)
