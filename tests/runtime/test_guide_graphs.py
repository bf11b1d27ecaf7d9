"""What the guides to graphs and functions print, printed by this runtime."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import runtime as tf


@pytest.fixture
def eager_functions() -> Iterator[None]:
    tf.config.run_functions_eagerly(True)
    yield
    tf.config.run_functions_eagerly(False)


def simple_relu(x):
    if tf.greater(x, 0):
        return x
    else:
        return 0


def inner_function(x, y, b):
    x = tf.matmul(x, y)
    x = x + b
    return x  # noqa: RET504 - as the guide has it


def mean_squared_error(y_true, y_pred):
    print("Calculating MSE!")
    sq_diff = tf.pow(y_true - y_pred, 2)
    return tf.reduce_mean(sq_diff)


def fizzbuzz(n):
    for i in tf.range(1, n + 1):
        print("Tracing for loop")
        if i % 15 == 0:
            print("Tracing fizzbuzz branch")
            tf.print("fizzbuzz")
        elif i % 3 == 0:
            print("Tracing fizz branch")
            tf.print("fizz")
        elif i % 5 == 0:
            print("Tracing buzz branch")
            tf.print("buzz")
        else:
            print("Tracing default branch")
            tf.print(i)


def power(x, y):
    result = tf.eye(10, dtype=tf.dtypes.int32)
    for _ in range(y):
        result = tf.matmul(x, result)
    return result


def test_graph_gives_what_the_plain_function_gives() -> None:
    x, y, b = tf.constant([[1.0, 2.0]]), tf.constant([[2.0], [3.0]]), tf.constant(4.0)
    plain = inner_function(x, y, b).numpy()
    assert plain == tf.function(inner_function)(x, y, b).numpy()


def test_called_functions_are_part_of_the_graph() -> None:
    @tf.function
    def outer_function(x):
        y = tf.constant([[2.0], [3.0]])
        b = tf.constant(4.0)
        return inner_function(x, y, b)

    result = outer_function(tf.constant([[1.0, 2.0]])).numpy()
    assert repr(result) == "array([[12.]], dtype=float32)"


@pytest.mark.parametrize(("given", "shown"), [(1, "1"), (-1, "0")])
def test_relu_with_early_returns(given: int, shown: str) -> None:
    result = tf.function(simple_relu)(tf.constant(given))
    assert str(result.numpy()) == shown
    assert result.dtype == tf.int32


def test_printed_graph_has_the_attributes_of_the_guide() -> None:
    concrete = tf.function(simple_relu).get_concrete_function(tf.constant(1))
    message = concrete.graph.as_graph_def()
    cond = next(node for node in message.node if node.op == "StatelessIf")
    assert sorted(cond.attr, reverse=True) == [
        "then_branch",
        "output_shapes",
        "else_branch",
        "_read_only_resource_inputs",
        "_lower_using_switch_merge",
        "Tout",
        "Tin",
        "Tcond",
    ]
    assert message.versions.min_consumer == 12


def test_python_prints_happen_once_while_branches_are_traced(
    capfd: pytest.CaptureFixture[str],
) -> None:
    function = tf.function(fizzbuzz)
    function(tf.constant(5))
    function(tf.constant(20))
    out, err = capfd.readouterr()
    assert out.splitlines() == [
        "Tracing for loop",
        "Tracing fizzbuzz branch",
        "Tracing fizz branch",
        "Tracing buzz branch",
        "Tracing default branch",
    ]
    said = (
        "1 2 fizz 4 buzz fizz 7 8 fizz buzz 11 fizz 13 14 fizzbuzz 16 17 fizz 19 buzz"
    )
    assert err.split() == ["1", "2", "fizz", "4", "buzz", *said.split()]


def test_polymorphic_function_lists_its_signatures() -> None:
    @tf.function
    def my_relu(x):
        return tf.maximum(0.0, x)

    results = [
        my_relu(tf.constant(5.5)),
        my_relu([1, -1]),
        my_relu(tf.constant([3.0, -3.0])),
        my_relu(tf.constant(-2.5)),
        my_relu(tf.constant([-1.0, 1.0])),
    ]
    assert list(map(str, results)) == [
        "tf.Tensor(5.5, shape=(), dtype=float32)",
        "tf.Tensor([1. 0.], shape=(2,), dtype=float32)",
        "tf.Tensor([3. 0.], shape=(2,), dtype=float32)",
        "tf.Tensor(0.0, shape=(), dtype=float32)",
        "tf.Tensor([0. 1.], shape=(2,), dtype=float32)",
    ]
    assert (
        my_relu.pretty_printed_concrete_signatures()
        == """\
Input Parameters:
  x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(), dtype=tf.float32, name=None)
Output Type:
  TensorSpec(shape=(), dtype=tf.float32, name=None)
Captures:
  None

Input Parameters:
  x (POSITIONAL_OR_KEYWORD): List[Literal[1], Literal[-1]]
Output Type:
  TensorSpec(shape=(2,), dtype=tf.float32, name=None)
Captures:
  None

Input Parameters:
  x (POSITIONAL_OR_KEYWORD): TensorSpec(shape=(2,), dtype=tf.float32, name=None)
Output Type:
  TensorSpec(shape=(2,), dtype=tf.float32, name=None)
