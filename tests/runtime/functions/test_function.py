"""tf.function: traces, the cache, signatures, concrete functions, methods, threads."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

import runtime as tf


def counted(function: Any) -> Any:
    """The function traced, with how often that happened."""
    traced = tf.function(function)
    return traced, traced.experimental_get_tracing_count


def test_numpy_arrays_are_tensors() -> None:
    double, count = counted(lambda x: x + x)
    assert double(np.array([1, 2])).numpy().tolist() == [2, 4]
    double(np.array([3, 4]))
    assert count() == 1


def test_arguments_come_by_position_name_and_default() -> None:
    @tf.function
    def combine(a, b=10, *rest, scale=1, **others):
        return (a + b + sum(rest) + sum(others.values())) * scale

    one = tf.constant(1)
    assert combine(one).numpy() == 11
    assert combine(one, one).numpy() == 2
    assert combine(b=one, a=one).numpy() == 2
    assert combine(one, one, one, one).numpy() == 4
    assert combine(one, scale=3, extra=one).numpy() == 36
    with pytest.raises(TypeError, match="Binding inputs to tf.function failed"):
        combine()


def test_input_signature_traces_once_and_refuses_others() -> None:
    @tf.function(input_signature=(tf.TensorSpec([None], tf.int32),))
    def next_collatz(x):
        return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

    shown = str(next_collatz(tf.constant([1, 2])))
    assert shown == "tf.Tensor([4 1], shape=(2,), dtype=int32)"
    assert next_collatz([1, 2, 3]).numpy().tolist() == [4, 1, 10]
    assert next_collatz.experimental_get_tracing_count() == 1
    for wrong in (tf.constant([[1, 2], [3, 4]]), tf.constant([1.0, 2.0])):
        with pytest.raises(ValueError, match="input_signature"):
            next_collatz(wrong)
        with pytest.raises(TypeError, match="Binding inputs"):
            next_collatz(wrong)


def test_objects_count_by_identity_and_are_not_kept() -> None:
    class Apple:
        flavor = 1

    flavor, count = counted(lambda fruit: tf.constant(fruit.flavor))
    kept = Apple()
    flavor(kept)
    flavor(kept)
    assert count() == 1
    flavor(Apple())
    flavor(Apple())
    assert count() == 3
    gc.collect()
    assert len(flavor._list_all_concrete_functions()) == 1


def test_what_cannot_be_told_apart_is_refused() -> None:
    class Unhashable:
        __hash__ = None  # type: ignore[assignment]

    with pytest.raises(TypeError, match="Could not generate a generic TraceType"):
        tf.function(lambda x: 1)(Unhashable())


def test_iterators_are_matched_by_hash(capsys: pytest.CaptureFixture[str]) -> None:
    @tf.function
    def consume(iterator):
        tf.print("Value:", next(iterator))

    iterator = iter([1, 2, 3])
    for _ in range(3):
        consume(iterator)
    assert next(iterator) == 2


def test_two_functions_of_one_callable_share_no_trace() -> None:
    def body():
        return tf.constant(1)

    first, second = tf.function(body), tf.function(body)
    first()
    assert second.experimental_get_tracing_count() == 0


def test_python_values_follow_type_hints() -> None:
    def power(x: tf.Tensor, n: int):
        return x**n

    hinted = tf.function(power, experimental_follow_type_hints=True)
    results = [hinted(1, 2), hinted(2, 2), hinted(tf.constant(3), 2), hinted(3, 3)]
    assert [each.numpy() for each in results] == [1, 4, 9, 27]
    assert hinted.experimental_get_tracing_count() == 2


@pytest.mark.parametrize(
    ("count", "text"), [(1, "missing type constraint for b"), (3, "1 extra type")]
)
def test_input_signature_must_fit_the_parameters(count: int, text: str) -> None:
    signature = [tf.TensorSpec([])] * count
    with pytest.raises(TypeError, match=text):
        tf.function(lambda a, b: a, input_signature=signature)


def test_callable_objects_and_partials() -> None:
    from functools import partial

    class Adder:
        def __call__(self, x):
            if x > 0:
                return x + 1
            return x

    assert tf.function(Adder())(tf.constant(1)).numpy() == 2
    double = tf.function(partial(lambda factor, x: x * factor, 2))
    assert double(tf.constant(4)).numpy() == 8


def test_nested_functions_become_calls() -> None:
    @tf.function
    def dense(x, w, b):
        return tf.matmul(x, w) + b

    @tf.function
    def twice(x, w, b):
        return dense(dense(x, w, b), w, b)

    ones = tf.ones([2, 2])
    assert twice(ones, ones, tf.ones([2])).numpy().tolist() == [[7, 7], [7, 7]]
    graph = twice.get_concrete_function(ones, ones, tf.ones([2])).graph
    calls = [op.type for op in graph.get_operations() if "Call" in op.type]
    assert calls == ["PartitionedCall", "PartitionedCall"]


def test_nested_function_uses_outer_tensors() -> None:
    @tf.function
    def outer(x):
        y = x * 2

        @tf.function
        def inner(z):
            if z > 0:
                return y + z
            return y

        return inner(x)

    assert outer(tf.constant(3)).numpy() == 9


def test_autograph_can_be_left_out() -> None:
    @tf.function(autograph=False)
    def branch(x):
        return 1 if x > 0 else 2

    with pytest.raises(TypeError, match="as a Python `bool` is not allowed"):
        branch(tf.constant(1))


def test_prints_and_assertions_keep_program_order(
    capfd: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def ordered(x):
        tf.print("first")
        tf.Assert(x > 0, ["x"])
        tf.print("second")
        return x

    ordered(tf.constant(1))
    with pytest.raises(tf.errors.InvalidArgumentError):
        ordered(tf.constant(0))
    assert capfd.readouterr().err.split() == ["first", "second", "first"]


def test_error_of_a_kernel_names_the_users_line() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def reshaped(x):
        return tf.reshape(x, [7, -1])

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        reshaped(tf.range(30))
    message = str(caught.value)
    assert "Input to reshape is a tensor with 30 values" in message
    assert "return tf.reshape(x, [7, -1])" in message


def test_a_function_is_added_to_a_graph_with_its_gradient() -> None:
    square = tf.function(lambda x: x * x)
    concrete = square.get_concrete_function(tf.TensorSpec([2], tf.float32))
    concrete.add_to_graph()  # there is no graph
    concrete.add_gradient_functions_to_graph()
    with tf.Graph().as_default() as graph:
        concrete.add_to_graph()
        names = [f.signature.name for f in graph.as_graph_def().library.function]
        assert names == [concrete.name]
        concrete.add_gradient_functions_to_graph()
    library = graph.as_graph_def().library.function
    added = next(each for each in library if each.signature.name != concrete.name)
    assert {node.op for node in added.node_def} >= {"Mul"}
    assert not graph.get_operations()


def test_the_gradient_of_a_recurrent_op_without_a_kernel_is_traced() -> None:
    spec = tf.TensorSpec([3, 2, 4], tf.float32)
    state = tf.zeros([1, 2, 4])

    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            outputs = tf.raw_ops.CudnnRNNV3(
                input=x,
                input_h=state,
                input_c=0,
                params=tf.zeros([160]),
                rnn_mode="gru",
                sequence_lengths=[3, 2],
            )
            total = tf.reduce_sum(outputs[0])
        return tape.gradient(total, x)

    graph = gradient.get_concrete_function(spec).graph
    backward = [op for op in graph.get_operations() if op.type == "CudnnRNNBackpropV3"]
    assert [op.node_def.attr["rnn_mode"].s for op in backward] == [b"gru"]
