"""tf.function(jit_compile=True): results, errors, shapes, gradients, reports."""

from __future__ import annotations

import subprocess
import sys
import threading
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from graphir.text.parser import parse_graph
from runtime.devices.config import SETTINGS
from runtime.native.llvm.failures import Unsupported
from runtime.native.regions import kernel, shared_work
from tests.runtime.native.small_regions import code_of


def both(function: Any, *args: Any) -> tuple[Any, Any]:
    """What native code gives, and the default executor."""
    native = tf.function(function, jit_compile=True)
    default = tf.function(function, jit_compile=False)
    return native(*args), default(*args)


def collatz(n: Any) -> Any:
    steps = tf.constant(0, tf.int64)
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def pairs(n: Any) -> Any:
    total = tf.constant(0, tf.int64)
    for i in tf.range(n):
        for j in tf.range(n):
            if j > i:
                break
            if (i * j) % 7 == 3:
                continue
            total += i * j
    return total


def wrapping(n: Any) -> Any:
    x = tf.constant(1, tf.int32)
    i = tf.constant(0)
    while i < n:
        x = x * 3 + i
        i += 1
    return x


def newton(x: Any) -> Any:
    guess = x
    while tf.abs(guess * guess - x) > 1e-6 * x:
        guess = 0.5 * (guess + x / guess)
    return guess


def fibonacci(n: Any) -> Any:
    a, b = tf.constant([0, 1]), tf.constant([1, 1])
    for _ in tf.range(n):
        a, b = b, a + b
    return a


@pytest.mark.parametrize(
    ("function", "argument"),
    [
        (collatz, tf.constant(27, tf.int64)),
        (collatz, tf.constant(1, tf.int64)),
        (pairs, tf.constant(20, tf.int64)),
        (pairs, tf.constant(0, tf.int64)),
        (wrapping, tf.constant(100)),
        (newton, tf.constant(2.0)),
        (newton, tf.constant(2.0, tf.float64)),
        (fibonacci, tf.constant(40)),
        (fibonacci, tf.constant(0)),
    ],
)
def test_whole_loops_are_native(function: Any, argument: Any) -> None:
    native = tf.function(function, jit_compile=True)
    result = native(argument)
    expected = tf.function(function, jit_compile=False)(argument)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.numpy(), expected.numpy())
    assert "native" in native.jit_report()
    assert "default" not in native.jit_report()


def test_division_by_zero_is_the_same_error() -> None:
    def divided(n: Any) -> Any:
        total = tf.constant(0)
        while n > -3:
            total += 12 // n
            n -= 1
        return total

    told = []
    for is_native in (True, False):
        with pytest.raises(tf.errors.InvalidArgumentError, match="division") as caught:
            tf.function(divided, jit_compile=is_native)(tf.constant(4))
        told.append(str(caught.value))
    assert told[0].splitlines()[0] == told[1].splitlines()[0]
    assert "total += 12 // n" in told[0]


def test_division_of_arrays_by_zero_is_refused() -> None:
    def divided(x: Any, y: Any) -> Any:
        return (x + 1) // y * 2

    x = tf.constant(np.arange(40, dtype=np.int32))
    native = tf.function(divided, jit_compile=True)
    y = np.arange(1, 41, dtype=np.int32)
    np.testing.assert_array_equal(
        native(x, tf.constant(y)), (np.arange(40) + 1) // y * 2
    )
    y[37] = 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        native(x, tf.constant(y))


def chain(x: Any) -> Any:
    inner = tf.tanh(0.8 * (x + 0.04 * x * x * x))
    return 0.5 * x * (1.0 + inner), tf.reduce_sum(inner, -1)


@pytest.mark.parametrize("size", [0, 1, 15, 16, 17, 1000, 200_000])
def test_chain_of_any_size(size: int) -> None:
    x = np.linspace(-5, 5, max(size, 1), dtype=np.float32)[:size]
    for native, default in zip(*both(chain, tf.constant(x)), strict=True):
        np.testing.assert_allclose(native, default, rtol=1e-5, atol=1e-5 + 5e-7 * size)


def test_unknown_shapes_are_compiled_as_they_come() -> None:
    spec = [tf.TensorSpec([None, None], tf.float32)]
    native = tf.function(chain, input_signature=spec, jit_compile=True)
    for shape in [(2, 3), (7, 40), (1, 1), (0, 4)]:
        x = np.ones(shape, np.float32)
        for one, other in zip(native(x), tf.function(chain)(x), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5)
    assert native.experimental_get_tracing_count() == 1
    assert native.jit_report().count("native") == 4


