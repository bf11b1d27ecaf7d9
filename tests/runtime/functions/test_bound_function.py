"""Traced methods: an object has traces of its own; the method looks like a function."""

from __future__ import annotations

from dataclasses import dataclass

import runtime as tf


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


def test_a_traced_method_is_an_instance_of_the_class_of_functions() -> None:
    class Doubler(tf.Module):
        @tf.function
        def double(self, x):
            return x + x

    doubler = Doubler()
    assert isinstance(doubler.double, type(tf.function(lambda x: x)))
    assert doubler.double(tf.constant(2)).numpy() == 4
