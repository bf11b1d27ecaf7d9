"""The objects of a model with their functions, as they are saved."""

from __future__ import annotations

from typing import Any

import runtime as tf
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.saved_model.loaded_objects import SignatureMap
from runtime.saved_model.object_views import ObjectView, saved_traces

SPEC = tf.TensorSpec([None], tf.float32)


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(2.0)
        self.parts = [tf.Variable(1.0)]
        pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
        self.table = tf.lookup.StaticHashTable(pairs, -1)

    @tf.function(input_signature=[SPEC])
    def declared(self, x: Any) -> Any:
        return x * self.v

    @tf.function
    def plain(self, x: Any) -> Any:
        return x + self.v

    @property
    def made(self) -> Any:
        return tf.function(lambda x: x)


def test_objects_and_functions_are_children() -> None:
    model = Model()
    view = ObjectView(model)
    found = view.children(model)
    assert {"v", "parts", "table", "declared", "plain"} <= set(found)
    assert found["v"] is model.v
    assert "signatures" not in found
    view.signatures = SignatureMap()
    assert view.children(model)["signatures"] is view.signatures
    assert "signatures" not in view.children(found["parts"])


def test_a_function_that_says_what_it_takes_is_traced() -> None:
    model = Model()
    found = ObjectView(model).children(model)
    declared, plain = found["declared"], found["plain"]
    assert isinstance(declared, Function)
    assert len(saved_traces(declared)) == 1
    assert saved_traces(plain) == []
    model.plain(tf.constant([1.0]))
    model.plain(tf.constant([[1.0]]))
    children = ObjectView(model).children(plain)
    assert list(children) == ["trace_0", "trace_1"]
    assert all(isinstance(each, ConcreteFunction) for each in children.values())
    assert ObjectView(model).children(children["trace_0"]) == {}


def test_a_table_has_its_functions_the_same_each_time() -> None:
    model = Model()
    view = ObjectView(model)
    first, second = view.children(model.table), view.children(model.table)
    assert {"_create_resource", "_initialize", "_destroy_resource"} <= set(first)
    assert all(first[name] is second[name] for name in first)


def test_traces_that_cannot_be_written_are_left_out() -> None:
    a, b = tf.Variable(1.0), tf.Variable([2.0])
    adds = tf.function(lambda x, y: x + y)
    adds(a, 1.0)
    adds(a, b)  # a file cannot tell two variables apart
    takes = tf.function(lambda x, y: x)
    takes(tf.constant(1.0), object())
    assert len(saved_traces(adds)) == 1
    assert saved_traces(takes) == []
