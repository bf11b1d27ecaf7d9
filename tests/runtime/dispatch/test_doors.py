"""Doors of public functions: put in place, asked, taken away."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import runtime as tf
from runtime.dispatch.doors import close_unneeded, open_doors
from runtime.internal.dispatch import public_functions
from runtime.math.arithmetic import add as add_by_another_name


class Length(tf.experimental.ExtensionType):
    meters: tf.Tensor


@pytest.fixture
def add_lengths() -> Iterator[Any]:
    @tf.experimental.dispatch_for_api(tf.add)
    def add_lengths(x: Length, y: Length) -> Any:
        return Length(tf.add(x.meters, y.meters))

    yield add_lengths
    tf.experimental.unregister_dispatch_for(add_lengths)


def test_every_holder_of_the_function_has_the_door(add_lengths: Any) -> None:
    found = add_by_another_name(Length(1.0), Length(2.0))
    assert found.meters.numpy() == 3.0


def test_a_function_without_registrations_is_as_it_was() -> None:
    code, defaults = tf.subtract.__code__, tf.subtract.__defaults__

    @tf.experimental.dispatch_for_api(tf.subtract)
    def subtract_lengths(x: Length, y: Length) -> Any:
        return Length(tf.subtract(x.meters, y.meters))

    assert tf.subtract.__code__ is not code
    tf.experimental.unregister_dispatch_for(subtract_lengths)
    assert tf.subtract.__code__ is code
    assert tf.subtract.__defaults__ is defaults
    assert not hasattr(tf.subtract, "__wrapped__")
    assert not hasattr(tf.subtract, "__signature__")


def test_a_function_that_tells_its_own_signature_keeps_it() -> None:
    before = inspect.signature(tf.fftnd)

    @tf.experimental.dispatch_for_api(tf.fftnd)
    def of_length(input: Length, fft_length, axes, name=None):
        return input

    assert inspect.signature(tf.fftnd) == before
    tf.experimental.unregister_dispatch_for(of_length)
    assert inspect.signature(tf.fftnd) == before


def test_a_refused_registration_leaves_no_door() -> None:
    before = len(open_doors())
    with pytest.raises(ValueError, match="does not match API's signature"):

        @tf.experimental.dispatch_for_api(tf.shape)
        def other_parameters(values: Length) -> Any:
            return None

    assert len(open_doors()) == before


def test_the_signature_is_still_that_of_the_function(add_lengths: Any) -> None:
    assert list(inspect.signature(tf.add).parameters) == ["x", "y", "name"]
    assert inspect.getfullargspec(tf.add).args == ["x", "y", "name"]


def test_wrong_arguments_are_refused_by_the_function_itself(add_lengths: Any) -> None:
    with pytest.raises(TypeError, match=r"add\(\) missing 1 required"):
        tf.add(1)


def test_operators_of_tensors_ask_too(add_lengths: Any) -> None:
    @tf.experimental.dispatch_for_api(tf.multiply, {"y": Length}, {"x": Length})
    def scale(x: Any, y: Any) -> Any:
        one, two = (getattr(each, "meters", each) for each in (x, y))
        return Length(tf.multiply(one, two))

    assert (tf.constant(2.0) * Length(3.0)).meters.numpy() == 6.0
    assert (Length(3.0) * tf.constant(2.0)).meters.numpy() == 6.0
    tf.experimental.unregister_dispatch_for(scale)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.constant(2.0) * Length(3.0)


def test_plain_classes_are_dispatched_too(add_lengths: Any) -> None:
    class Symbol:
        pass

    @tf.experimental.dispatch_for_api(tf.exp, {"x": Symbol})
    def exp_of_symbol(x: Any) -> Any:
        return "exp"

    assert tf.exp(Symbol()) == "exp"
    tf.experimental.unregister_dispatch_for(exp_of_symbol)


def test_functions_work_in_traces(add_lengths: Any) -> None:
    double = tf.function(lambda length: tf.add(length, length))
    assert double(Length(2.0)).meters.numpy() == 4.0


def test_global_dispatchers_are_the_last_resort() -> None:
    class Symbol:
        pass

    class Symbols(tf.__internal__.dispatch.GlobalOpDispatcher):
        def handle(self, op: Any, args: Any, kwargs: Any) -> Any:
            if any(isinstance(each, Symbol) for each in args):
                return op.__name__
            return self.NOT_SUPPORTED

    Symbols().register()
    try:
        assert tf.reduce_sum(Symbol()) == "reduce_sum"
        assert tf.nn.relu(Symbol()) == "relu"
        assert tf.add(1, 2).numpy() == 3
        with pytest.raises(ValueError, match="unsupported type"):
            tf.nn.relu(object())
    finally:
        for door in open_doors():
            door.last_resorts.clear()
        close_unneeded()


def test_all_public_functions_can_have_doors() -> None:
    functions = public_functions()
    assert len(functions) > 700
    assert tf.linalg.matmul in functions
