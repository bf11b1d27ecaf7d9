"""Weights in a file of their own beside the model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf
from autograph_tools.main import main
from graphir.attributes import TensorValue
from graphir.onnx import files
from graphir.onnx.contract import weights

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

LARGE = np.arange(32 * 16, dtype=np.float32).reshape(32, 16) / 512


def _graph(dtype: str = "float32") -> graphir.Graph:
    build = graphir.GraphBuilder("net")
    x = build.input("x", dtype, [None, 32])
    w = build.constant(LARGE, graphir.as_dtype(dtype), "w")
    more = build.constant(LARGE[::-1].copy(), graphir.as_dtype(dtype), "more")
    two = build.constant(2, graphir.as_dtype(dtype), "two")
    both = build.op.AddV2(build.op.MatMul(x, w), build.op.MatMul(x, more))
    build.output(build.op.Mul(both, two, name="y"))
    return build.graph


def _data(path: Path) -> Path:
    """The one file of weights beside a model."""
    (found,) = path.parent.glob(f"{path.name}.*.data")
    return found


def _result(graph: graphir.Graph) -> Any:
    dtype = graph.inputs[0].dtype.numpy_dtype
    x = np.eye(3, 32).astype(dtype)
    return tf.run_graph(graph, {graph.inputs[0].name: x}, ["y:0"])[0]


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16", "bfloat16"])
def test_weights_stand_beside_the_model(tmp_path: Path, dtype: str) -> None:
    path = tmp_path / "net.onnx"
    graphir.onnx.export(_graph(dtype), path, external=True)
    size = LARGE.size * graphir.as_dtype(dtype).size
    assert _data(path).stat().st_size == 4096 + size
    assert path.stat().st_size < 1500
    onnx.checker.check_model(str(path))
    np.testing.assert_array_equal(
        _result(graphir.onnx.load(path)), _result(_graph(dtype))
    )
    loaded = {x.name: x for x in onnx.load(path).graph.initializer}
    held = onnx.numpy_helper.to_array(loaded["w"]).astype(np.float32)
    np.testing.assert_array_equal(
        held, LARGE.astype(graphir.as_dtype(dtype).numpy_dtype)
    )


def test_engines_read_it(tmp_path: Path) -> None:
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    path = tmp_path / "net.onnx"
    graphir.onnx.export(_graph(), path, external=True)
    session = engine.InferenceSession(str(path))
    (found,) = session.run(None, {"x": np.eye(3, 32, dtype=np.float32)})
    np.testing.assert_allclose(found, _result(_graph()), rtol=1e-6)


def test_more_weights_than_a_model_holds_go_there_unasked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "_EXTERNAL_BYTES", 2 * LARGE.nbytes)
    graphir.onnx.export(_graph(), tmp_path / "net.onnx")
    assert _data(tmp_path / "net.onnx").exists()
    with pytest.raises(ValueError, match="graphir.onnx.export"):
        graphir.onnx.to_model(_graph())


def test_a_failure_leaves_the_files_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    graphir.onnx.export(_graph(), path, external=True)
    data = _data(path)
    before = path.read_bytes(), data.read_bytes()
    graph = _graph()
    build = graphir.GraphBuilder(graph)
    graph.outputs = [build.op.MatrixInverse(graph.outputs[0])]
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="MatrixInverse"):
        graphir.onnx.export(graph, path, external=True)
    assert (path.read_bytes(), data.read_bytes()) == before
    assert sorted(x.name for x in tmp_path.iterdir()) == [path.name, data.name]


def test_a_model_that_cannot_be_put_in_place_leaves_the_old_one_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "net.onnx"
    graphir.onnx.export(_graph(), path, external=True)
    old = {x.name: x.read_bytes() for x in tmp_path.iterdir()}
    other = _graph()
    other.node("w").attrs["value"] = TensorValue(-LARGE, graphir.as_dtype("float32"))

    def full(*args: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(weights, "write_whole", full)
    with pytest.raises(OSError, match="No space"):
        graphir.onnx.export(other, path, external=True)
    assert {x.name: x.read_bytes() for x in tmp_path.iterdir()} == old


def test_weights_of_an_older_model_go_when_it_does(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    kept = tmp_path / "net.onnx.0123456789abcdef.data"
    kept.write_bytes(b"of nobody")
    graphir.onnx.export(_graph(), path, external=True)
    old = set(tmp_path.iterdir())
    other = _graph("float64")
    graphir.onnx.export(other, path, external=True)
    assert set(tmp_path.iterdir()) & old == {path, kept}
    np.testing.assert_array_equal(_result(graphir.onnx.load(path)), _result(other))
    graphir.onnx.export(other, path)
    assert set(tmp_path.iterdir()) == {path, kept}


def test_the_same_model_is_the_same_files(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    found = []
    for _ in range(2):
        graphir.onnx.export(_graph(), path, external=True)
        found.append({x.name: x.read_bytes() for x in tmp_path.iterdir()})
    assert found[0] == found[1]


def test_weights_of_functions_stand_there_too(tmp_path: Path) -> None:
    @tf.function
    def layer(x: Any) -> Any:
        return x @ LARGE

    @tf.function
    def small(x: Any) -> Any:
        return x + 1.0

    @tf.function
    def net(x: Any) -> Any:
        return small(layer(x[:, :32])) + small(layer(x[:, 32:]))

    path = tmp_path / "net.onnx"
    specs = [tf.TensorSpec([None, 64], tf.float32)]
    graphir.onnx.export(net, path, args=specs, functions=True, external=True)
    assert _data(path).stat().st_size == LARGE.nbytes
    model = onnx.load(path, load_external_data=False)
    assert [x.name.split("_")[-2] for x in model.functions] == ["small"]
    assert path.stat().st_size < 2000
    x = np.random.default_rng(0).standard_normal((2, 64)).astype(np.float32)
    graph = graphir.onnx.load(path)
    (output,) = graph.outputs
    (found,) = tf.run_graph(graph, {graph.inputs[0].name: x}, [output.name])
    np.testing.assert_allclose(found, net(tf.constant(x)), rtol=1e-5, atol=1e-5)


def test_the_command_line_writes_them(tmp_path: Path) -> None:
    source, path = tmp_path / "net.pb", tmp_path / "net.onnx"
    graphir.save_graph_def(_graph(), source)
    assert main(["convert", str(source), "-o", str(path), "--external"]) == 0
    assert _data(path).exists()
    np.testing.assert_array_equal(_result(graphir.onnx.load(path)), _result(_graph()))


@pytest.mark.parametrize("location", ["../w", "/etc/hostname"])
def test_files_elsewhere_are_not_read(tmp_path: Path, location: str) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    path = folder / "net.onnx"
    graphir.onnx.export(_graph(), path, external=True)
    (tmp_path / "w").write_bytes(_data(path).read_bytes())
    model = onnx.load(path, load_external_data=False)
    for tensor in model.graph.initializer:
        for entry in tensor.external_data:
            if entry.key == "location":
                entry.value = location
    path.write_bytes(model.SerializeToString())
    with pytest.raises(graphir.ParseError, match="The tensor 'w'"):
        graphir.onnx.load(path)
