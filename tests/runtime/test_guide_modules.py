"""What the guide to modules prints, printed by this runtime."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import runtime as tf


class Simple(tf.Module):
    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self.a_variable = tf.Variable(5.0, name="train_me")
        self.non_trainable_variable = tf.Variable(
            5.0, trainable=False, name="do_not_train_me"
        )

    def __call__(self, x: Any) -> Any:
        return self.a_variable * x + self.non_trainable_variable


class Dense(tf.Module):
    def __init__(self, inputs: int, outputs: int, name: str | None = None) -> None:
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([inputs, outputs]), name="w")
        self.b = tf.Variable(tf.zeros([outputs]), name="b")

    def __call__(self, x: Any) -> Any:
        return tf.nn.relu(tf.matmul(x, self.w) + self.b)


class Sequential(tf.Module):
    def __init__(self, name: str | None = None) -> None:
        super().__init__(name=name)
        self.dense_1 = Dense(3, 3)
        self.dense_2 = Dense(3, 2)

    @tf.function
    def __call__(self, x):
        return self.dense_2(self.dense_1(x))


class Flexible(tf.Module):
    def __init__(self, outputs: int, name: str | None = None) -> None:
        super().__init__(name=name)
        self.is_built, self.outputs = False, outputs

    def __call__(self, x: Any) -> Any:
        if not self.is_built:
            size = [x.shape[-1], self.outputs]
            self.w = tf.Variable(tf.random.normal(size), name="w")
            self.b = tf.Variable(tf.zeros([self.outputs]), name="b")
            self.is_built = True
        return tf.nn.relu(tf.matmul(x, self.w) + self.b)


def test_simple_module_computes_and_lists_its_variables() -> None:
    module = Simple(name="simple")
    shown = repr(module(tf.constant(5.0)))
    assert shown == "<tf.Tensor: shape=(), dtype=float32, numpy=30.0>"
    train_me = "<tf.Variable 'train_me:0' shape=() dtype=float32, numpy=5.0>"
    other = "<tf.Variable 'do_not_train_me:0' shape=() dtype=float32, numpy=5.0>"
    assert str(module.trainable_variables) == f"({train_me},)"
    assert str(module.variables) == f"({train_me}, {other})"


def test_model_collects_the_variables_of_its_layers() -> None:
    model = Sequential(name="the_model")
    assert model.submodules == (model.dense_1, model.dense_2)
    listed = [(each.name, tuple(each.shape)) for each in model.variables]
    assert listed == [("b:0", (3,)), ("w:0", (3, 3)), ("b:0", (2,)), ("w:0", (3, 2))]
    assert re.fullmatch(
        r"<tf\.Variable 'b:0' shape=\(3,\) dtype=float32, numpy="
        r"array\(\[0\., 0\., 0\.\], dtype=float32\)>",
        str(model.variables[0]),
    )


@pytest.mark.parametrize(
    ("given", "shape"),
    [
        ([[2.0, 2.0, 2.0]], (1, 2)),
        ([[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]], (1, 2, 2)),
    ],
)
def test_traced_model_takes_python_lists(given: Any, shape: tuple[int, ...]) -> None:
    model = Sequential(name="the_model")
    result = model(given)
    assert tuple(result.shape) == shape
    again = model.dense_2(model.dense_1(tf.constant(given)))
    np.testing.assert_allclose(result.numpy(), again.numpy(), rtol=1e-5)


def test_variables_are_made_on_the_first_call() -> None:
    layer = Flexible(3)
    assert layer.variables == ()
    assert tuple(layer(tf.constant([[2.0, 2.0, 2.0]])).shape) == (1, 3)
    made = layer.variables
    layer(tf.constant([[1.0, 2.0, 3.0]]))
    assert [each.name for each in made] == ["b:0", "w:0"]
    assert all(new is old for new, old in zip(layer.variables, made))


def test_linear_model_of_the_training_guide() -> None:
    class Linear(tf.Module):
        def __init__(self) -> None:
            super().__init__()
            self.w = tf.Variable(5.0)
            self.b = tf.Variable(0.0)

        def __call__(self, x: Any) -> Any:
            return self.w * x + self.b

    model = Linear()
    assert str(model.variables) == (
        "(<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=0.0>, "
        "<tf.Variable 'Variable:0' shape=() dtype=float32, numpy=5.0>)"
    )
    assert model(3.0).numpy() == 15.0
