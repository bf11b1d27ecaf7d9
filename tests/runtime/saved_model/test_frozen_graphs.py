"""Programs as graphs of their own, whose variables are constants."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import graphir
import runtime as tf
from graphir.errors import InvalidGraphError
from runtime.saved_model.frozen_graphs import frozen_graph, save_frozen_graph
from runtime.saved_model.function_specs import keyword_name

SPEC = tf.TensorSpec([None], tf.float32, name="x")


def result(graph: Any, x: Any) -> Any:
    assert not any(each.op == "VarHandleOp" for each in graph)
    [output] = graph.outputs
    [found] = tf.run_graph(graph.as_graph_def(), {"x:0": x}, [output.name])
    return found.tolist()


def scaling() -> Any:
    model = tf.Module()
    model.v = tf.Variable([2.0], name="scale")
    model.f = tf.function(lambda x: x * model.v, input_signature=[SPEC])
    return model


def test_a_variable_is_a_constant_under_its_name() -> None:
    model = scaling()
    graph = frozen_graph(model.f)
    model.v.assign([100.0])  # it is frozen as it was
    assert graph.node("scale").op == "Const"
    assert result(graph, np.float32([1, 3])) == [2.0, 6.0]


def test_a_name_that_is_taken_is_left_to_its_node() -> None:
    model = tf.Module()
    model.x = tf.Variable(2.0, name="x")
    model.f = tf.function(lambda x: x + model.x, input_signature=[SPEC])
    graph = frozen_graph(model.f)
    assert graph.node("x").op == "Placeholder"
    assert result(graph, np.float32([1])) == [3.0]


def test_any_kind_of_function_is_frozen() -> None:
    model = scaling()
    for target, args in (
        (model.f.get_concrete_function(), ()),
        (tf.function(lambda x: x * model.v), (SPEC,)),
        (lambda x: x * model.v, (SPEC,)),
    ):
        assert result(frozen_graph(target, args), np.float32([4])) == [8.0]


def test_a_model_with_inputs_is_frozen_in_inference() -> None:
    class Model:
        layers = ()
        inputs = (SimpleNamespace(shape=[None], dtype=tf.float32, name="x"),)

        def __call__(self, x: Any, training: bool) -> Any:
            return x + (100.0 if training else 1.0)

    assert result(frozen_graph(Model()), np.float32([1])) == [2.0]


def test_a_saved_model_is_frozen_by_its_signature(tmp_path: Path) -> None:
    model = scaling()
    tf.saved_model.save(model, str(tmp_path / "named"), signatures={"mine": model.f})
    graph = frozen_graph(tmp_path / "named")
    [name] = [each.name for each in graph if each.op == "Placeholder"]
    [found] = tf.run_graph(
        graph.as_graph_def(), {f"{name}:0": np.float32([5])}, [graph.outputs[0].name]
    )
    assert found.tolist() == [10.0]
    tf.saved_model.save(tf.Module(), str(tmp_path / "none"))
    with pytest.raises(TypeError, match="the SavedModel has no signature"):
        frozen_graph(tmp_path / "none")


def test_what_cannot_be_frozen_is_refused() -> None:
    with pytest.raises(TypeError, match="3 is no function, model or graph"):
        frozen_graph(3)
    pairs = tf.lookup.KeyValueTensorInitializer(["a"], [7])
    table = tf.lookup.StaticHashTable(pairs, -1)
    words = tf.TensorSpec([None], tf.string)
    with pytest.raises(InvalidGraphError, match="cannot be frozen"):
        frozen_graph(tf.function(table.lookup), [words])


def sum_of(name: str, other: str) -> Any:
    build = graphir.GraphBuilder("sum")
    x, y = (build.input(each, "float32", [None]) for each in (name, other))
    build.output(build.op.AddV2(x, y, name="parts/sum"))
    return build.graph


@pytest.mark.parametrize("name", ["a/b", "1x", "class", "a-b", "x"])
def test_inputs_of_any_name_are_called_by_it(tmp_path: Path, name: str) -> None:
    save_frozen_graph(sum_of(name, "c"), tmp_path / "model")
    loaded = tf.saved_model.load(str(tmp_path / "model"))
    for function in (loaded.signatures["serving_default"], loaded.call):
        for key in (name, keyword_name(name)):
            found = function(**{key: tf.constant([1.0]), "c": tf.constant([2.0])})
            assert found["parts/sum"].numpy().tolist() == [3.0]


def test_inputs_of_one_name_are_refused_when_they_are_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidGraphError, match="'a/b' and 'a_b'"):
        save_frozen_graph(sum_of("a/b", "a_b"), tmp_path / "model")
