"""ONNX models as graphs: names, constants, functions, errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import graphir
import graphir.onnx
import runtime as tf
from graphir.errors import ParseError

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

TEXT = """
<ir_version: 8, opset_import: ["" : 17, "own" : 1]>
agraph (float[N, 3] x) => (float[N, 2] y)
<float[3, 2] w = {1, 2, 3, 4, 5, 6}>
{
    p = MatMul (x, w)
    y = own.scaled <by: float = 2.0> (p)
}
<domain: "own", opset_import: ["" : 17]>
scaled <by>(a) => (b)
{
    factor = Constant <value_float: float = @by> ()
    b = Mul (a, factor)
}
"""


def _model() -> Any:
    return onnx.parser.parse_model(TEXT)


def test_names_constants_and_functions() -> None:
    graph = graphir.onnx.load(_model())
    assert [value.name for value in graph.inputs] == ["x"]
    assert [value.name for value in graph.outputs] == ["y"]
    assert graph.node("w").op == "Const"
    graphir.verify(graph)
    (found,) = tf.run_graph(graph, {"x": [[1.0, 0.0, 0.0]]}, ["y:0"])
    np.testing.assert_array_equal(found, [[2.0, 4.0]])


def test_nodes_tell_the_model_and_the_number_of_their_node(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    onnx.save(_model(), path)
    graph = graphir.onnx.load(path)
    frame = graph.node("p/MatMul").origin.frame
    assert (frame.filename, frame.line) == (str(path), 1)


def test_external_data_is_read_from_beside_the_file(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    model = _model()
    (weights,) = model.graph.initializer
    array = onnx.numpy_helper.to_array(weights)  # only raw bytes are put apart
    weights.CopyFrom(onnx.numpy_helper.from_array(array, "w"))
    onnx.save_model(
        model, path, save_as_external_data=True, location="w", size_threshold=0
    )
    assert (tmp_path / "w").stat().st_size == 24
    (found,) = tf.run_graph(
        graphir.onnx.load(path), {"x": np.eye(3, dtype="f")}, ["y:0"]
    )
    np.testing.assert_array_equal(found, [[2.0, 4.0], [6.0, 8.0], [10.0, 12.0]])


def test_a_graph_def_of_it_runs_the_same() -> None:
    message = graphir.onnx.load(_model()).as_graph_def()
    (found,) = tf.run_graph(message, {"x": [[0.0, 1.0, 0.0]]}, ["y:0"])
    np.testing.assert_array_equal(found, [[6.0, 8.0]])


def test_what_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    path.write_bytes(b"not a model")
    with pytest.raises(ParseError, match=r"net\.onnx"):
        graphir.onnx.load(path)


def test_an_op_without_counterpart_names_its_node() -> None:
    text = TEXT.replace("own.scaled <by: float = 2.0>", "own.unheard")
    with pytest.raises(
        graphir.onnx.UnsupportedOpError, match=r"node 2 \(own.unheard\)"
    ):
        graphir.onnx.load(onnx.parser.parse_model(text))


def test_padding_by_open_sizes_is_that_of_the_run() -> None:
    text = """
    <ir_version: 8, opset_import: ["" : 17]>
    agraph (float[1, 1, H, W] x) => (float[1, 1, P, Q] y)
    <float[1, 1, 3, 3] w = {1, 1, 1, 1, 1, 1, 1, 1, 1}>
    {
        y = Conv <auto_pad = "SAME_UPPER", strides = [2, 2]> (x, w)
    }
    """
    graph = graphir.onnx.load(onnx.parser.parse_model(text))
    for size in (4, 5):
        x = np.ones((1, 1, size, size), np.float32)
        (found,) = tf.run_graph(graph, {"x": x}, ["y:0"])
        assert found.shape == (1, 1, -(-size // 2), -(-size // 2))
        assert found[0, 0, 0, 0] == (9 if size % 2 == 0 else 4)


@pytest.mark.parametrize("sizes", [[0, -1], [0, 0, 1, -1]])
def test_a_size_of_zero_is_that_of_an_argument_of_any_rank(sizes: list[int]) -> None:
    numbers = ", ".join(map(str, sizes))
    text = f"""
    <ir_version: 8, opset_import: ["" : 17]>
    agraph (float[2, 3] x, bool c) => (float[A, B] y)
    <int64[{len(sizes)}] sizes = {{{numbers}}}>
    {{
        z = If (c) <
            then_branch = wide () => (float[2, 3, 1] p) {{
                last = Constant <value_ints = [2]> ()
                p = Unsqueeze (x, last)
            }},
            else_branch = plain () => (float[2, 3] q) {{ q = Identity (x) }}
        >
        y = Reshape (z, sizes)
    }}
    """
    model = onnx.parser.parse_model(text)
    graph = graphir.onnx.load(model)
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    (found,) = tf.run_graph(graph, {"x": x, "c": True}, ["y:0"])
    np.testing.assert_array_equal(found.reshape(x.shape), x)
    assert found.shape[0] == 2
    assert found.ndim == len(sizes)
