"""tf.function: traces, the cache, signatures, concrete functions, methods, threads."""

from __future__ import annotations

import gc
import threading
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import runtime as tf
from runtime.native.calls import options


class Pair(NamedTuple):
    first: Any
    second: Any


def counted(function: Any) -> Any:
    """The function traced, with how often that happened."""
    traced = tf.function(function)
    return traced, traced.experimental_get_tracing_count


def test_tensors_share_a_trace_by_dtype_and_shape() -> None:
    double, count = counted(lambda x: x + x)
    for value in (1, 2, tf.constant(3)):
        double(tf.constant(int(value)))
    assert count() == 1
    double(tf.constant(1.0))
    double(tf.constant([1]))
    assert count() == 3


def test_python_values_of_different_types_do_not_share_a_trace() -> None:
    identity, count = counted(lambda x: x)
    found = [identity(x).numpy().item() for x in (1, True, 1.0, 0.0, -0.0)]
    assert list(map(repr, found)) == ["1", "True", "1.0", "0.0", "-0.0"]
    assert count() == 5


def test_numpy_arrays_are_tensors() -> None:
    double, count = counted(lambda x: x + x)
    assert double(np.array([1, 2])).numpy().tolist() == [2, 4]
    double(np.array([3, 4]))
    assert count() == 1


def test_structures_are_traced_by_their_parts() -> None:
    total, count = counted(lambda d: d["a"] + d["b"][0])
    one = tf.constant(1)
    assert total({"a": one, "b": [one]}).numpy() == 2
    assert total({"b": [one], "a": one}).numpy() == 2
    assert count() == 1
    total({"a": one, "b": (one,)})
    assert count() == 2


@pytest.mark.parametrize(
    "structure",
    [
        lambda x: x,
        lambda x: [x, (x, {"k": x})],
        lambda x: {"b": x, "a": [x]},
        lambda x: Pair(x, None),
        lambda x: None,
        lambda x: (),
    ],
)
def test_results_nest_as_the_function_returns_them(structure: Any) -> None:
    eager = structure(tf.constant(1))
    traced = tf.function(structure)(tf.constant(1))
    assert repr(traced) == repr(eager)


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


def test_unknown_dimensions_serve_several_lengths() -> None:
    spec = tf.TensorSpec([None], tf.int32)
    double = tf.function(lambda x: x + x)
    general = double.get_concrete_function(spec)
    assert general.structured_outputs.shape.as_list() == [None]
    assert double(tf.constant([1, 2, 3])).numpy().tolist() == [2, 4, 6]
    assert double.experimental_get_tracing_count() == 1


def test_most_specific_trace_is_chosen() -> None:
    traced = tf.function(lambda x: tf.constant(x.shape.as_list()[0] is None))
    traced.get_concrete_function(tf.TensorSpec([1, None]))
    traced.get_concrete_function(tf.TensorSpec([None, None]))
    assert not bool(traced(tf.ones([1, 2])))
    assert bool(traced(tf.ones([2, 2])))
    assert traced.experimental_get_tracing_count() == 2


def test_narrower_spec_is_served_by_a_wider_trace() -> None:
    traced = tf.function(lambda x: x)
    wide = traced.get_concrete_function(tf.TensorSpec([None]))
    assert traced.get_concrete_function(tf.TensorSpec([3])) is wide
    assert traced.get_concrete_function(tf.ones([2])) is wide
    named = traced.get_concrete_function(tf.TensorSpec([None], name="given"))
    assert named is not wide
    assert named(given=tf.ones([1])).numpy().tolist() == [1.0]


def test_reduce_retracing_generalizes_shapes() -> None:
    double = tf.function(lambda x: x + x, reduce_retracing=True)
    for length in range(1, 5):
        assert double(tf.ones([length])).shape == [length]
    assert double.experimental_get_tracing_count() == 2


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


def test_methods_are_traced_for_their_object() -> None:
    class Scale:
        def __init__(self, factor: int) -> None:
            self.factor = factor

        @tf.function
        def apply(self, x):
            return x * self.factor

        @tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
        def fixed(self, x):
            return x + self.factor

    two, three = Scale(2), Scale(3)
    five = tf.constant(5)
    assert [two.apply(five).numpy(), three.apply(five).numpy()] == [10, 15]
    assert [two.fixed(five).numpy(), three.fixed(5).numpy()] == [7, 8]
    concrete = two.apply.get_concrete_function(five)
    assert concrete(five).numpy() == 10
    assert two.apply.python_function(4) == 8