def test_too_many_shapes_run_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "MOST_SHAPES", 2)
    spec = [tf.TensorSpec([None], tf.float32)]
    native = tf.function(chain, input_signature=spec, jit_compile=True)
    for size in (1, 2, 3, 4):
        x = np.ones(size, np.float32)
        np.testing.assert_allclose(native(x)[0], tf.function(chain)(x)[0], rtol=1e-5)
    assert "more than 2" in native.jit_report()


def test_strided_and_read_only_arguments() -> None:
    array = np.arange(24, dtype=np.float32).reshape(4, 6)
    array.setflags(write=False)
    for given in (array, array.T, array[::2, 1::2], np.asfortranarray(array)):
        x = tf.constant(0.0)
        x._array = given  # as a view made by another function would be
        native, default = both(chain, x)
        np.testing.assert_allclose(native[0], default[0], rtol=1e-5)


def test_shapes_that_do_not_fit_raise_what_they_ever_did() -> None:
    spec = [tf.TensorSpec([None], tf.float32)] * 2
    native = tf.function(
        lambda x, y: tf.exp(x + y) * 2.0, input_signature=spec, jit_compile=True
    )
    native(np.ones(3, np.float32), np.ones(3, np.float32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Incompatible shapes"):
        native(np.ones(3, np.float32), np.ones(4, np.float32))


def test_loops_whose_shapes_change_run_by_default() -> None:
    def grown(x: Any) -> Any:
        i = tf.constant(0)
        while i < 3:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(x, tf.TensorShape([None]))]
            )
            x = tf.concat([x, x], 0)
            i += 1
        return x

    native, default = both(grown, tf.constant([1.0]))
    np.testing.assert_array_equal(native, default)


def test_gradients_are_native_too() -> None:
    def loss(x: Any, w: Any) -> Any:
        return tf.reduce_mean(tf.square(tf.tanh(x * w) - tf.sigmoid(x + w)))

    x = tf.constant(np.linspace(-2, 2, 60, dtype=np.float32).reshape(4, 15))
    w = tf.constant(np.linspace(1, 2, 15, dtype=np.float32))
    found = []
    for is_native in (True, False):
        function = tf.function(loss, jit_compile=is_native)
        with tf.GradientTape() as tape:
            tape.watch([x, w])
            value = function(x, w)
        found.append(tape.gradient(value, [x, w]))
    for native, default in zip(*found, strict=True):
        np.testing.assert_allclose(native, default, rtol=1e-4, atol=1e-6)


def test_gradient_inside_a_function_is_native() -> None:
    @tf.function(jit_compile=True)
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.exp(tf.sin(x)) * x)
        return tape.gradient(y, x)

    x = np.linspace(-1, 1, 37, dtype=np.float32)
    expected = np.exp(np.sin(x)) * (1 + x * np.cos(x))
    np.testing.assert_allclose(slope(tf.constant(x)), expected, rtol=1e-5)
    assert "native" in slope.jit_report()


def test_variables_are_read_and_written_between_regions() -> None:
    v = tf.Variable([1.0, 2.0])

    @tf.function(jit_compile=True)
    def step(x: Any) -> Any:
        v.assign_add(tf.exp(x) * tf.tanh(x))
        return v * tf.sigmoid(x) + v

    x = np.array([0.5, -1.0], np.float32)
    result = step(tf.constant(x))
    value = np.array([1.0, 2.0]) + np.exp(x) * np.tanh(x)
    np.testing.assert_allclose(v.numpy(), value, rtol=1e-6)
    np.testing.assert_allclose(result, value / (1 + np.exp(-x)) + value, rtol=1e-6)


def test_report_says_what_kept_a_node_apart() -> None:
    @tf.function(jit_compile=True)
    def mixed(x: Any) -> Any:
        y = tf.exp(x) * 2.0
        z = tf.sort(y)
        return tf.tanh(z) + z

    mixed(tf.constant([3.0, 1.0, 2.0]))
    report = mixed.jit_report()
    assert report.count("region of") == 2
    assert "[3]: native" in report
    assert "is not covered" in report


