"""NaN and infinities found in graphs, loops, branches, gradients and native code."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf

ROWS = [0.0, 1.0]


@pytest.fixture
def checking() -> Iterator[None]:
    tf.debugging.enable_check_numerics()
    yield
    tf.debugging.disable_check_numerics()


def plain(x: Any) -> Any:
    return tf.math.log(x) * 0.0


@tf.function
def straight(x: Any) -> Any:
    return tf.math.log(x) * 0.0


@tf.function
def looped(x: Any) -> Any:
    for _ in tf.range(3):
        x = tf.math.log(x)
    return x


@tf.function
def branched(x: Any) -> Any:
    return tf.math.log(x) if tf.reduce_max(x) > 0 else x


@tf.function
def nested(x: Any) -> Any:
    return straight(x) + 1.0


def gradient_around(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = rooted(x)
    return tape.gradient(y, x)


@tf.function
def gradient_inside(x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(x)
    return tape.gradient(y, x)


@tf.function
def rooted(x: Any) -> Any:
    return tf.sqrt(x)


CASES = {
    "straight": (straight, "Log", "return tf.math.log(x) * 0.0"),
    "looped": (looped, "Log", "x = tf.math.log(x)"),
    "branched": (branched, "Log", "return tf.math.log(x) if"),
    "nested": (nested, "Log", "return tf.math.log(x) * 0.0"),
    "gradient around": (gradient_around, "SqrtGrad", "y = rooted(x)"),
    "gradient inside": (gradient_inside, "SqrtGrad", "return tape.gradient(y, x)"),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.usefixtures("checking")
def test_error_names_the_op_and_the_line(name: str) -> None:
    function, op, line = CASES[name]
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        function(tf.constant(ROWS))
    text = str(caught.value)
    heading = f'Detected Infinity or NaN in output 0 of graph op "{op}" (# of outputs'
    assert heading in text
    assert f" -> |   {line}" in text
    assert "  dtype: <dtype: 'float32'>\n  shape: (2,)\n" in text


@pytest.mark.usefixtures("checking")
def test_error_is_tensorflows() -> None:
    @tf.function
    def doubled(x: Any) -> Any:
        y = x * 2.0
        return tf.math.log(y)

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        doubled(tf.constant([-1.0, 2.0]))
    assert str(caught.value).startswith(
        '\n\n!!! Detected Infinity or NaN in output 0 of graph op "Log" '
        "(# of outputs: 1) !!!\n"
        "  dtype: <dtype: 'float32'>\n"
        "  shape: (2,)\n"
        "\n"
        '  Input tensor: Tensor("mul:0", shape=(2,), dtype=float32)\n'
        '  Graph name: "doubled"\n'
        "\n"
        '  Stack trace of op\'s creation ("->": inferred user code):\n'
    )
    assert "Tensor had NaN values" in str(caught.value)


@pytest.mark.usefixtures("checking")
def test_native_code_is_looked_into() -> None:
    pytest.importorskip("llvmlite")
    native = tf.function(plain, jit_compile=True)
    with pytest.raises(tf.errors.InvalidArgumentError, match='graph op "Log"'):
        native(tf.constant(ROWS))


@pytest.mark.usefixtures("checking")
def test_finite_results_pass_and_are_the_same() -> None:
    x = tf.constant([2.0, 3.0])
    checked = [straight(x).numpy(), gradient_around(x).numpy(), nested(x).numpy()]
    tf.debugging.disable_check_numerics()
    again = [straight(x).numpy(), gradient_around(x).numpy(), nested(x).numpy()]
    assert all(map(np.array_equal, checked, again))


def test_a_function_traced_before_is_checked_and_later_is_not() -> None:
    function = tf.function(plain)
    function(tf.constant(ROWS))
    tf.debugging.enable_check_numerics()
    with pytest.raises(tf.errors.InvalidArgumentError, match='graph op "Log"'):
        function(tf.constant(ROWS))
    tf.debugging.disable_check_numerics()
    assert np.isnan(function(tf.constant(ROWS)).numpy()[0])


@pytest.mark.usefixtures("checking")
def test_what_is_only_passed_on_is_not_the_fault() -> None:
    nan = tf.constant([np.nan])
    assert np.isnan(tf.identity(nan).numpy()).all()
    assert np.isnan(tf.function(tf.identity)(nan).numpy()).all()


@pytest.mark.usefixtures("checking")
def test_variables_change_once_in_a_checked_call() -> None:
    counter = tf.Variable(0.0)
    count = tf.function(lambda: counter.assign_add(1.0), autograph=False)
    count()
    assert float(counter) == 1.0


def test_limits_cut_frames_and_paths() -> None:
    tf.debugging.enable_check_numerics(stack_height_limit=1, path_length_limit=8)
    try:
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            nested(tf.constant(ROWS))
    finally:
        tf.debugging.enable_check_numerics()
        tf.debugging.disable_check_numerics()
    assert str(caught.value).count(" -> |") == 1
    assert "    + ...erics.py (L" in str(caught.value), str(caught.value)


# --- where_nan


@pytest.mark.parametrize("name", CASES)
def test_where_nan_names_node_line_and_inputs(name: str) -> None:
    function, op, line = CASES[name]
    found = tf.debugging.where_nan(function, tf.constant(ROWS))
    assert found is not None
    assert found.op == op
    assert op in found.node
    assert line in found.origin.frame.text
    assert found.line.startswith(__file__)
    assert not np.isfinite(found.output.numpy()).all()
    assert all(np.isfinite(each.numpy()).all() for each in found.inputs)
    assert f"({op}) gave" in str(found)


def test_where_nan_looks_at_eager_ops() -> None:
    found = tf.debugging.where_nan(plain, tf.constant(ROWS))
    assert found is not None
    assert (found.op, found.node) == ("Log", "")
    assert found.inputs[0].numpy().tolist() == ROWS
    assert "tf.math.log(x)" in found.origin.frame.text


def test_where_nan_leaves_out_what_was_not_finite_before() -> None:
    masked = tf.function(lambda x: tf.nn.softmax(x + tf.constant([0.0, -np.inf])))
    assert tf.debugging.where_nan(masked, tf.constant(ROWS)) is None
    assert tf.debugging.where_nan(straight, tf.constant([np.nan, 1.0])) is None


def test_where_nan_finds_nothing_in_finite_numbers() -> None:
    assert tf.debugging.where_nan(looped, tf.constant([1e6, 1e7])) is None


def test_where_nan_looks_into_native_code() -> None:
    pytest.importorskip("llvmlite")
    native = tf.function(lambda x: 1.0 / x + 1.0, jit_compile=True)
    found = tf.debugging.where_nan(native, tf.constant(ROWS))
    assert found is not None
    assert found.op == "RealDiv"
    assert [each.numpy().tolist() for each in found.inputs] == [1.0, ROWS]


def test_where_nan_in_half_floats() -> None:
    cast = tf.function(lambda x: tf.cast(x, tf.bfloat16) * 1e38)
    found = tf.debugging.where_nan(cast, tf.constant([1e30, 1.0]))
    assert found is not None
    assert found.op == "Mul"
