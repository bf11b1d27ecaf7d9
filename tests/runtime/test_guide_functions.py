"""What the guide to functions prints, cell by cell, printed by this runtime."""

from __future__ import annotations

import contextlib
import re
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import runtime as tf

Captured = pytest.CaptureFixture[str]


@tf.function
def add(a, b):
    return a + b


def test_function_is_called_like_an_operation() -> None:
    shown = repr(add(tf.ones([2, 2]), tf.ones([2, 2])))
    assert shown == (
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[2., 2.],\n       [2., 2.]], dtype=float32)>"
    )


def test_function_has_gradients() -> None:
    v = tf.Variable(1.0)
    with tf.GradientTape() as tape:
        result = add(v, 1.0)
    shown = repr(tape.gradient(result, v))
    assert shown == "<tf.Tensor: shape=(), dtype=float32, numpy=1.0>"


def test_functions_nest() -> None:
    @tf.function
    def dense(x, w, b):
        return add(tf.matmul(x, w), b)

    result = dense(tf.ones([3, 2]), tf.ones([2, 2]), tf.ones([2]))
    assert result.numpy().tolist() == [[3.0, 3.0]] * 3


def test_unknown_dimension_serves_every_length(capsys: Captured) -> None:
    @tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
    def same(x):
        print("Tracing with", x)
        return x

    print(same(tf.constant([1, 2, 3])))
    print(same(tf.constant([1, 2, 3, 4, 5])))
    assert capsys.readouterr().out.splitlines() == [
        'Tracing with Tensor("x:0", shape=(None,), dtype=int32)',
        "tf.Tensor([1 2 3], shape=(3,), dtype=int32)",
        "tf.Tensor([1 2 3 4 5], shape=(5,), dtype=int32)",
    ]


@contextlib.contextmanager
def expected(kind: type[BaseException], shown: list[str]) -> Iterator[None]:
    """As the guide catches errors, with the last line of the traceback it prints."""
    try:
        yield
    except kind:
        shown.append(traceback.format_exc(limit=2))


def test_wrong_arguments_for_a_signature_are_value_errors() -> None:
    @tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
    def next_number(x):
        return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

    shown: list[str] = []
    for wrong in (tf.constant([[1, 2], [3, 4]]), tf.constant([1.0, 2.0])):
        with expected(ValueError, shown):
            next_number(wrong)
    assert len(shown) == 2
    for text in shown:
        assert "next_number(wrong)" in text
        assert "/runtime/functions/" not in text