def test_many_threads_share_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    native = tf.function(chain, jit_compile=True)
    arrays = [np.full(5000, n, np.float32) for n in range(8)]
    expected = [chain(tf.constant(each))[0].numpy() for each in arrays]
    wrong: list[int] = []

    def work(number: int) -> None:
        for _ in range(30):
            result = native(tf.constant(arrays[number]))[0].numpy()
            if not np.allclose(result, expected[number], rtol=1e-5):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert not wrong


def test_small_products_are_inline() -> None:
    def power(x: Any) -> Any:
        result = tf.eye(10, dtype=x.dtype)
        for _ in range(7):
            result = tf.matmul(x, result, transpose_b=True)
        return result

    random = np.random.default_rng(0)
    x = tf.constant(random.integers(-9, 9, (10, 10)).astype(np.int32))
    native, default = both(power, x)
    np.testing.assert_array_equal(native, default)
    y = tf.constant(random.standard_normal((10, 10)).astype(np.float32))
    native, default = both(power, y)
    np.testing.assert_allclose(native, default, rtol=1e-3)


def total_of_rows(x: Any, n: Any) -> Any:
    total = tf.zeros_like(x[0])
    for i in tf.range(n):
        total += x[i] * tf.cast(i + 1, x.dtype)
    return total


@pytest.mark.parametrize("shape", [(5,), (5, 3), (5, 2, 20)])
def test_rows_by_computed_index(shape: tuple[int, ...]) -> None:
    x = tf.constant(np.random.default_rng(1).standard_normal(shape).astype(np.float32))
    native, default = both(total_of_rows, x, tf.constant(5))
    np.testing.assert_allclose(native, default, rtol=1e-6)
    report = tf.function(total_of_rows, jit_compile=True)
    report(x, tf.constant(2))
    assert "while" in report.jit_report()
    assert "covered" not in report.jit_report()


def test_rows_out_of_range_are_refused() -> None:
    x = tf.constant(np.ones((5, 3), np.float32))
    told = []
    for is_native in (True, False):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            tf.function(total_of_rows, jit_compile=is_native)(x, tf.constant(6))
        told.append(str(caught.value).splitlines()[0])
    assert told[0] == told[1]
    assert "out of bounds" in told[0]


def test_negative_indices_count_from_the_end() -> None:
    def last(x: Any, i: Any) -> Any:
        return tf.exp(x[i]) * 2.0, tf.exp(tf.gather(x, -i)) * 2.0

    x = tf.constant(np.arange(6, dtype=np.float32).reshape(3, 2))
    native, default = both(last, x, tf.constant(-1))
    for one, other in zip(native, default, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-6)


def test_parts_put_together_in_a_loop() -> None:
    """Arrays of few elements, that are written in parts and read as a whole."""

    def mixed(x: Any, n: Any) -> Any:
        for i in tf.range(n):
            low, high = tf.split(x, 2)
            x = tf.concat([low + high + high, high * 0.5 + tf.cast(i, x.dtype)], 0)
        return x

    for size in (2, 4, 8, 32):
        x = tf.constant(np.linspace(0, 1, size, dtype=np.float32))
        native, default = both(mixed, x, tf.constant(3))
        np.testing.assert_array_equal(native, default)