Captures:
  None"""
    )


def test_integer_mean_is_shown_as_a_python_number() -> None:
    y_true, y_pred = tf.constant([4, 7, 4, 9, 0]), tf.constant([7, 4, 1, 6, 3])
    result = tf.function(mean_squared_error)(y_true, y_pred)
    assert repr(result) == "<tf.Tensor: shape=(), dtype=int32, numpy=9>"


def test_python_print_runs_once_in_a_graph(capsys: pytest.CaptureFixture[str]) -> None:
    function = tf.function(mean_squared_error)
    for _ in range(3):
        function(tf.constant([1]), tf.constant([2]))
    assert capsys.readouterr().out == "Calculating MSE!\n"


@pytest.mark.usefixtures("eager_functions")
def test_python_print_runs_each_time_eagerly(
    capsys: pytest.CaptureFixture[str],
) -> None:
    function = tf.function(mean_squared_error)
    for _ in range(3):
        function(tf.constant([1]), tf.constant([2]))
    assert capsys.readouterr().out == "Calculating MSE!\n" * 3


def test_unused_operation_runs_eagerly_and_is_skipped_in_a_graph() -> None:
    def unused_return(x):
        tf.gather(x, [1])
        return x

    with pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 1\)"):
        unused_return(tf.constant([0.0]))
    result = tf.function(unused_return)(tf.constant([0.0]))
    assert str(result) == "tf.Tensor([0.], shape=(1,), dtype=float32)"


def test_assertion_is_kept_in_a_graph() -> None:
    @tf.function
    def checked(x):
        tf.Assert(x > 0, ["too small", x])
        return x

    assert checked(tf.constant(1)).numpy() == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="assertion failed"):
        checked(tf.constant(-1))


def test_unrolled_power_equals_eager_power() -> None:
    x = tf.constant(np.arange(100).reshape(10, 10) % 3 - 1, tf.int32)
    eager = power(x, 100).numpy()
    assert (tf.function(power)(x, 100).numpy() == eager).all()


def test_new_python_values_are_traced_tensors_are_not(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def with_side_effect(x):
        print("Tracing!")
        return x * x + tf.constant(2)

    for given in (tf.constant(2), tf.constant(3), 2, 3):
        print(with_side_effect(given))
    assert capsys.readouterr().out.splitlines() == [
        "Tracing!",
        "tf.Tensor(6, shape=(), dtype=int32)",
        "tf.Tensor(11, shape=(), dtype=int32)",
        "Tracing!",
        "tf.Tensor(6, shape=(), dtype=int32)",
        "Tracing!",
        "tf.Tensor(11, shape=(), dtype=int32)",
    ]


def test_traced_arguments_print_as_symbolic_tensors(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def double(a):
        print("Tracing with", a)
        return a + a

    print(double(tf.constant(1)))
    print(double(tf.constant(1.1)))
    print(double(tf.constant("a")))
    assert capsys.readouterr().out.splitlines() == [
        'Tracing with Tensor("a:0", shape=(), dtype=int32)',
        "tf.Tensor(2, shape=(), dtype=int32)",
        'Tracing with Tensor("a:0", shape=(), dtype=float32)',
        "tf.Tensor(2.2, shape=(), dtype=float32)",
        'Tracing with Tensor("a:0", shape=(), dtype=string)',
        "tf.Tensor(b'aa', shape=(), dtype=string)",
    ]


def test_nodes_of_a_graph_and_their_inputs() -> None:
    @tf.function
    def double(a):
        return a + a

    graph = double.get_concrete_function(tf.constant("a")).graph
    shown = [(list(node.input), node.name) for node in graph.as_graph_def().node]
    assert shown == [([], "a"), (["a", "a"], "add"), (["add"], "Identity")]


@pytest.mark.parametrize(("length", "nodes"), [(3, 11), (10, 32)])
def test_size_of_an_unrolled_graph(length: int, nodes: int) -> None:
    def train(dataset):
        loss = tf.constant(0)
        for x, y in dataset:
            loss += tf.abs(y - x)
        return loss

    concrete = tf.function(train).get_concrete_function([(1, 1)] * length)
    assert len(concrete.graph.as_graph_def().node) == nodes


def test_recursion_on_python_values_is_unrolled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    @tf.function
    def recursive_fn(n):
        if n > 0:
            print("tracing")
            return recursive_fn(n - 1)
        else:
            return 1

    result = recursive_fn(5)
    assert repr(result) == "<tf.Tensor: shape=(), dtype=int32, numpy=1>"
    assert capsys.readouterr().out.split() == ["tracing"] * 5


def test_recursion_on_a_tensor_is_refused() -> None:
    @tf.function
    def recursive_fn(n):
        if n > 0:
            return recursive_fn(n - 1)
        else:
            return 1

    with pytest.raises(RecursionError, match="calls itself"):
        recursive_fn(tf.constant(5))


def test_leaked_tensor_has_no_value_and_names_its_graph() -> None:
    leaked = []

    @tf.function
    def leaky_function(a):
        leaked.append(a + 1)
        return a + 2

    assert leaky_function(tf.constant(1)).numpy() == 3
    assert not hasattr(leaked[0], "numpy")
    other = tf.function(lambda: leaked[0] + 1)
    with pytest.raises(TypeError, match="is out of scope and cannot be used here") as e:
        other()
    message = str(e.value)
    assert "<tf.Tensor 'add:0' shape=() dtype=int32>" in message
    assert "leaked.append(a + 1)" in message
    assert "defined in FuncGraph(name=leaky_function" in message
