"""Where nobody asked for native code, a fixed table of costs decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.devices.config import SETTINGS
from runtime.native.calls import options
from runtime.native.calls.options import asked_for, options_for
from runtime.native.lowering.nodes import LOWERINGS
from runtime.native.regions import shared_work
from runtime.native.selection.costs import node_costs

set_jit = tf.config.optimizer.set_jit
LARGE = np.linspace(-2, 2, 1 << 18, dtype=np.float32).reshape(512, 512)


@pytest.fixture(autouse=True)
def auto(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that say nothing have what pays compiled."""
    monkeypatch.delenv("AUTOGRAPH_JIT", raising=False)
    monkeypatch.setattr(SETTINGS, "jit", "auto")


def chain(x: Any) -> Any:
    for _ in range(3):
        x = (x * 0.5 + 0.25) * x - tf.where(x > 0.0, x, 0.5)
    return x


def rows(x: Any) -> Any:
    return tf.nn.softmax(x - tf.reduce_mean(x, 1, keepdims=True)) * 2.0


def collatz(n: Any) -> Any:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def powers(x: Any) -> Any:
    for _ in tf.range(10):
        x = x * 0.5 + tf.sin(x)
    return x


def choices(function: Any, *arguments: Any) -> tuple[str, list[Any]]:
    """What was chosen; and the results."""
    traced = tf.function(function)
    result = traced(*arguments)
    default = tf.function(function, jit_compile=False)(*arguments)
    np.testing.assert_allclose(result.numpy(), default.numpy(), rtol=1e-5, atol=1e-6)
    return traced.jit_report(), result


@pytest.mark.parametrize("function", [chain, rows])
def test_large_arrays_are_chosen_and_small_ones_are_not(function: Any) -> None:
    report, _ = choices(function, tf.constant(LARGE))
    assert "  chosen: " in report
    assert ": native" in report
    report, _ = choices(function, tf.constant(LARGE[:2, :4]))
    assert "no region is native: its arrays are small" in report
    assert "no region is native" in report


def test_loops_over_numbers_are_always_chosen() -> None:
    report, result = choices(collatz, tf.constant(27))
    assert "chosen: a loop over numbers" in report
    assert int(result) == 111


def test_loops_over_arrays_are_chosen_where_a_turn_gains() -> None:
    report, _ = choices(powers, tf.constant(LARGE[:2]))
    assert "  chosen: " in report


def test_a_recurrent_layer_is_one_native_loop() -> None:
    weights = tf.Variable(LARGE[:48, :32] * 0.1)

    def layer(x: Any) -> Any:
        state = tf.zeros([4, 32])
        for step in x:
            state = tf.tanh(tf.concat([step, state], 1) @ weights)
        return state

    report, _ = choices(layer, tf.reshape(tf.constant(LARGE.flat[:1280]), [20, 4, 16]))
    assert "  chosen: " in report


def test_loops_with_large_products_are_left_to_several_threads() -> None:
    def squares(x: Any) -> Any:
        for _ in tf.range(3):
            x = tf.tanh(x @ x)
        return x

    report, _ = choices(squares, tf.constant(LARGE[:256, :256] * 0.01))
    assert "not chosen: a loop with products that several threads share" in report


def test_a_number_is_read_in_each_turn() -> None:
    """Another thread may end a loop by it."""
    factor = tf.Variable(0.5)

    def shrink(x: Any) -> Any:
        for _ in tf.range(10):
            x = tf.sin(x) * factor + tf.cos(x)
        return x

    report, _ = choices(shrink, tf.constant(LARGE[:2]))
    assert "shrink" not in report.partition("on the default executor")[0]
    assert "  chosen: " not in report


@pytest.mark.parametrize(
    "layer",
    [
        lambda x: tf.nn.relu(x @ x + 1.0),
        lambda x: tf.nn.relu(
            tf.nn.conv2d(
                tf.reshape(x, [4, 32, 32, 64]), tf.ones([3, 3, 64, 8]), 1, "SAME"
            )
        ),
        lambda x: tf.nn.depthwise_conv2d(
            tf.reshape(x, [4, 32, 32, 64]), tf.ones([3, 3, 64, 1]), [1] * 4, "SAME"
        ),
        lambda x: tf.nn.softmax(tf.einsum("ij,kj->ik", x, x) * 0.01),
    ],
    ids=["product", "convolution", "depthwise", "einsum"],
)
def test_products_are_chosen_with_what_follows_them(layer: Any) -> None:
    report, _ = choices(lambda x: layer(x) * 0.001, tf.constant(LARGE))
    assert "  chosen: " in report


def test_a_training_step_of_small_arrays_is_one_region() -> None:
    """With the metric, which reads the sign of logits by their bits."""
    hidden, last = tf.Variable(LARGE[:64, :32]), tf.Variable(LARGE[:32, :10])
    right = tf.Variable(0.0)
    labels = tf.constant(np.arange(32) % 10)

    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            logits = tf.nn.relu(x @ hidden) @ last
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
            loss = tf.reduce_mean(losses)
        gradients = tape.gradient(loss, [hidden, last])
        for variable, gradient in zip([hidden, last], gradients, strict=True):
            variable.assign_sub(0.1 * gradient)
        is_negative = tf.bitcast(logits, tf.int32) < 0
        found = tf.argmax(tf.where(is_negative, logits - 1.0, logits), 1)
        right.assign_add(tf.reduce_mean(tf.cast(found == labels, tf.float32)))
        return loss

    traced = tf.function(step)
    traced(tf.constant(LARGE[:32, :64]))
    report = traced.jit_report()
    assert report.count("  chosen: ") == 1
    (chosen,) = [line for line in report.splitlines() if "region of" in line]
    assert "ArgMax" in chosen
    assert "SparseSoftmaxCrossEntropyWithLogits" in chosen