def test_dataclasses_are_traced_by_their_fields() -> None:
    @dataclass
    class State:
        values: Any
        scale: int = 2

    @dataclass(frozen=True)
    class Step:
        state: State
        weight: tf.Variable

    step, count = counted(
        lambda step: step.state.values * step.state.scale + step.weight
    )
    weight = tf.Variable(10.0)
    assert step(Step(State(tf.constant(1.0)), weight)).numpy() == 12
    assert step(Step(State(tf.constant(2.0)), weight)).numpy() == 14
    assert step(Step(State(np.float32(3.0)), weight)).numpy() == 16
    assert count() == 1
    assert step(Step(State(tf.constant(1.0), 3), weight)).numpy() == 13
    assert count() == 2
    assert step.explain_retrace(Step(State(tf.constant(1.0), 4), weight)) == (
        "argument 'step.state.scale' is Literal[4], it was Literal[3]"
    )


def test_concrete_function_takes_dataclasses() -> None:
    @dataclass
    class Pair2:
        first: Any
        second: Any

    add = tf.function(lambda pair, x: pair.first + pair.second + x)
    spec = tf.TensorSpec([], tf.int32)
    concrete = add.get_concrete_function(Pair2(spec, 3), spec)
    one = tf.constant(1)
    assert concrete(Pair2(one, 3), one).numpy() == 5
    (pair, x), _ = concrete.structured_input_signature
    assert (pair.second, x.dtype) == (3, tf.int32)


def test_object_of_a_method_needs_no_hash() -> None:
    @dataclass
    class Scale:
        factor: int
        calls: int = 0

        @tf.function
        def __call__(self, x):
            self.calls += 1
            return self.factor * x

    first, second = Scale(2), Scale(2)
    for _ in range(3):
        assert first(tf.constant(3)).numpy() == 6
    assert second(tf.constant(3)).numpy() == 6
    assert (first.calls, second.calls) == (1, 1)


def test_bound_object_may_be_left_out_of_a_concrete_call_with_variables() -> None:
    class Descent:
        rate = 0.5

    def step(w, x, optimizer):
        w.assign_sub(optimizer.rate * x)

    w, x, optimizer = tf.Variable(2.0), tf.constant(1.0), Descent()
    concrete = tf.function(step).get_concrete_function(w, x, optimizer)
    concrete(w, x)
    concrete(w, x, optimizer)
    assert w.numpy() == 1.0
    other = tf.Variable(5.0)
    concrete(other, x)
    assert (w.numpy(), other.numpy()) == (1.0, 4.5)
    with pytest.raises(TypeError, match="missing required arguments: x"):
        concrete(x)


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


def test_concrete_function_takes_tensors_by_position_or_name() -> None:
    double = tf.function(lambda a: a + a)
    concrete = double.get_concrete_function(tf.TensorSpec([], tf.string))
    assert concrete(tf.constant("a")).numpy() == b"aa"
    assert concrete(a=tf.constant("b")).numpy() == b"bb"
    assert concrete.structured_input_signature == (
        (tf.TensorSpec([], tf.string, "a"),),
        {},
    )
    assert str(concrete.structured_outputs) == (
        'Tensor("Identity:0", shape=(), dtype=string)'
    )
    expected = (
        r"cannot compute __inference_<lambda>_\d+ as input #0\(zero-based\) was "
        r"expected to be a string tensor but is a int32 tensor"
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match=expected):
        concrete(tf.constant(1))


def test_bound_python_values_may_be_left_out_or_repeated() -> None:
    power = tf.function(lambda a, b: a**b)
    square = power.get_concrete_function(tf.TensorSpec(None, tf.float32), b=2)
    assert "a (POSITIONAL_OR_KEYWORD): TensorSpec(shape=<unknown>" in str(square)
    assert "b (POSITIONAL_OR_KEYWORD): Literal[2]" in str(square)
    assert square(tf.constant(10.0)).numpy() == 100
    assert square(tf.constant(10.0), b=2).numpy() == 100
    text = "constructed with int value 2 in b, but was called with int value 3"
    with pytest.raises(TypeError, match=text):
        square(tf.constant(10.0), b=3)
    with pytest.raises(TypeError, match="missing a required argument: 'a'"):
        square()
    with pytest.raises(TypeError, match="unexpected keyword argument 'c'"):
        square(tf.constant(10.0), c=1)


def test_leading_python_objects_are_left_out_of_a_concrete_call() -> None:
    class Model:
        bias = 1

    def evaluate(model, x):
        return x + model.bias

    concrete = tf.function(evaluate).get_concrete_function(Model(), tf.constant(1))
    assert concrete(tf.constant(5)).numpy() == 6


