"""Tests of IndexedSlices: as gradients of lookups, made dense, refused."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.functions.decorator import function as traced


def table() -> Any:
    return tf.Variable(tf.ones([5, 2]))


def gradient_of(f: Any, source: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = f()
    return tape.gradient(y, source)


def test_rows_read_twice_are_added_when_made_dense() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [0, 1, 1])), v)
    dense = tf.convert_to_tensor(found)
    assert dense.numpy()[:, 0].tolist() == [1.0, 2.0, 0.0, 0.0, 0.0]


def test_two_lookups_give_the_rows_of_both() -> None:
    v = table()
    found = gradient_of(
        lambda: (
            tf.reduce_sum(tf.gather(v, [0, 1])) + tf.reduce_sum(tf.gather(v, [[3]]))
        ),
        v,
    )
    assert sorted(found.indices.numpy().tolist()) == [0, 1, 3]


def test_lookup_and_other_use_give_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v, [0])) + tf.reduce_sum(v), v)
    assert found.numpy()[:, 0].tolist() == [2.0, 1.0, 1.0, 1.0, 1.0]


def test_op_before_the_lookup_gets_a_tensor() -> None:
    v = table()
    found = gradient_of(lambda: tf.reduce_sum(tf.gather(v * 3.0, [4])), v)
    assert found.numpy()[:, 1].tolist() == [0.0, 0.0, 0.0, 0.0, 3.0]


def test_slices_in_a_function() -> None:
    v = table()

    @traced
    def step() -> Any:
        with tf.GradientTape() as tape:
            y = tf.reduce_sum(tf.gather(v, [2, 2]))
        found = tape.gradient(y, v)
        return found.values, found.indices

    values, indices = step()
    assert values.numpy().tolist() == [[1.0, 1.0], [1.0, 1.0]]
    assert indices.numpy().tolist() == [2, 2]


def test_second_derivative_through_slices() -> None:
    x = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = tf.reduce_sum(tf.gather(x, [0, 2]) ** 3)
        slope = inner.gradient(y, x)
    second = tf.convert_to_tensor(outer.gradient(slope, x))
    assert second.numpy().tolist() == [6.0, 0.0, 18.0]


def test_slices_change_only_their_rows() -> None:
    v = table()
    v.scatter_sub(tf.IndexedSlices([[1.0, 1.0]], [3], [5, 2]))
    assert v.numpy()[:, 0].tolist() == [1.0, 1.0, 1.0, 0.0, 1.0]


def test_slices_without_dense_shape_cannot_be_made_dense() -> None:
    with pytest.raises(ValueError, match="without dense_shape"):
        tf.convert_to_tensor(tf.IndexedSlices([1.0], [0]))


def test_another_dtype_is_refused() -> None:
    slices = tf.IndexedSlices([1.0], [0], [2])
    with pytest.raises(ValueError, match="requested dtype int32"):
        tf.convert_to_tensor(slices, tf.int32)


def test_text_names_the_parts() -> None:
    assert str(tf.IndexedSlices([1.0], [0], [2])) == (
        "IndexedSlices(indices=tf.Tensor([0], shape=(1,), dtype=int32), "
        "values=tf.Tensor([1.], shape=(1,), dtype=float32), "
        "dense_shape=tf.Tensor([2], shape=(1,), dtype=int32))"
    )


def test_negative_slices() -> None:
    slices = -tf.IndexedSlices([1.0], [0], [2])
    assert tf.convert_to_tensor(slices).numpy().tolist() == [-1.0, 0.0]


def test_spec_knows_what_fits() -> None:
    spec = tf.IndexedSlicesSpec([2], tf.float32, tf.int32, tf.int32)
    assert spec.is_compatible_with(tf.IndexedSlices([1.0], [0], [2]))
    assert not spec.is_compatible_with(tf.IndexedSlices([1], [0], [2]))


# --- in traced functions


def rows_of(v: Any) -> Any:
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(v, [0, 1, 1]) ** 2)
    return tape.gradient(y, v)


def parts_of(slices: Any) -> list[Any]:
    return [each.numpy().tolist() for each in slices.components()]


def test_function_gives_slices() -> None:
    v = table()
    found = traced(lambda: rows_of(v))()
    assert isinstance(found, tf.IndexedSlices)
    assert parts_of(found) == parts_of(rows_of(v))


def test_gradient_of_a_function_is_slices() -> None:
    v = table()
    looked_up = traced(lambda: tf.reduce_sum(tf.gather(v, [0, 1, 1]) ** 2))

    def slope() -> Any:
        with tf.GradientTape() as tape:
            y = looked_up()
        return tape.gradient(y, v)

    for found in (slope(), traced(slope)()):
        assert isinstance(found, tf.IndexedSlices)
        assert parts_of(found) == parts_of(rows_of(v))


@pytest.mark.parametrize("otherwise", [lambda v: 1.0, lambda v: tf.reduce_sum(v)])
@pytest.mark.parametrize("is_first", [True, False])
def test_branches_agree_on_slices(otherwise: Any, is_first: bool) -> None:
    v = table()

    def slope(choice: Any) -> Any:
        with tf.GradientTape() as tape:
            y = tf.cond(
                choice,
                lambda: tf.reduce_sum(tf.gather(v, [0, 1, 1])),
                lambda: tf.convert_to_tensor(otherwise(v)),
            )
        return tape.gradient(y, v)

    found = traced(slope)(tf.constant(is_first))
    assert isinstance(found, tf.IndexedSlices)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(v, [0, 1, 1])) if is_first else otherwise(v)
        y = tf.convert_to_tensor(y)
    expected = tape.gradient(y, v, unconnected_gradients="zero")
    dense = tf.convert_to_tensor(expected).numpy().tolist()
    assert tf.convert_to_tensor(found).numpy().tolist() == dense


def test_loop_gives_a_tensor() -> None:
    v = table()

    @traced
    def slope() -> Any:
        with tf.GradientTape() as tape:
            y = tf.while_loop(
                lambda i, y: i < 3,
                lambda i, y: (i + 1, y + tf.reduce_sum(tf.gather(v, [i]))),
                [tf.constant(0), tf.constant(0.0)],
            )[1]
        return tape.gradient(y, v)

    assert slope().numpy()[:, 0].tolist() == [1.0, 1.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize("with_shape", [True, False])
def test_slices_are_arguments_and_results(with_shape: bool) -> None:
    shape = [[4, 2]] if with_shape else []
    given = tf.IndexedSlices(tf.ones([2, 2]), tf.constant([0, 2]), *shape)
    traces = []

    @traced
    def doubled(slices: Any) -> Any:
        traces.append(str(slices.values.name))
        return tf.IndexedSlices(slices.values * 2.0, slices.indices, slices.dense_shape)

    for _ in range(2):
        found = doubled(given)
        assert parts_of(found) == [[[2.0, 2.0]] * 2, [0, 2], *shape]
    assert traces == ["slices:0"]
    (spec,), _ = doubled.get_concrete_function(given).structured_input_signature
    dtype = tf.int32 if with_shape else None
    assert spec == tf.IndexedSlicesSpec([None, 2], tf.float32, tf.int32, dtype, [2])


def test_step_of_training_in_a_function_changes_rows() -> None:
    v = table()

    @traced
    def step() -> Any:
        v.scatter_sub(rows_of(v))
        return v.read_value()

    assert step().numpy()[:, 0].tolist() == [-1.0, -3.0, 1.0, 1.0, 1.0]


def test_clipping_keeps_slices() -> None:
    found = rows_of(table())
    limited = tf.clip_by_value(found, -1.0, 1.0)
    assert parts_of(limited) == [[[1.0, 1.0]] * 3, [0, 1, 1], [5, 2]]
    scaled = tf.clip_by_norm(found, 1.0)
    assert scaled.values.numpy()[0, 0] == pytest.approx(6**-0.5)
    (both, other), norm = tf.clip_by_global_norm([found, tf.ones([1])], 1.0)
    assert isinstance(both, tf.IndexedSlices)
    assert float(norm) == pytest.approx(5.0)
    assert float(other[0]) == pytest.approx(0.2)


def test_weights_may_be_slices() -> None:
    v = table()
    with tf.GradientTape() as tape:
        y = v * 3.0
    found = tape.gradient(y, v, output_gradients=rows_of(v))
    assert found.numpy()[:, 0].tolist() == [6.0, 12.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.cast(x, tf.float16),
        lambda x: tf.math.scalar_mul(3.0, x),
        tf.identity,
        tf.stop_gradient,
        lambda x: tf.clip_by_norm(x, 1.0),
        lambda x: tf.clip_by_value(x, 0.0, 1.0),
        lambda x: -x,
    ],
)
def test_slices_stay_slices(function: Any) -> None:
    slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([2]), [3, 2])
    for found in (function(slices), tf.function(function)(slices)):
        assert isinstance(found, tf.IndexedSlices)
        assert found.indices.numpy().tolist() == [2]
        assert found.dense_shape.numpy().tolist() == [3, 2]
        rows = function(slices.values).numpy().tolist()
        assert found.values.numpy().tolist() == rows
        assert found.dtype == function(slices.values).dtype


def test_cast_keeps_slices() -> None:
    slices = tf.IndexedSlices([[1.5], [2.5]], [2, 0], [4, 1])
    found = tf.cast(slices, tf.float64)
    assert isinstance(found, tf.IndexedSlices)
    assert found.dtype == tf.float64
    assert parts_of(found) == [[[1.5], [2.5]], [2, 0], [4, 1]]


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow", "lt", "eq"])
def test_operators_take_slices_as_the_tensor_that_they_are(name: str) -> None:
    apply = getattr(operator, name)
    slices = tf.IndexedSlices([[1.0, 2.0], [3.0, 4.0]], [2, 2], [3, 2])
    dense = np.array([[0, 0], [0, 0], [4, 6]], np.float32)
    other = tf.constant([[2.0, 3.0], [4.0, 5.0], [6.0, 7.0]])
    with np.errstate(divide="ignore"):
        expected = apply(other.numpy(), dense), apply(dense, other.numpy())
    in_function = tf.function(lambda x: (apply(x, slices), apply(slices, x)))
    for found in ((apply(other, slices), apply(slices, other)), in_function(other)):
        np.testing.assert_allclose(found[0], expected[0])
        np.testing.assert_allclose(found[1], expected[1])
