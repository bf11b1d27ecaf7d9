"""Gradient rules in files: the nodes that name them, and the tensors that they read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.saved_model.loaded_gradients import resolved
from runtime.tracing.gradient_overrides import GRADIENT_NAME
from tests.runtime.saved_model.saved_models import edit_model

SPEC = tf.TensorSpec([], tf.float32, name="x")


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.v = tf.Variable(3.0)

    @tf.function(input_signature=[SPEC])
    def reads_argument(self, x: Any) -> Any:
        @tf.custom_gradient
        def rule_reads(y: Any) -> Any:
            return y * 2.0, lambda d: d * x * 100.0

        return rule_reads(x + 1.0)

    @tf.function(input_signature=[SPEC])
    def reads_variable(self, x: Any) -> Any:
        @tf.custom_gradient
        def rule_reads(y: Any) -> Any:
            return y * 2.0, lambda d: d * self.v

        return rule_reads(x)


@pytest.fixture
def path(tmp_path: Path) -> str:
    tf.saved_model.save(Model(), str(tmp_path / "model"))
    return str(tmp_path / "model")


def gradient(function: Any, x: float) -> float:
    given = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(given)
        y = function(given)
    return float(tape.gradient(y, given))


def nodes_with_rules(function: Any) -> list[Any]:
    [concrete] = function._list_all_concrete_functions()
    return [each for each in concrete.graph.ir if GRADIENT_NAME in each.attrs]


def test_a_tensor_that_a_rule_reads_is_an_input_of_its_node(path: str) -> None:
    loaded = tf.saved_model.load(path)
    assert gradient(loaded.reads_argument, 7.0) == 700.0
    [node] = nodes_with_rules(loaded.reads_argument)
    assert node.op == "IdentityN"
    assert len(node.inputs) == len(node.outputs) == len(node.attrs["T"])
    assert "x" in [each.node.name for each in node.inputs]


def test_a_rule_reads_the_variable_of_its_own_model(path: str) -> None:
    first, second = tf.saved_model.load(path), tf.saved_model.load(path)
    second.v.assign(-5.0)
    assert gradient(first.reads_variable, 1.0) == 3.0
    assert gradient(second.reads_variable, 1.0) == -5.0
    names = [
        nodes_with_rules(each.reads_variable)[0].attrs[GRADIENT_NAME]
        for each in (first, second)
    ]
    assert names[0] != names[1]


def test_rules_can_be_differentiated_again(path: str) -> None:
    loaded, x = tf.saved_model.load(path), tf.constant(7.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = loaded.reads_argument(x)
        dx = inner.gradient(y, x)
    assert float(outer.gradient(dx, x)) == 100.0


def test_a_rule_that_the_file_lacks_is_said_when_it_is_needed(path: str) -> None:
    edit_model(
        path,
        lambda meta: meta.graph_def.library.ClearField("registered_gradients"),
    )
    loaded = tf.saved_model.load(path)
    assert loaded.reads_argument(tf.constant(1.0)).numpy() == 4.0
    with pytest.raises(LookupError, match="IdentityN"):
        gradient(loaded.reads_argument, 1.0)


def test_a_rule_that_reads_a_tensor_which_is_not_there_is_left_out(path: str) -> None:
    def elsewhere(meta: Any) -> None:
        for each in meta.object_graph_def.nodes:
            if each.WhichOneof("kind") == "captured_tensor":
                each.captured_tensor.name = "nothing:0"

    edit_model(path, elsewhere)
    loaded = tf.saved_model.load(path)
    with pytest.raises(LookupError, match="IdentityN"):
        gradient(loaded.reads_argument, 1.0)
    assert gradient(loaded.reads_variable, 1.0) == 3.0


def test_numbers_of_inputs_stay_and_objects_become_their_tensors() -> None:
    assert resolved([0, (7,), 2], {7: "tensor"}.get) == [0, "tensor", 2]
