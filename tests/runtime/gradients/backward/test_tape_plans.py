"""Ways back through a tape that are compiled: the same gradients, and when."""

from __future__ import annotations

import gc
import tracemalloc
import weakref
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.gradients.backward import plan_cache, tape_plans
from runtime.gradients.backward.plan_cache import COMPILED_AFTER, PlanCache

TURNS = COMPILED_AFTER + 2


@pytest.fixture(autouse=True)
def _plans_of_this_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tape_plans, "_PLANS", PlanCache())


def counted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The plans that are made from now on."""
    made: list[Any] = []
    compiled = tape_plans._compiled

    def noted(*args: Any) -> Any:
        made.append(compiled(*args))
        return made[-1]

    monkeypatch.setattr(tape_plans, "_compiled", noted)
    return made


def repeated(step: Any) -> list[Any]:
    """What a step gives each time, the last times by a plan."""
    return [step() for _ in range(TURNS)]


def test_step_is_compiled_once_and_gives_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = counted(monkeypatch)
    w, b = tf.Variable([[0.5], [-1.0]]), tf.Variable([0.25])
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, -6.0]])

    def step() -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.nn.relu(x @ w + b) - 1.0))
        return [each.numpy().tolist() for each in tape.gradient(loss, [w, b])]

    first, *others = repeated(step)
    # the mean's axes are looked at, and become a part of the key
    assert [each is not None for each in made] == [False, True]
    for each in others:
        for mine, other in zip(each, first):
            np.testing.assert_allclose(mine, other, rtol=1e-6)


def test_other_values_are_other_gradients() -> None:
    x = tf.Variable(1.0)
    found = []
    for turn in range(TURNS + 2):
        x.assign(float(turn))
        with tf.GradientTape() as tape:
            y = x**3
        found.append(float(tape.gradient(y, x)))
    assert found == [3.0 * turn**2 for turn in range(TURNS + 2)]


def test_same_calls_read_in_another_order_are_told_apart() -> None:
    x, y = tf.constant(2.0), tf.constant(5.0)

    def slope(first: Any, second: Any) -> float:
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = (x - y) * first + second
        return float(tape.gradient(z, x))

    for _ in range(TURNS):
        assert [slope(x, y), slope(y, x), slope(x, x)] == [-1.0, 6.0, 0.0]


def test_shapes_targets_and_weights_are_told_apart() -> None:
    for _ in range(TURNS):
        for size in (1, 3):
            x = tf.ones([size])
            with tf.GradientTape(persistent=True) as tape:
                tape.watch(x)
                y = x * 2.0
                z = y * [1.0, 2.0, 3.0]
            assert tape.gradient(y, x).numpy().tolist() == [2.0] * size
            expected = [12.0] if size == 1 else [2.0, 4.0, 6.0]
            assert tape.gradient(z, x).numpy().tolist() == expected
            weighted = tape.gradient([y, z], x, output_gradients=[None, z])
            assert float(tf.reduce_sum(weighted)) == 2.0 * size + 56.0


def test_lookups_give_slices() -> None:
    v = tf.Variable(np.arange(6.0).reshape(3, 2))

    def step() -> Any:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.gather(v, [2, 2]) ** 2)
        return tape.gradient(y, v)

    for found in repeated(step):
        assert isinstance(found, tf.IndexedSlices)
        assert found.values.numpy().tolist() == [[8.0, 10.0]] * 2
        assert found.indices.numpy().tolist() == [2, 2]


def test_value_that_a_rule_looks_at_is_a_part_of_the_key() -> None:
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])

    def slope(axis: int) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_prod(x, axis=axis) * 2.0
        return tape.gradient(y, x).numpy().tolist()

    for _ in range(TURNS):
        assert slope(0) == [[6.0, 8.0], [2.0, 4.0]]
        assert slope(1) == [[4.0, 2.0], [8.0, 6.0]]


def test_sources_without_a_way_have_none() -> None:
    x, y = tf.Variable(1.0), tf.Variable(2.0)

    def step() -> Any:
        with tf.GradientTape() as tape:
            z = x * 3.0 + tf.floor(y)
        return tape.gradient(z, {"x": x, "y": y})

    for found in repeated(step):
        assert float(found["x"]) == 3.0
        assert found["y"] is None


def test_errors_are_those_of_the_rules() -> None:
    x = tf.constant([[1.0]])

    def step() -> None:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.raw_ops.PreventGradient(input=x, message="not here")
        with pytest.raises(LookupError, match="not here"):
            tape.gradient(y, x)

    repeated(step)


def test_jacobian_uses_one_plan_for_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch)
    x = tf.constant([1.0, 2.0, 3.0, 4.0, 5.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x**2
    assert tape.jacobian(y, x).numpy().diagonal().tolist() == [2.0, 4.0, 6.0, 8.0, 10.0]
    assert len(made) == 1


def test_tapes_that_differ_each_time_compile_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = counted(monkeypatch)
    x = tf.constant(1.0)
    for turn in range(20):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in range(turn + 1):
                y = y * 2.0
        assert float(tape.gradient(y, x)) == 2.0 ** (turn + 1)
    assert made == []


def test_second_derivatives_are_followed() -> None:
    x = tf.constant(2.0)

    def step() -> tuple[float, float]:
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = x**3
            slope = inner.gradient(y, x)
        return float(slope), float(outer.gradient(slope, x))

    assert repeated(step) == [(12.0, 12.0)] * TURNS


def test_plans_hold_no_variables() -> None:
    def train() -> Any:
        v = tf.Variable(np.ones(10))
        for _ in range(TURNS):
            with tf.GradientTape() as tape:
                y = tf.reduce_sum(v * v)
            v.assign_sub(0.1 * tape.gradient(y, v))
        return weakref.ref(v.storage)

    gone = train()
    gc.collect()
    assert gone() is None


@pytest.mark.slow
def test_two_thousand_steps_leave_nothing_behind() -> None:
    w, b = tf.Variable(5.0), tf.Variable(0.0)
    x = tf.linspace(-1.0, 1.0, 51)

    def step() -> None:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(w * x + b))
        d_w, d_b = tape.gradient(loss, [w, b])
        w.assign_sub(0.1 * d_w)
        b.assign_sub(0.1 * d_b)

    for _ in range(50):
        step()
    gc.collect()
    tracemalloc.start()
    try:
        # Python 3.10 keeps a frame for each function that was called
        for _ in range(1000):
            step()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(2000):
            step()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 2000


def test_oldest_plan_goes_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(plan_cache, "PLANS", 2)
    for size in (1, 2, 3, 1):
        x = tf.ones([size])
        for _ in range(TURNS):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = x * x
            assert tape.gradient(y, x).numpy().tolist() == [2.0] * size
        assert len(tape_plans._PLANS.families) <= 2


def test_traced_functions_are_part_of_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    made = counted(monkeypatch)
    w = tf.Variable(2.0)

    # native code goes back by native code of its own
    @tf.function(jit_compile=False)
    def scaled(x: Any, by: Any) -> Any:
        product = w * x * by
        return product, tf.sin(product)

    x = tf.Variable([1.0, -3.0])

    def step() -> Any:
        with tf.GradientTape() as tape:
            by = tf.exp(x[0] - 1.0)
            product, wave = scaled(x, by)
            loss = tf.reduce_sum(wave * product)
        return [each.numpy().tolist() for each in tape.gradient(loss, [x, w])]

    first, *others = repeated(step)
    assert made[-1] is not None
    for each in others:
        for mine, other in zip(each, first):
            np.testing.assert_allclose(mine, other, rtol=1e-6)


def test_plan_goes_through_functions_with_branches_and_lookups() -> None:
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])

    @tf.function
    def looked_up(indices: Any, big: Any) -> Any:
        rows = tf.gather(table, indices)
        if big:
            rows = rows * rows
        return tf.reduce_sum(rows)

    def step() -> Any:
        with tf.GradientTape() as tape:
            total = looked_up(tf.constant([0, 2, 0]), tf.constant(True))
        return tf.convert_to_tensor(tape.gradient(total, table)).numpy().tolist()

    expected = [[4.0, 8.0], [0.0, 0.0], [10.0, 12.0]]
    assert repeated(step) == [expected] * TURNS


def test_second_derivative_through_a_traced_function_stays_right() -> None:
    cube = tf.function(lambda x: x**3)
    x = tf.Variable(2.0)

    def step() -> float:
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = cube(x)
            slope = inner.gradient(y, x)
        return float(outer.gradient(slope, x))

    assert repeated(step) == [12.0] * TURNS


def test_tensors_that_cannot_be_compared_are_followed() -> None:
    x = tf.constant([1.0, 2.0])
    for _ in range(5):
        with tf.GradientTape() as tape:
            tape.watch(x)
            shape = tf.constant([], tf.int32)
            rows = tf.raw_ops.TensorListFromTensor(tensor=x, element_shape=shape)
            y = tf.raw_ops.TensorListStack(
                input_handle=rows, element_shape=shape, element_dtype=tf.float32
            )
            z = y * y
        assert tape.gradient(z, x).numpy().tolist() == [2.0, 4.0]


def test_weights_that_are_slices_are_followed() -> None:
    x = tf.constant([[1.0], [2.0]])
    weight = tf.IndexedSlices(tf.constant([[3.0]]), tf.constant([1]), [2, 1])
    for _ in range(5):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.identity(x)
        gradient = tape.gradient(y, x, output_gradients=weight)
        assert tf.convert_to_tensor(gradient).numpy().tolist() == [[0.0], [3.0]]


@pytest.mark.parametrize("name", ["_Endpoints", "_Walk"])
def test_mistake_of_ours_is_not_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*args: Any) -> None:
        raise AttributeError("a mistake in a plan")

    monkeypatch.setattr(tape_plans, name, broken)
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(AttributeError, match="a mistake in a plan"):
        tape.gradient(y, x)
