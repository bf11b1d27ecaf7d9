"""TensorArray, eagerly and in graphs."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


def doubled(count: Any) -> Any:
    array = tf.TensorArray(tf.int32, count)
    for index in tf.range(count):
        array = array.write(index, index * 2)
    return array.stack()


def by_sign(x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 2)
    if x > 0:
        array = array.write(0, x)
    else:
        array = array.write(0, -x)
    return array.write(1, x).stack()


def squares(x: Any) -> Any:
    array = tf.TensorArray(tf.float32, 3)
    for index in tf.range(3):
        array = array.write(index, x[index] ** 2)
    return tf.reduce_sum(array.stack())


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "graph"])
def test_written_in_a_loop(wrap: Any) -> None:
    assert wrap(doubled)(tf.constant(4)).numpy().tolist() == [0, 2, 4, 6]


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "graph"])
def test_written_in_branches(wrap: Any) -> None:
    assert wrap(by_sign)(tf.constant(-3.0)).numpy().tolist() == [3.0, -3.0]


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function], ids=["eager", "graph"])
def test_gradient_flows_through_the_elements(wrap: Any) -> None:
    x = tf.constant([1.0, 2.0, 3.0])
    function = wrap(squares)
    with tf.GradientTape() as tape:
        tape.watch(x)
        total = function(x)
    assert tape.gradient(total, x).numpy().tolist() == [2.0, 4.0, 6.0]


def test_loop_variable_of_while_loop() -> None:
    _, array = tf.while_loop(
        lambda i, _: i < 3,
        lambda i, array: (i + 1, array.write(i, i * 10)),
        [0, tf.TensorArray(tf.int32, 3)],
    )
    assert array.stack().numpy().tolist() == [0, 10, 20]


def test_grows_where_it_may() -> None:
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True).write(2, 1.0)
    assert array.stack().numpy().tolist() == [0.0, 0.0, 1.0]


def test_many_elements_at_once() -> None:
    array = tf.TensorArray(tf.int32, 3).unstack([5, 6, 7])
    assert array.gather([2, 0]).numpy().tolist() == [7, 5]
    array = tf.TensorArray(tf.int32, 3).scatter([2, 0], [1, 2])
    assert array.stack().numpy().tolist() == [2, 0, 1]
    array = tf.TensorArray(tf.int32, 2).split([1, 2, 3], [1, 2])
    assert array.concat().numpy().tolist() == [1, 2, 3]


def test_many_elements_at_once_in_a_graph() -> None:
    @tf.function
    def traced() -> Any:
        array = tf.TensorArray(tf.int32, 3).unstack([5, 6, 7])
        parts = tf.TensorArray(tf.int32, 2).split([1, 2, 3], [1, 2])
        rows = tf.TensorArray(tf.int32, 2).scatter([1, 0], [1, 2])
        return array.gather([2, 0]), parts.concat(), rows.stack(), array.size()

    found = [each.numpy().tolist() for each in traced()]
    assert found == [[7, 5], [1, 2, 3], [2, 1], 3]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda array: array.write(3, 1.0), tf.errors.OutOfRangeError),
        (lambda array: array.write(-1, 1.0), tf.errors.OutOfRangeError),
        (lambda array: array.read(5), tf.errors.OutOfRangeError),
        (lambda array: array.read(1), ValueError),
        (
            lambda array: array.write(0, tf.constant(1)),
            tf.errors.InvalidArgumentError,
        ),
        (lambda array: array.write(0, [1.0]).write(1, [1.0, 2.0]), ValueError),
        (
            lambda array: [array.write(0, 1.0).read(0), array.read(0)],
            tf.errors.InvalidArgumentError,
        ),
        (lambda array: array.split([1.0], [2]), tf.errors.InvalidArgumentError),
        (lambda array: array.gather([4]), tf.errors.InvalidArgumentError),
    ],
)
def test_refused(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(tf.TensorArray(tf.float32, 3))


def test_needs_a_size_eagerly() -> None:
    with pytest.raises(ValueError, match="Size must be declared"):
        tf.TensorArray(tf.float32)


def test_shape_written_in_a_loop_is_known_after_it() -> None:
    @tf.function
    def rows(x):
        array = tf.TensorArray(tf.float32, size=3)
        grown = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        for i in tf.range(3):
            array = array.write(i, x[i])
            grown = grown.write(i, x[i])
        return array.stack(), grown.stack(), array.read(0)

    concrete = rows.get_concrete_function(tf.TensorSpec([3, 4]))
    shapes = [each.shape.as_list() for each in concrete.structured_outputs]
    assert shapes == [[3, 4], [None, 4], [4]]


def test_graph_of_an_array_is_tensorflows() -> None:
    @tf.function
    def rows(x):
        return tf.TensorArray(tf.float32, 3).write(0, x).stack()

    graph = rows.get_concrete_function(tf.zeros([2])).graph
    assert [op.name for op in graph.get_operations()] == [
        "x",
        "TensorArrayV2/element_shape",
        "TensorArrayV2/num_elements",
        "TensorArrayV2",
        "TensorArrayV2Write/TensorListSetItem/index",
        "TensorArrayV2Write/TensorListSetItem",
        "TensorArrayV2Stack/TensorListStack/element_shape",
        "TensorArrayV2Stack/TensorListStack",
        "Identity",
    ]


def test_traced_write_of_another_shape_says_what_was_expected() -> None:
    @tf.function
    def write(x: Any) -> Any:
        array = tf.TensorArray(tf.float32, size=1, element_shape=[3])
        return array.write(0, x).stack()

    with pytest.raises(ValueError, match=r"saw \(2,\) but expected \(3,\)"):
        write(tf.constant([1.0, 2.0]))


def test_strings_are_stacked_in_a_function() -> None:
    @tf.function
    def texts(x):
        return tf.map_fn(tf.strings.as_string, x, fn_output_signature=tf.string)

    stacked = texts(tf.constant([1, 20])).numpy()
    assert (stacked.tolist(), type(stacked[0])) == ([b"1", b"20"], bytes)
