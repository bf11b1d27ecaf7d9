"""Programs to ONNX: what ONNX Runtime makes of them, and what we make of them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

from graphir.onnx.files import OPSETS  # noqa: E402
from tests.onnx.guide_programs import programs  # noqa: E402

PROGRAMS = programs()
HIGHEST = min(OPSETS[-1], onnx.defs.onnx_opset_version())


def _expected(concrete: Any, args: list[Any]) -> list[Any]:
    found = concrete(*map(tf.constant, args))
    return [np.asarray(each) for each in tf.nest.flatten(found)]


def _run(graph: graphir.Graph, args: list[Any]) -> list[Any]:
    feeds = {value.name: array for value, array in zip(graph.inputs, args)}
    return tf.run_graph(
        graph, feeds, [f"{each.node.name}:{each.index}" for each in graph.outputs]
    )


@pytest.mark.parametrize("name", PROGRAMS)
def test_out_and_in_again(name: str) -> None:
    function, specs, args = PROGRAMS[name]
    concrete = tf.function(function).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete)
    found = _run(graphir.onnx.load(model), args)
    for ours, theirs in zip(found, _expected(concrete, args), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("opset", [13, 18, HIGHEST])
@pytest.mark.parametrize("name", PROGRAMS)
def test_onnx_runtime_agrees(name: str, opset: int) -> None:
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    function, specs, args = PROGRAMS[name]
    concrete = tf.function(function).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete, opset=opset)
    onnx.checker.check_model(model, full_check=True)
    session = engine.InferenceSession(model.SerializeToString())
    feeds = {each.name: array for each, array in zip(session.get_inputs(), args)}
    found = session.run(None, feeds)
    for theirs, ours in zip(found, _expected(concrete, args), strict=True):
        np.testing.assert_allclose(theirs, ours, rtol=1e-5, atol=1e-5)


@tf.function
def _layer(x, w):
    return tf.nn.relu(x @ w) + 1.0


@tf.function
def _summed(x, axis):
    return tf.reduce_sum(_layer(_layer(x, tf.eye(3)), tf.ones([3, 3])), axis)


@tf.function
def _calls(x):
    y = _summed(x, 0)
    if tf.reduce_sum(y) > 0:
        y = _layer(x, tf.ones([3, 3]))[0]
    return y


@pytest.mark.parametrize("opset", [13, HIGHEST])
def test_calls_stay_calls_of_functions(opset: int) -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    specs = [tf.TensorSpec([None, 3], tf.float32)]
    model = graphir.onnx.to_model(_calls, args=specs, opset=opset, functions=True)
    onnx.checker.check_model(model, full_check=True)
    assert [name.split("_")[-2] for name in (f.name for f in model.functions)] == [
        "layer",
        "summed",
    ]
    (found,) = _run(graphir.onnx.load(model), [x])
    np.testing.assert_array_equal(found, _calls(tf.constant(x)))


@pytest.mark.parametrize("opset", [13, HIGHEST])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_checker_accepts_the_lowest_and_the_highest(name: str, opset: int) -> None:
    function, specs, _ = PROGRAMS[name]
    concrete = tf.function(function).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete, opset=opset)
    onnx.checker.check_model(model, full_check=True)


@pytest.mark.parametrize("sizes", [(0, 3), (2, 3)])
def test_a_size_of_zero_is_that_size_in_every_version(sizes: tuple[int, int]) -> None:
    def turned(x):
        return tf.reshape(x, [tf.shape(x)[1], tf.shape(x)[0]])

    model = graphir.onnx.to_model(
        tf.function(turned), args=[tf.TensorSpec([None, None], tf.float32)], opset=13
    )
    onnx.checker.check_model(model, full_check=True)
    (found,) = _run(graphir.onnx.load(model), [np.ones(sizes, np.float32)])
    assert found.shape == sizes[::-1]


def test_convolutions_keep_their_layout() -> None:
    function, specs, _ = PROGRAMS["convolutions"]
    concrete = tf.function(function).get_concrete_function(*specs)
    model = graphir.onnx.to_model(concrete)
    ops = [each.op_type for each in model.graph.node]
    assert ops.count("Conv") == 2
    assert ops.count("Transpose") == 1  # of the input, and of nothing else


def test_variables_are_initializers_and_sizes_stay_open(tmp_path: Path) -> None:
    function, specs, args = PROGRAMS["dense"]
    path = tmp_path / "dense.onnx"
    graphir.onnx.export(tf.function(function), path, opset=17, args=specs)
    model = onnx.load(path)
    assert model.opset_import[0].version == 17
    assert {each.dims[-1] for each in model.graph.initializer if each.dims} == {4}
    size = model.graph.input[0].type.tensor_type.shape.dim[0]
    assert size.dim_param
    assert not size.HasField("dim_value")
    assert _run(graphir.onnx.load(path), args)[0].shape == (5, 4)


def test_an_op_without_counterpart_is_named_with_its_line() -> None:
    def inverse(x):
        return tf.linalg.inv(x)

    concrete = tf.function(inverse).get_concrete_function(
        tf.TensorSpec([2, 2], tf.float32)
    )
    with pytest.raises(graphir.onnx.UnsupportedOpError) as raised:
        graphir.onnx.to_model(concrete)
    text = str(raised.value)
    assert "MatrixInverse" in text
    assert Path(__file__).name in text


def test_an_unknown_opset_is_refused() -> None:
    with pytest.raises(ValueError, match="opset 7"):
        graphir.onnx.to_model(graphir.Graph("g"), opset=7)


class _Scaled(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0]])

    @tf.function(input_signature=[tf.TensorSpec([None, 1], tf.float32)])
    def __call__(self, x):
        return {"y": x @ self.w}


def test_the_folder_of_a_saved_model(tmp_path: Path) -> None:
    made = _Scaled()
    tf.saved_model.save(made, str(tmp_path / "saved"), signatures=made.__call__)
    model = graphir.onnx.to_model(str(tmp_path / "saved"))
    (found,) = _run(graphir.onnx.load(model), [np.array([[3.0]], np.float32)])
    np.testing.assert_array_equal(found, [[3.0, 6.0]])
