"""Programs of texts to ONNX, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

TEXTS = np.array([b"a b  c", b"X,y,", b"", b" ,q"], object)
OTHERS = np.array([b"u", b"", b"w w", "\u00e9".encode()], object)
NONE = np.zeros([0], object)

PROGRAMS: dict[str, Callable[..., Any]] = {
    "join": lambda a, b: tf.strings.join([a, b, a], separator="-"),
    "add": lambda a, b: a + b + "!",
    "equal": lambda a, b: (tf.equal(a, b), tf.not_equal(a, "")),
    "words": lambda a, b: tf.strings.split(a).to_tensor(""),
    "parts": lambda a, b: tf.strings.split(a, sep=",").to_tensor("none"),
    "two_parts": lambda a, b: tf.strings.split(a, ",", maxsplit=1).to_tensor("none"),
    "match": lambda a, b: tf.strings.regex_full_match(a, "[a-zA-Z].*"),
    "lower": lambda a, b: tf.strings.lower(b),
    "upper": lambda a, b: tf.strings.upper(tf.stack([a, b]), encoding="utf-8"),
    "choice": lambda a, b: tf.where(tf.equal(a, ""), tf.constant("none"), b),
    "numbers": lambda a, b: tf.strings.to_number(
        tf.strings.as_string(tf.range(tf.size(a)))
    ),
    "map": lambda a, b: tf.map_fn(lambda each: each + "!", a),
    "zeros": lambda a, b: tf.concat([tf.zeros_like(a), b], 0),
    "any_bytes": lambda a, b: tf.equal(a, tf.constant(b"\xff")),
    "unique": lambda a, b: tf.unique(tf.concat([b, a, b], 0)),
}


def _flat(found: Any) -> list[Any]:
    return [
        each.encode() if isinstance(each, str) else each
        for each in np.asarray(found).ravel().tolist()
    ]


def _concrete(name: str) -> Any:
    spec = tf.TensorSpec([None], tf.string)
    return tf.function(PROGRAMS[name]).get_concrete_function(spec, spec)


def _assert_alike(found: list[Any], concrete: Any, args: list[Any]) -> None:
    wanted = tf.nest.flatten(concrete(*map(tf.constant, args)))
    for ours, theirs in zip(found, wanted, strict=True):
        assert ours.shape == tuple(theirs.shape)
        assert _flat(ours) == _flat(theirs)


@pytest.mark.parametrize("name", PROGRAMS)
def test_out_and_in_again(name: str) -> None:
    concrete = _concrete(name)
    model = graphir.onnx.to_model(concrete, opset=20)
    onnx.checker.check_model(model, full_check=True)
    graph = graphir.onnx.load(model)
    names = [f"{each.node.name}:{each.index}" for each in graph.outputs]
    for args in ([TEXTS, OTHERS], [NONE, NONE]):
        feeds = {x.name: each for x, each in zip(graph.inputs, args)}
        _assert_alike(tf.run_graph(graph, feeds, names), concrete, args)


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_onnx_runtime_agrees(name: str) -> None:
    engine = pytest.importorskip("onnxruntime", reason="ONNX Runtime is not installed")
    concrete = _concrete(name)
    model = graphir.onnx.to_model(concrete, opset=20)
    session = engine.InferenceSession(model.SerializeToString())
    for args in ([TEXTS, OTHERS], [NONE, NONE]):
        decoded = [np.array([x.decode() for x in each], object) for each in args]
        inputs = {i.name: each for i, each in zip(session.get_inputs(), decoded)}
        _assert_alike(session.run(None, inputs), concrete, args)


@pytest.mark.parametrize("name", ["equal", "add", "words", "match"])
def test_a_version_without_it_is_refused(name: str) -> None:
    with pytest.raises(graphir.onnx.UnsupportedOpError, match="opset"):
        graphir.onnx.to_model(_concrete(name), opset=18)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (lambda a: tf.strings.split(a, maxsplit=0).to_tensor(""), "no splits"),
        (lambda a: tf.strings.split(a, b"\xff").to_tensor(""), "not UTF-8"),
        (lambda a: tf.raw_ops.StringSplitV2(input=a, sep=a[0]), "must be constant"),
        (lambda a: tf.strings.regex_full_match(a, b"\xff"), "not UTF-8"),
        (lambda a: tf.strings.regex_full_match(a, a[0]), "must be constant"),
        (lambda a: tf.strings.join([a, a], b"\xff"), "not UTF-8"),
        (lambda a: tf.strings.as_string(tf.size(a), width=4), "a width"),
        (lambda a: tf.strings.as_string(tf.equal(a, "")), "whole numbers"),
    ],
)
def test_what_has_no_counterpart(program: Callable[..., Any], said: str) -> None:
    spec = tf.TensorSpec([None], tf.string)
    concrete = tf.function(program).get_concrete_function(spec)
    with pytest.raises(graphir.onnx.UnsupportedOpError, match=said):
        graphir.onnx.to_model(concrete, opset=20)


def test_matrices_and_vectors_without_texts_in_upper_case() -> None:
    spec = tf.TensorSpec([None, None], tf.string)
    concrete = tf.function(tf.strings.upper).get_concrete_function(spec)
    graph = graphir.onnx.load(graphir.onnx.to_model(concrete, opset=14))
    names = [f"{graph.outputs[0].node.name}:0"]
    for sizes in ((2, 1), (0, 3), (2, 0)):
        args = [np.full(sizes, b"q", object)]
        feeds = {graph.inputs[0].name: args[0]}
        _assert_alike(tf.run_graph(graph, feeds, names), concrete, args)
