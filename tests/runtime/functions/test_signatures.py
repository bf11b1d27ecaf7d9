"""What `inspect` says of traced functions and methods."""

from __future__ import annotations

import functools
import inspect
from typing import Any

import runtime as tf


class Model:
    @tf.function
    def plain(self, a: Any, b: Any = 2, *c: Any, d: int = 4, **e: Any) -> Any:
        """Gives a."""
        return a

    @tf.function(input_signature=[tf.TensorSpec([])])
    def of_spec(self, a: Any) -> Any:
        return a

    @staticmethod
    @tf.function
    def of_class(a: Any) -> Any:
        return a


@tf.function
def whole(a: Any, b: Any = 2, *, c: Any = 3) -> Any:
    return a


def parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


def test_method_of_an_object_has_the_arguments_of_the_plain_one() -> None:
    class Plain:
        plain = Model.plain.python_function

    assert parameters(Model().plain) == ["a", "b", "c", "d", "e"]
    assert inspect.signature(Model().plain) == inspect.signature(Plain().plain)
    spec = inspect.getfullargspec(Model().plain)
    assert spec.args == ["a", "b"]
    assert spec.kwonlydefaults == {"d": 4}


def test_method_of_the_class_takes_the_object() -> None:
    assert parameters(Model.plain) == ["self", "a", "b", "c", "d", "e"]
    assert inspect.getfullargspec(Model.plain).args == ["self", "a", "b"]


def test_method_with_a_signature_and_a_static_one() -> None:
    assert parameters(Model().of_spec) == parameters(Model().of_class) == ["a"]


def test_function_has_the_arguments_it_was_written_with() -> None:
    assert inspect.signature(whole) == inspect.signature(whole.python_function)
    assert inspect.getfullargspec(whole).kwonlydefaults == {"c": 3}


def test_partial_leaves_given_arguments_out() -> None:
    given = functools.partial(lambda a, b: a + b, 1)
    assert parameters(tf.function(given)) == ["b"]


def test_classes_keep_their_own_signature() -> None:
    assert "python_function" in parameters(type(whole))
    assert parameters(type(Model().plain)) == ["function", "instance"]


def test_method_has_the_docstring_of_the_plain_one() -> None:
    assert inspect.getdoc(Model().plain) == "Gives a."
    assert inspect.unwrap(Model().plain)(5) == 5