def test_captured_tensors_are_inputs_or_constants() -> None:
    small, large = tf.constant([1.0]), tf.constant(np.arange(200.0))
    concrete = tf.function(lambda: (small + 1, large + 1)).get_concrete_function()
    assert [tensor is large for tensor in concrete.captured_inputs] == [True]
    assert concrete()[1].numpy()[:2].tolist() == [1.0, 2.0]
    assert "TensorSpec(shape=(200,), dtype=tf.float64, name=None)" in str(concrete)


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


def test_recorded_graph_is_kept_beside_the_optimized_one() -> None:
    def body(x):
        tf.gather(x, [1])
        a = x + x
        return a * (x + x)

    concrete = tf.function(body).get_concrete_function(tf.constant([1.0, 2.0]))
    recorded = [node.op for node in concrete.graph.as_graph_def().node]
    optimized = [node.op for node in concrete.optimized_graph.as_graph_def().node]
    assert recorded.count("AddV2") == 2
    assert "GatherV2" in recorded
    assert optimized.count("AddV2") == 1
    assert "GatherV2" not in optimized


def test_passes_can_be_turned_off() -> None:
    tf.config.optimizer.set_experimental_options({"common_subgraph_elimination": False})
    try:
        concrete = tf.function(lambda x: (x + x) * (x + x)).get_concrete_function(
            tf.constant(1)
        )
        ops = [node.op for node in concrete.optimized_graph.as_graph_def().node]
    finally:
        tf.config.optimizer.set_experimental_options(
            {"common_subgraph_elimination": True}
        )
    assert ops.count("AddV2") == 2
    with pytest.raises(ValueError, match="Unknown optimizer options"):
        tf.config.optimizer.set_experimental_options({"no_such_pass": True})


def test_results_that_are_no_tensors_are_refused() -> None:
    with pytest.raises(TypeError, match="must return zero or more Tensors"):
        tf.function(lambda: object())()


def test_autograph_can_be_left_out() -> None:
    @tf.function(autograph=False)
    def branch(x):
        return 1 if x > 0 else 2

    with pytest.raises(TypeError, match="as a Python `bool` is not allowed"):
        branch(tf.constant(1))


def test_explain_retrace_names_the_argument() -> None:
    double = tf.function(lambda x, y: x + y)
    assert double.explain_retrace(1, 2) == "the function has not been traced yet"
    double(tf.constant(1), 2)
    assert double.explain_retrace(tf.constant(5), 2) == "a trace for this call exists"
    assert double.explain_retrace(tf.constant(5), 3) == (
        "argument 'y' is Literal[3], it was Literal[2]"
    )


def test_threads_trace_once_for_a_signature() -> None:
    function = tf.function(lambda x: x * 2)
    results: list[int] = []
    threads = [
        threading.Thread(
            target=lambda i=i: results.append(int(function(tf.constant(i))))
        )
        for i in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == [2 * i for i in range(16)]
    assert function.experimental_get_tracing_count() == 1


def test_executing_eagerly_is_false_inside() -> None:
    seen = []

    @tf.function
    def body():
        seen.append(tf.executing_eagerly())
        with tf.init_scope():
            seen.append(tf.executing_eagerly())
        return tf.constant(0)

    body()
    assert seen == [False, True]


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


def test_error_while_tracing_names_the_users_line() -> None:
    @tf.function
    def mismatched(x):
        return x + tf.constant([1, 2, 3])

    with pytest.raises(ValueError, match="input shapes") as caught:
        mismatched(tf.constant([1, 2]))
    assert "return x + tf.constant([1, 2, 3])" in str(caught.value)


def test_missing_native_code_is_said_once(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without llvmlite the function runs all the same."""
    monkeypatch.setattr(options, "find_spec", lambda name: None)
    options.is_available.cache_clear()

    for _ in range(2):
        doubled = tf.function(lambda x: x * 2, jit_compile=True)
        assert int(doubled(tf.constant(4))) == 8

    options.is_available.cache_clear()
    (record,) = [each for each in caplog.records if "jit_compile" in each.message]
    assert "pip install 'autograph-toolkit[jit]'" in record.message
    assert "default executor" in record.message


def test_a_traced_method_is_an_instance_of_the_class_of_functions() -> None:
    class Doubler(tf.Module):
        @tf.function
        def double(self, x):
            return x + x

    doubler = Doubler()
    assert isinstance(doubler.double, type(tf.function(lambda x: x)))
    assert doubler.double(tf.constant(2)).numpy() == 4


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