@pytest.mark.parametrize("size", [10, 4096])
def test_rows_cost_more_than_sums_and_sums_more_than_the_rest(size: int) -> None:
    def program(x: Any) -> Any:
        return tf.nn.softmax(x), tf.reduce_sum(x, 1), x * x

    x = tf.zeros([2, size])
    graph = tf.function(program).get_concrete_function(x).graph.ir
    costs = {node.op: node_costs(node) for node in graph}
    times = [costs[op].default for op in ("Softmax", "Sum", "Mul")]
    assert times == sorted(times, reverse=True)
    assert all(costs[op].native < costs[op].default for op in ("Softmax", "Sum"))


def multiplications(function: Any, *arguments: Any) -> int:
    """The multiplications of all products of a function."""
    graph = tf.function(function).get_concrete_function(*arguments).graph.ir
    rules = [(LOWERINGS.get(node.op), node) for node in graph]
    return sum(r.products.count(node) for r, node in rules if r and r.products)


@pytest.mark.parametrize(
    ("function", "count"),
    [
        (lambda x: tf.matmul(x, x[:3], transpose_b=True), 20 * 3 * 36),
        (lambda x: tf.matmul(x, x, transpose_a=True), 20 * 36 * 36),
        (lambda x: tf.reshape(x, [2, 10, 36]) @ tf.ones([36, 7]), 2 * 10 * 7 * 36),
        (lambda x: tf.einsum("ij,kj->ik", x, x[:3]), 20 * 3 * 36),
    ],
)
def test_multiplications_of_products(function: Any, count: int) -> None:
    assert multiplications(function, tf.zeros([20, 36])) == count


@pytest.mark.parametrize("channels", [(6, 8), (6, 2)])
@pytest.mark.parametrize("is_depthwise", [False, True])
def test_multiplications_of_convolutions_and_their_gradients(
    channels: tuple[int, int], is_depthwise: bool
) -> None:
    images, filters = tf.zeros([2, 9, 9, 6]), tf.zeros([3, 3, *channels])
    convolve = tf.nn.depthwise_conv2d if is_depthwise else tf.nn.conv2d

    def convolution(images: Any, filters: Any) -> Any:
        return convolve(images, filters, [1, 1, 1, 1], "SAME")

    def gradients(images: Any, filters: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([images, filters])
            result = convolution(images, filters)
        return tape.gradient(result, [images, filters])

    once = 2 * 9 * 9 * 3 * 3 * 6 * channels[1]
    assert multiplications(convolution, images, filters) == once
    assert multiplications(gradients, images, filters) == 3 * once


def test_unknown_shapes_are_not_chosen() -> None:
    spec = tf.TensorSpec([None, 512], tf.float32)
    traced = tf.function(chain, input_signature=[spec])
    traced(tf.constant(LARGE))
    assert "or of unknown shape" in traced.jit_report()
    known = tf.function(lambda x: (chain(x), chain(tf.constant(LARGE))))
    known.get_concrete_function(spec)
    assert "known only when it runs" in known.jit_report()


def test_what_turns_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    x = tf.constant(LARGE)

    def report(jit_compile: bool | None) -> str:
        function = tf.function(chain, jit_compile=jit_compile)
        function(x)
        return function.jit_report().splitlines()[-1]

    assert report(False) == "jit_compile is off"
    set_jit(False)
    monkeypatch.setenv("AUTOGRAPH_JIT", "auto")
    assert report(None) == "jit_compile is off"
    assert asked_for(None) == "auto"
    found = options_for(None)
    assert found is not None
    assert found.chooses
    monkeypatch.setenv("AUTOGRAPH_JIT", "0")
    assert asked_for(None) is None


def test_it_is_on_unless_it_is_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SETTINGS, "jit", None)
    assert asked_for(SETTINGS.jit) == "auto"
    report, _ = choices(chain, tf.constant(LARGE))
    assert "  chosen: " in report
    monkeypatch.setenv("AUTOGRAPH_JIT", "0")
    assert asked_for(SETTINGS.jit) is None


def test_a_missing_extra_is_told_only_to_those_who_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(options, "find_spec", lambda name: None)
    assert options_for("auto") is None


@pytest.mark.parametrize("function", [chain, rows, lambda x: tf.reduce_sum(x * x, 0)])
def test_results_do_not_depend_on_the_number_of_threads(
    monkeypatch: pytest.MonkeyPatch, function: Any
) -> None:
    found = []
    for count in (1, 2, 7):
        monkeypatch.setattr(shared_work, "thread_count", lambda count=count: count)
        found.append(tf.function(function)(tf.constant(LARGE)).numpy().tobytes())
    assert len(set(found)) == 1


def test_gradients_of_what_is_chosen_are_right() -> None:
    def gradient(jit_compile: bool | None) -> Any:
        x = tf.constant(LARGE)
        traced = tf.function(rows, jit_compile=jit_compile)
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(traced(x) * x)
        return tape.gradient(total, x).numpy()

    np.testing.assert_allclose(gradient(None), gradient(False), rtol=1e-4, atol=1e-7)
