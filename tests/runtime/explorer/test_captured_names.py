"""The names of captured variables: closures, attributes, items, globals, made names."""

from __future__ import annotations

from typing import Any

import runtime as tf
from runtime.explorer.captured_names import captured_variables

scale = tf.Variable(2.0, name="made_with_this_name")


class Net(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.kernel = tf.Variable([[1.0]])
        self.layers = [tf.Variable(1.0), {"bias": tf.Variable(2.0)}]
        self.itself = self

    @tf.function
    def __call__(self, x: Any) -> Any:
        return x @ self.kernel + self.layers[0] + self.layers[1]["bias"]


def names_in(function: Any, *specs: tf.TensorSpec) -> list[str]:
    concrete = function.get_concrete_function(*specs)
    return list(captured_variables(function, concrete).values())


@tf.function
def scaled(x: Any) -> Any:
    return x * scale


def test_attributes_and_items_are_paths_from_self() -> None:
    found = names_in(Net().__call__, tf.TensorSpec([1, 1]))
    assert found == ["self.kernel", "self.layers[0]", "self.layers[1]['bias']"]


def test_an_object_that_is_called_is_self() -> None:
    assert names_in(tf.function(Net()), tf.TensorSpec([1, 1]))[0] == "self.kernel"


class Plain(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.weight = tf.Variable(2.0, name="made_so")

    def scaled(self, x: Any) -> Any:
        return x * self.weight


def test_a_method_that_is_staged_by_somebody_else_has_paths_from_self() -> None:
    staged = tf.function(Plain().scaled)
    assert names_in(staged, tf.TensorSpec([])) == ["self.weight"]


def test_a_variable_of_a_function_that_is_called_has_its_global_name() -> None:
    outer = tf.function(lambda x: scaled(x) + 1.0)
    assert names_in(outer, tf.TensorSpec([])) == ["scale"]


def test_names_of_a_closure() -> None:
    weights = {"first": tf.Variable(1.0)}
    last = tf.Variable(3.0)
    found = names_in(
        tf.function(lambda x: x * weights["first"] + last), tf.TensorSpec([])
    )
    assert found == ["weights['first']", "last"]


def test_else_the_name_that_it_was_made_with() -> None:
    kept: list[tf.Variable] = []

    def hidden(x: Any) -> Any:
        if not kept:
            kept.append(tf.Variable(1.0, name="inside"))
        return x + kept[0]

    concrete = tf.function(hidden).get_concrete_function(tf.TensorSpec([]))
    assert list(captured_variables(len, concrete).values()) == ["inside"]


def test_a_captured_tensor_is_no_variable() -> None:
    constant = tf.constant([1.0] * 9)
    assert names_in(tf.function(lambda x: x + constant), tf.TensorSpec([9])) == []


trained = Net()


def test_of_a_method_that_is_not_bound_the_module_leads_to_the_object() -> None:
    concrete = trained.__call__.get_concrete_function(tf.TensorSpec([1, 1]))
    found = captured_variables(vars(Net)["__call__"].python_function, concrete)
    assert list(found.values()) == [
        "trained.kernel",
        "trained.layers[0]",
        "trained.layers[1]['bias']",
    ]