def test_python_values_are_traced_again_and_tensors_are_not(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def train_one_step() -> None:
        pass

    @tf.function
    def train(num_steps):
        print("Tracing with num_steps = ", num_steps)
        tf.print("Executing with num_steps = ", num_steps)
        for _ in tf.range(num_steps):
            train_one_step()

    train(num_steps=10)
    train(num_steps=20)
    train(num_steps=tf.constant(10))
    train(num_steps=tf.constant(20))
    out, err = capfd.readouterr()
    assert out.splitlines() == [
        "Tracing with num_steps =  10",
        "Tracing with num_steps =  20",
        'Tracing with num_steps =  Tensor("num_steps:0", shape=(), dtype=int32)',
    ]
    assert err.splitlines() == [
        f"Executing with num_steps =  {count}" for count in (10, 20, 10, 20)
    ]


def test_new_function_traces_anew(capfd: pytest.CaptureFixture[str]) -> None:
    def said():
        print("Tracing!")
        tf.print("Executing")

    tf.function(said)()
    tf.function(said)()
    out, err = capfd.readouterr()
    assert (out.split(), err.split()) == (["Tracing!"] * 2, ["Executing"] * 2)


class Fruit:
    """Its class says what counts for a trace."""

    flavor: Any

    def __tf_tracing_type__(self, context: Any) -> FruitType:
        return FruitType(type(self))


class Apple(Fruit):
    flavor = tf.constant([1, 2])


class Mango(Fruit):
    flavor = tf.constant([3, 4])


class FruitType(tf.types.experimental.TraceType):
    """As the guide writes it: without a placeholder of its own."""

    def __init__(self, kind: type) -> None:
        self.kind = kind

    def is_subtype_of(self, other: Any) -> bool:
        return type(other) is FruitType and self.kind is other.kind

    def most_specific_common_supertype(self, others: Any) -> Any:
        return self if all(self == other for other in others) else None

    def __eq__(self, other: object) -> bool:
        return type(other) is FruitType and self.kind == other.kind

    def __hash__(self) -> int:
        return hash(self.kind)


def test_tracing_protocol_reuses_a_trace() -> None:
    @tf.function
    def mixed(first, second):
        return first.flavor + second.flavor

    mixed(Apple(), Mango())
    shown = repr(mixed(Apple(), Mango()))
    assert shown == (
        "<tf.Tensor: shape=(2,), dtype=int32, numpy=array([4, 6], dtype=int32)>"
    )
    assert mixed.experimental_get_tracing_count() == 1


def test_text_of_a_concrete_function_and_its_signature() -> None:
    double = tf.function(lambda a: a + a)
    strings = double.get_concrete_function(tf.constant("a"))
    assert str(strings).splitlines() == [
        "ConcreteFunction Input Parameters:",
        "  a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(), dtype=tf.string, name=None)",
        "Output Type:",
        "  TensorSpec(shape=(), dtype=tf.string, name=None)",
        "Captures:",
        "  None",
    ]
    assert str(strings.structured_input_signature) == (
        "((TensorSpec(shape=(), dtype=tf.string, name='a'),), {})"
    )
    assert (
        str(strings.structured_outputs)
        == 'Tensor("Identity:0", shape=(), dtype=string)'
    )


def test_wrong_dtype_for_a_concrete_function() -> None:
    def double(a):
        return a + a

    strings = tf.function(double).get_concrete_function(tf.constant("a"))
    pattern = (
        r"cannot compute (__inference_double_\d+) as input #0\(zero-based\) was "
        r"expected to be a string tensor but is a int32 tensor \[Op:\1\]"
    )
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        strings(tf.constant(1))
    assert re.fullmatch(pattern, str(caught.value))


def test_bound_python_value_is_kept() -> None:
    power = tf.function(lambda a, b: a**b)
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    assert bool(square(tf.constant(10.0)) == 100)
    with pytest.raises(TypeError, match="Can not cast 3 to Literal.2.") as caught:
        square(tf.constant(10.0), b=3)
    assert "was constructed with int value 2 in b, but was called with int value 3" in (
        str(caught.value)
    )


def test_while_loop_over_a_tensor_prints_each_step(
    capfd: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def shrink(x):
        while tf.reduce_sum(x) > 1:
            tf.print(x)
            x = tf.tanh(x)
        return x

    x = np.array([0.5, 0.75, 0.25], np.float32)
    result = shrink(tf.constant(x))
    steps = []
    while x.sum() > 1:
        steps.append(x)
        x = np.tanh(x)
    lines = capfd.readouterr().err.splitlines()
    assert lines[0] == "[0.5 0.75 0.25]"
    assert len(lines) == len(steps)
    read = [np.array(line[1:-1].split(), np.float32) for line in lines]
    np.testing.assert_allclose(read, steps, rtol=1e-5)
    np.testing.assert_allclose(result.numpy(), x, rtol=1e-5)


def test_loop_values_are_accumulated_in_a_tensor_array() -> None:
    def step(entry, state):
        return entry + state

    @tf.function
    def unrolled(step, data, state):
        data = tf.transpose(data, [1, 0, 2])
        length = data.shape[0]
        states = tf.TensorArray(tf.float32, size=length)
        for i in tf.range(length):
            state = step(data[i], state)
            states = states.write(i, state)
        return tf.transpose(states.stack(), [1, 0, 2])

    data = np.arange(24, dtype=np.float32).reshape(2, 3, 4)
    found = unrolled(step, tf.constant(data), tf.zeros([2, 4]))
    assert found.numpy().tolist() == data.cumsum(axis=1).tolist()


def test_python_and_graph_prints_over_three_calls(
    capfd: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def said(x):
        print("Traced with", x)
        tf.print("Executed with", x)

    for value in (1, 1, 2):
        said(value)
    out, err = capfd.readouterr()
    assert out.splitlines() == ["Traced with 1", "Traced with 2"]
    assert err.splitlines() == [f"Executed with {value}" for value in (1, 1, 2)]


def test_iterator_gives_its_first_value_again(
    capfd: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def consume(iterator):
        tf.print("Value:", next(iterator))

    iterator = iter([1, 2, 3])
    for _ in range(3):
        consume(iterator)
    assert capfd.readouterr().err.splitlines() == ["Value: 1"] * 3


def test_tensor_that_is_leaked_and_returned_has_no_value_outside() -> None:
    kept: dict[str, Any] = {}

    @tf.function
    def leaky(a):
        kept["x"] = a + 1
        return kept["x"]

    @tf.function
    def uses(b):
        b += kept["x"]
        return b

    assert str(leaky(tf.constant(1)).numpy()) == "2"
    with pytest.raises(AttributeError, match="object has no attribute 'numpy'"):
        kept["x"].numpy()
    with pytest.raises(TypeError) as caught:
        uses(tf.constant(2))
    text = str(caught.value)
    assert "<tf.Tensor 'add:0' shape=() dtype=int32> is out of scope and cannot" in text
    assert "all_outputs_of_a_tffunction_must_be_return_values" in text
    assert "<tf.Tensor 'add:0' shape=() dtype=int32> was defined here:" in text
    assert 'kept["x"] = a + 1' in text
    assert re.search(
        r"cannot be accessed from here, because it was defined in "
        r"FuncGraph\(name=leaky, id=\d+\), which is out of scope\.$",
        text,
    )
    assert "in user code" not in text
    lines = [frame.line for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert 'b += kept["x"]' in lines


def test_leaks_through_lists_and_fields_have_no_value() -> None:
    class Holder:
        field: Any = None

    kept: list[Any] = []
    holder = Holder()

    @tf.function
    def leaky():
        a = tf.constant(1)
        kept.append(a)
        holder.field = a

    leaky()
    for leaked in (kept[0], holder.field):
        assert not hasattr(leaked, "numpy")
        with pytest.raises(TypeError, match="is out of scope"):
            tf.add(leaked, 1)


def test_variable_bound_after_the_function_is_followed() -> None:
    names: dict[str, Any] = {}

    @tf.function
    def variable_add():
        return 1 + names["foo"]

    names["foo"] = tf.Variable(1)
    before = str(variable_add())
    names["foo"].assign(100)
    assert [before, str(variable_add())] == [
        "tf.Tensor(2, shape=(), dtype=int32)",
        "tf.Tensor(101, shape=(), dtype=int32)",
    ]


def test_variable_made_in_each_call_is_refused_with_the_users_line() -> None:
    @tf.function
    def make(x):
        v = tf.Variable(1.0)
        return v + x

    with pytest.raises(ValueError, match="in user code:") as caught:
        make(1.0)
    text = str(caught.value)
    assert "v = tf.Variable(1.0)" in text
    assert (
        "tf.function only supports singleton tf.Variables created on the first call. "
        "Make sure the tf.Variable is only created once or created outside "
        "tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables"
    ) in text


def test_python_function_runs_in_every_call() -> None:
    seen = []

    def noted(x):
        seen.append(x.numpy().item())
        return x * 2

    @tf.function
    def outer(x):
        return tf.py_function(noted, [x], tf.int32)

    assert [outer(tf.constant(n)).numpy() for n in (1, 2, 2)] == [2, 4, 4]
    assert seen == [1, 2, 2]


def test_init_scope_leaves_tapes_and_branches() -> None:
    @tf.function
    def inside(x):
        if x > 0:
            with tf.init_scope():
                y = tf.constant(1) + 1
                assert tf.executing_eagerly()
        else:
            y = x
        return y

    assert inside(tf.constant(1)).numpy() == 2
    v = tf.Variable(3.0)
    with tf.GradientTape() as tape, tf.init_scope():
        y = v * v
    assert tape.gradient(y, v) is None
