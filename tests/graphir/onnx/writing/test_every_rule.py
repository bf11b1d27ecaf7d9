"""Every rule that writes ONNX, tried on the calls of its op: written and read again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphir.onnx
import runtime as tf
from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.onnx.contract.emission import PAIRED, WRITING
from graphir.onnx.writing import families
from graphir.ops.contract.registry import lookup
from tests.graphir.ops.calls import Call, attrs_of, call, calls_of, i, n, x

onnx = pytest.importorskip("onnx", reason="the extra onnx is not installed")

families.register()

ONES = np.linspace(0.5, 1.5, 3, dtype=np.float32)
IMAGES = np.linspace(-1, 1, 24, dtype=np.float32).reshape(1, 4, 2, 3)
NORMALIZATIONS = ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
"""Only the first result of these has a counterpart."""

MORE = {
    op: call(IMAGES, *[ONES + k for k in range(4)], is_training=False)
    for op in NORMALIZATIONS
}
"""Calls that ONNX has, where those of the generated tests train."""

ELSEWHERE = {
    **dict.fromkeys(
        ("If", "StatelessIf", "Case", "StatelessCase", "While", "StatelessWhile"),
        "programs with functions: tried in test_files",
    ),
    **dict.fromkeys(("PartitionedCall", "StatefulPartitionedCall"), "test_calls"),
    "ResourceGather": "a variable: tried in test_files",
    "RaggedTensorToTensor": "of ragged tensors alone: tried in test_ragged",
    **dict.fromkeys(("RegexFullMatch", "StringSplitV2"), "test_strings"),
    "RandomUniform": "no two runs are alike",
    "RandomStandardNormal": "no two runs are alike",
}
"""Rules without calls here, and where they are tried."""


def is_elsewhere(op: str) -> bool:
    """Whether a rule is tried elsewhere; lists of tensors are, in test_files."""
    return op in ELSEWHERE or "TensorList" in op


def graph_of(op: str, call: Call, known: bool) -> tuple[graphir.Graph, dict[str, Any]]:
    """A graph of one call, and what is fed; whole numbers may be constants."""
    whole = [i for i, each in enumerate(call.inputs) if _is_whole(each)]
    if len(whole) == len(call.inputs):
        whole = whole[1:]  # a graph of constants alone would be folded
    build = GraphBuilder("one")
    feeds: dict[str, Any] = {}
    grouped: list[Any] = []
    for number, each in enumerate(call.inputs):
        parts = []
        for place, item in enumerate(each if isinstance(each, list) else [each]):
            array = np.asarray(item)
            if known and number in whole:
                parts.append(build.constant(array))
                continue
            parts.append(_input(build, feeds, f"x{number}_{place}", array))
        grouped.append(parts if isinstance(each, list) else parts[0])
    found = getattr(build.op, op)(*grouped, **attrs_of(op, call))
    results = found if isinstance(found, tuple) else (found,)
    for each in results[:1] if op in NORMALIZATIONS else results:
        build.output(*_parts(build, each))
    return build.graph, feeds


def _input(
    build: GraphBuilder, feeds: dict[str, Any], name: str, array: np.ndarray[Any, Any]
) -> Any:
    """An input; complex numbers as two."""
    if array.dtype.kind == "c":
        real, imaginary = (
            _input(build, feeds, f"{name}_{index}", each)
            for index, each in enumerate((array.real, array.imag))
        )
        return build.op.Complex(real, imaginary, Tout=dtypes.of_array(array))
    feeds[name] = array
    return build.input(name, dtypes.of_array(array), array.shape)


def _parts(build: GraphBuilder, value: Any) -> list[Any]:
    """A result as ONNX can give it: complex numbers as two."""
    if not value.dtype.is_complex:
        return [value]
    kind = value.dtype.real_dtype
    return [build.op.Real(value, Tout=kind), build.op.Imag(value, Tout=kind)]


def _is_whole(given: Any) -> bool:
    return not isinstance(given, list) and np.asarray(given).dtype.kind == "i"


def is_tried(op: str, call: Call) -> bool:
    """Whether ONNX has the call; what is read again is compared then."""
    for known in (True, False):
        graph, feeds = graph_of(op, call, known)
        try:
            model = graphir.onnx.to_model(graph, opset=20)
        except graphir.onnx.UnsupportedOpError:
            continue
        onnx.checker.check_model(model)
        again = graphir.onnx.load(model)
        names = [f"{each.node.name}:{each.index}" for each in again.outputs]
        wanted = [f"{each.node.name}:{each.index}" for each in graph.outputs]
        ours = tf.run_graph(again, feeds, names)
        for one, other in zip(ours, tf.run_graph(graph, feeds, wanted), strict=True):
            assert one.dtype == other.dtype
            assert one.shape == other.shape
            if one.dtype.kind in "fc":
                np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
            else:
                assert one.tolist() == other.tolist()
        return True
    return False


@pytest.mark.parametrize(
    "op",
    [op for op in sorted({*WRITING, *PAIRED}) if not is_elsewhere(op)],
)
def test_what_is_written_means_the_call(op: str) -> None:
    calls = [MORE[op]] if op in MORE else calls_of(lookup(op))[:3]
    tried = [is_tried(op, each) for each in calls]
    assert any(tried), f"no call of {op} can be written: add one that can"


def test_rules_that_are_tried_elsewhere_are_there() -> None:
    assert WRITING.keys() >= ELSEWHERE.keys()


def test_quotients_of_floats_are_truncated_towards_zero() -> None:
    given = call(np.array([7.0, -7.0, 0.5, -0.5]), np.array([2.0, 2.0, 2.0, 1.0]))
    assert is_tried("TruncateDiv", given)


@pytest.mark.parametrize("shape", [(4,), (4, 2), (4, 2, 3)])
def test_segments_before_the_first_are_left_out(shape: tuple[int, ...]) -> None:
    given = call(x(*shape), i(1, -1, 0, -2), n(2))
    assert is_tried("UnsortedSegmentSum", given)