def test_fast_math_is_asked_for_separately(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may drop what IEEE asks for; functions keep their digits."""

    def vanishing(x: Any) -> Any:
        return (x + 1e8) - 1e8 + tf.exp(x) * tf.tanh(x), tf.sin(x) * x

    x = np.linspace(-3, 3, 50, dtype=np.float32)
    exact = tf.function(vanishing, jit_compile=True)(tf.constant(x))
    monkeypatch.setenv("AUTOGRAPH_JIT_FAST_MATH", "1")
    fast = tf.function(vanishing, jit_compile=True)(tf.constant(x))
    wide = np.exp(x.astype(float)) * np.tanh(x.astype(float))
    np.testing.assert_allclose(
        exact[0], wide + (x + np.float32(1e8) - np.float32(1e8)), rtol=1e-5, atol=1e-5
    )
    np.testing.assert_allclose(fast[0], wide + x, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(fast[1], np.sin(x) * x, rtol=1e-6)


def test_nothing_is_imported_before_it_is_needed() -> None:
    program = (
        "import sys, runtime as tf\n"
        "assert 'runtime.native' not in sys.modules\n"
        "f = tf.function(lambda x: tf.exp(x) * 2.0, jit_compile=True)\n"
        "assert 'llvmlite' not in sys.modules\n"
        "f(tf.constant([1.0]))\n"
        "assert 'llvmlite' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_small_layers_are_one_region() -> None:
    def layers(x: Any, w: Any, b: Any) -> Any:
        for activation in (tf.nn.relu, tf.tanh, tf.sigmoid, tf.identity):
            x = activation(tf.nn.bias_add(tf.matmul(x, w), b))
        return tf.nn.softmax(x)

    random = np.random.default_rng(3)
    x, w = (tf.constant(random.normal(size=(6, 6)).astype(np.float32)) for _ in "xw")
    b = tf.constant(random.normal(size=6).astype(np.float32))
    native = tf.function(layers, jit_compile=True)
    expected = tf.function(layers, jit_compile=False)(x, w, b)
    np.testing.assert_allclose(native(x, w, b), expected, rtol=1e-5)
    assert native.jit_report().count("region of") == 1
    assert "default" not in native.jit_report()


def test_deep_expressions_need_no_deep_stack() -> None:
    def deep(x: Any) -> Any:
        for _ in range(1500):
            x = x * 1.001 + 0.1
        return x

    x = tf.constant(np.linspace(0, 1, 20, dtype=np.float32))
    native, default = both(deep, x)
    np.testing.assert_array_equal(native, default)


def test_code_that_doubles_at_each_call_is_not_written_out() -> None:
    """Twenty functions, each of which calls the one before it twice."""
    names = [f"@f{number}" for number in range(21)]
    types = "i32[]"
    functions = [
        f"func {name}(%x: {types}) -> (r = %b) {{\n"
        f"  %a = PartitionedCall(%x) {{f = {below}, Tout = [i32]}} : {types}\n"
        f"  %b = PartitionedCall(%a) {{f = {below}, Tout = [i32]}} : {types}\n}}\n"
        for below, name in pairwise(names)
    ]
    graph = parse_graph(
        f"graph @g(%x: {types}) -> (%y) {{\n"
        f"  %y = PartitionedCall(%x) {{f = {names[20]}, Tout = [i32]}} : {types}\n}}\n"
        f"func {names[0]}(%x: {types}) -> (r = %y) {{\n"
        f"  %one = Const() {{value = 1 : {types}}} : {types}\n"
        f"  %y = AddV2(%x, %one) : {types}\n}}\n" + "".join(functions)
    )
    with pytest.raises(Unsupported, match="too many places"):
        code_of(graph, [np.int32(0)])


def test_a_loop_begins_with_an_array_of_another_shape() -> None:
    def step(x, y):  # type: ignore[no-untyped-def]
        flat = tf.reshape(x, [-1]) + tf.reshape(x - x * 0.5, [-1]) * 0.5
        return tf.while_loop(
            lambda i, z, y: i < 4,
            lambda i, z, y: (i + 1, y * 0.5 + z, z * 0.5 - y),
            [0, y, tf.reshape(flat, tf.shape(x))],
        )[1]

    x, y = tf.ones([3, 5]), tf.fill([3, 5], 2.0)
    compiled = tf.function(step, jit_compile=True, autograph=False)
    np.testing.assert_allclose(compiled(x, y), step(x, y), rtol=1e-6)


def test_a_function_that_says_nothing_is_native_where_it_calls_one_that_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(SETTINGS, "jit", None)  # as before any call of `set_jit`

    @tf.function(jit_compile=True)
    def inner(x: Any) -> Any:
        return tf.exp(x) * 2.0 + x

    @tf.function
    def middle(x: Any) -> Any:
        return tf.cond(tf.reduce_sum(x) > 0.0, lambda: inner(x), lambda: x)

    @tf.function
    def outer(x: Any) -> Any:
        return middle(x) - 1.0

    @tf.function(jit_compile=False)
    def refusing(x: Any) -> Any:
        return inner(x)

    x = tf.constant([1.0, 2.0])
    np.testing.assert_allclose(outer(x), 2 * np.exp([1, 2]) + [0, 1], rtol=1e-6)
    assert "native" in outer.get_concrete_function(x).jit_report()
    refused = refusing.get_concrete_function(x).jit_report()
    assert refused == "jit_compile is off"


def test_a_size_that_is_ensured_is_looked_at() -> None:
    f = tf.function(
        lambda x: tf.ensure_shape(x * 2.0, [2, 3]) + 1.0,
        input_signature=[tf.TensorSpec([None, None])],
        jit_compile=True,
    )
    assert f(tf.ones([2, 3])).numpy().tolist() == [[3.0] * 3] * 2
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(tf.ones([3, 3]))
