"""The traces of a function: bounded, without dead objects, safe among threads."""

from __future__ import annotations

import gc
import threading
import weakref
from typing import Any

import pytest

import runtime as tf
from runtime.functions import trace_cache


class Fruit:
    """An object that can be held weakly."""

    flavor = 1


def test_trace_of_a_dead_object_goes_at_once() -> None:
    traced = tf.function(lambda fruit: tf.constant(fruit.flavor))
    fruit = Fruit()
    traced(fruit)
    trace = weakref.ref(traced._list_all_concrete_functions()[0].trace)
    del fruit
    gc.collect()
    assert not traced._list_all_concrete_functions()
    assert trace() is None


def test_trace_of_a_dead_variable_goes_at_once() -> None:
    traced = tf.function(lambda v: 1)
    traced(tf.Variable(1.0))
    gc.collect()
    assert not traced._list_all_concrete_functions()


def test_new_objects_are_never_taken_for_dead_ones() -> None:
    traced = tf.function(lambda fruit, x: x * fruit.flavor)
    x = tf.constant(1)
    for flavor in range(40):
        fruit = Fruit()
        fruit.flavor = flavor
        for _ in range(12):  # often enough to take the quick way
            assert traced(fruit, x).numpy() == flavor
        del fruit


def test_variables_as_arguments_are_told_apart() -> None:
    traced = tf.function(lambda v, x: v + x)
    first, second, x = tf.Variable(1), tf.Variable(2), tf.constant(10)
    for _ in range(15):
        assert traced(first, x).numpy() == first.numpy() + 10
        assert traced(second, x).numpy() == 12
        first.assign_add(1)
    assert traced.experimental_get_tracing_count() == 2


def test_objects_with_a_value_are_compared_in_every_call() -> None:
    class Version:
        def __init__(self, number: int) -> None:
            self.number = number

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Version) and other.number == self.number

        def __hash__(self) -> int:
            return hash(self.number)

    traced = tf.function(lambda version, x: x + version.number)
    version, x = Version(1), tf.constant(10)
    for _ in range(15):
        assert traced(version, x).numpy() == 11
    version.number = 2
    assert traced(version, x).numpy() == 12


def test_methods_let_go_of_their_objects() -> None:
    class Scale:
        def __init__(self) -> None:
            self.factor = tf.Variable(2.0)

        @tf.function
        def __call__(self, x):
            return self.factor * x

    scale = Scale()
    for _ in range(20):
        scale(tf.constant(1.0))
    alive, storage = weakref.ref(scale), weakref.ref(scale.factor.storage)
    del scale
    gc.collect()
    assert alive() is None
    assert storage() is None


def test_oldest_trace_goes_when_there_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trace_cache, "LIMIT", 3)
    traced = tf.function(lambda x: x + 1)
    for number in range(4):
        traced.get_concrete_function(number)
    kept = [
        each.structured_input_signature
        for each in traced._list_all_concrete_functions()
    ]
    assert kept == [((number,), {}) for number in (1, 2, 3)]
    assert traced(0).numpy() == 1


def test_sixteen_threads_trace_each_signature_once() -> None:
    weight = tf.Variable(2.0)
    made = []

    @tf.function
    def scaled(x):
        if not made:
            made.append(tf.Variable(1.0))
        return x * weight + made[0]

    start, results = threading.Barrier(16), {}

    def work(number: int) -> None:
        start.wait()
        size = number % 4 + 1
        for _ in range(20):
            results[number] = float(tf.reduce_sum(scaled(tf.ones([size]))))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {n: 3.0 * (n % 4 + 1) for n in range(16)}
    # the first call makes the variable, and is traced again
    assert scaled.experimental_get_tracing_count() == 5
    assert len(made) == 1


def test_threads_that_add_lose_nothing() -> None:
    total = tf.Variable(0)

    @tf.function
    def add():
        total.assign_add(1)

    threads = [
        threading.Thread(target=lambda: [add() for _ in range(50)]) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert total.numpy() == 400


@pytest.mark.parametrize(
    "holder",
    [lambda x: [x], lambda x: (x, 1), lambda x: {"k": x}, lambda x: [({"k": [x]},)]],
)
def test_containers_of_arguments_are_not_kept(holder: Any) -> None:
    traced = tf.function(lambda x: 1)
    fruit, variable, tensor = Fruit(), tf.Variable(1.0), tf.ones([2])
    alive = [weakref.ref(fruit), weakref.ref(variable), weakref.ref(tensor)]
    for each in (fruit, variable, tensor):
        traced(holder(each))
    assert len(traced._list_all_concrete_functions()) == 3
    del fruit, variable, tensor, each
    gc.collect()
    assert [reference() for reference in alive] == [None, None, None]
    assert len(traced._list_all_concrete_functions()) == 1


def test_bound_methods_as_arguments_do_not_keep_their_object() -> None:
    class Counter:
        def __init__(self) -> None:
            self.step = 2

        def next(self, x: Any) -> Any:
            return x + self.step

    traced = tf.function(lambda step, x: step(x))
    counter, other = Counter(), Counter()
    other.step = 5
    one = tf.constant(1)
    found = [traced(each.next, one).numpy() for each in (counter, other, counter)]
    assert found == [3, 6, 3]
    assert traced.experimental_get_tracing_count() == 2
    alive = weakref.ref(counter)
    del counter
    gc.collect()
    assert alive() is None
    assert len(traced._list_all_concrete_functions()) == 1


def test_structure_is_known_without_the_values() -> None:
    traced = tf.function(lambda x: x["a"])
    concrete = traced.get_concrete_function({"b": [1, "t"], "a": tf.constant(2.0)})
    ((shown,), _) = concrete.structured_input_signature
    assert shown == {"b": [1, "t"], "a": tf.TensorSpec([], tf.float32, "x_a")}
    assert list(shown) == ["b", "a"]
