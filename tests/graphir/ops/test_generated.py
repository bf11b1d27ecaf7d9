"""Every declared op against its own declaration: shapes, dtypes, gradients, inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphir.ops
from graphir import dtypes
from graphir.analysis.evaluation import evaluate_graph
from graphir.builder import GraphBuilder
from graphir.graph import Graph
from graphir.node import Node
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import (
    declared,
    is_earlier_name,
    known_lines,
    lookup,
)
from graphir.ops.contract.signature import parse_signature
from graphir.shapes import UNKNOWN, Shape
from tests.graphir.ops.calls import (
    Call,
    all_calls,
    allowed_types,
    attrs_of,
    calls_of,
    family_calls,
    has_kernel_here,
    is_of_family,
    samples,
    scalars_as_numpy_gives_them,
)

assert graphir.ops  # declares the ops

WITHOUT_CALLS = {
    "tensor_lists": "their values are lists, tried in test_tensor_list_values",
    "tensor_list_batches": "their values are lists, tried in test_tensor_list_values",
    "list_accumulation": "their values are lists, tried in test_list_accumulation",
    "dequantization": "no array has its dtypes: tried where it is called",
    "quantized_networks": "no array has their dtypes: tried in test_raw_op_calls",
    "uniform_quantization": "no array has their dtypes: tried in test_raw_op_calls",
    "earlier_example_parsing": "their numbers of keys are tried in test_raw_op_calls",
    "quantized_images": "no array has its dtypes: tried in test_raw_op_calls",
    "quantized_channels": "no array has their dtypes: tried in test_raw_op_calls",
    "uniform_networks": "no array has their dtypes: tried in test_raw_op_calls",
    "earlier_sequence_parsing": "their numbers of keys are tried in test_uncommon_ops",
    "composites": "variants, tried in test_uncommon_ops",
    "compression": "variants, tried in test_raw_op_calls",
    "surroundings": "without inputs, tried in test_raw_op_calls",
    "variants": "ragged tensors in variants, tried in datasets/test_variants",
    "pinned_memory": "refuses every tensor",
    "candidate_sampling": "what they draw is tried where it is declared",
}
"""Families whose ops are not tried here, and why."""

DATA_DEPENDENT = {
    "SparseSegmentMeanGradV2",
    "SparseSegmentSqrtNGradV2",
    "SparseSegmentSumGradV2",
    "ParseExampleV2",
    "ParseSequenceExampleV2",
    "DecodeAndCropJpeg",
    "DecodeBmp",
    "DecodeGif",
    "DecodeImage",
    "DecodeJpeg",
    "DecodePng",
    "DecodeWebP",
    "DeserializeManySparse",
    "DeserializeSparse",
    "NonMaxSuppression",
    "NonMaxSuppressionV2",
    "NonMaxSuppressionV3",
    "NonMaxSuppressionV5",
    "NonMaxSuppressionWithOverlaps",
    "DenseCountSparseOutput",
    "DenseToDenseSetOperation",
    "DenseToSparseSetOperation",
    "ParseTensor",
    "RaggedCountSparseOutput",
    "RaggedCross",
    "RaggedFillEmptyRows",
    "RaggedGather",
    "RaggedRange",
    "SparseAdd",
    "SparseConcat",
    "SparseCountSparseOutput",
    "SparseCross",
    "SparseCrossHashed",
    "SparseCrossV2",
    "SparseFillEmptyRows",
    "SparseReduceMaxSparse",
    "SparseReduceSumSparse",
    "SparseSlice",
    "SparseSparseMaximum",
    "SparseSparseMinimum",
    "SparseSplit",
    "SparseToSparseSetOperation",
    "UnicodeDecode",
    "UnicodeDecodeWithOffsets",
    "CTCBeamSearchDecoder",
    "CTCGreedyDecoder",
    "DynamicPartition",
    "ComputeAccidentalHits",
    "DecodeRaw",
    "ListDiff",
    "StringNGrams",
    "StringSplit",
    "StringSplitV2",
    "Range",
    "Unique",
    "UniqueV2",
    "UniqueWithCounts",
    "UniqueWithCountsV2",
    "Where",
    "BroadcastGradientArgs",
    "ScatterNd",
    "Bincount",
}
"""Ops whose result shape depends on values, not only on sizes given as constants."""

NOT_THE_DERIVATIVE = {
    ("SquaredDifference", "complex128"): "the formula for reals",
    ("EuclideanNorm", "complex128"): "the formula for reals",
    ("MulNoNan", "complex128"): "the formula for reals",
    ("Xdivy", "complex128"): "the formula for reals",
    ("Xlogy", "complex128"): "the formula for reals",
    ("Xlog1py", "complex128"): "the formula for reals",
    ("NextAfter", "float64"): "none in the direction, where the slope is not defined",
    ("Betainc", "float64"): "none in a and b",
    ("Polygamma", "float64"): "none in the order",
    ("Zeta", "float64"): "none in x",
    ("Cholesky", "float64"): "shared by both triangles, though one is read",
    ("MatrixDiagV2", "float64"): "none in the padding",
    ("MatrixDiagV3", "float64"): "none in the padding",
    ("MatrixSolveLs", "float64"): "none in the price of the norm",
    ("MatrixDiagPartV3", "float64"): "none in the padding",
    ("PreventGradient", "float64"): "raises, as it should",
    ("SparseDenseCwiseDiv", "float64"): "none in the dense tensor",
    ("SparseDenseCwiseMul", "float64"): "none in the dense tensor",
    ("PreventGradient", "complex128"): "raises, as it should",
}
"""Op and dtype of calls whose gradient is not, or not for all, the slope."""

FIRST_RESULT_ONLY = {
    "CTCLoss": "the other is the gradient",
    "SoftmaxCrossEntropyWithLogits": "the other is the gradient, made for use once",
    "SparseSoftmaxCrossEntropyWithLogits": "the other is the gradient",
}


def family_of(declaration: type[Op]) -> str:
    """The module that declares the op."""
    return declaration.__module__.rpartition(".")[2]


def differentiable_calls() -> Iterator[Any]:
    for declaration in declared():
        if not (has_kernel_here(declaration) and declaration.is_differentiable()):
            continue
        calls = calls_of(declaration)
        is_made = declaration.__name__ not in samples() and is_of_family(declaration)
        if is_made and dtypes.complex128 in allowed_types(declaration)[1:]:
            calls = calls + list(family_calls(declaration, dtypes.complex128))[:1]
        for number, call in enumerate(calls):
            name = declaration.__name__
            if any(np.asarray(each).dtype in (float, complex) for each in call.flat()):
                yield pytest.param(name, call, id=f"{name}-{number}")


ALL_CALLS = list(all_calls())
DIFFERENTIABLE_CALLS = list(differentiable_calls())


def node_of(name: str, call: Call, shapes: Any = None) -> tuple[Graph, Node]:
    """A graph with one node; the inputs are constants, or placeholders of shapes."""
    graph = Graph("g")
    build = GraphBuilder(graph)
    values = []
    for index, array in enumerate(call.flat()):
        dtype = dtypes.of_array(array)
        if shapes is None:
            values.append(build.constant(array, dtype))
        else:
            values.append(graph.add_input(f"in{index}", dtype, shapes(array)))
    return graph, build.node(name, values, attrs_of(name, call))


def run(node: Node, arrays: list[Any]) -> list[Any]:
    """The results for these inputs, flat."""
    declaration = lookup(node.op)
    with np.errstate(all="ignore"):
        result = declaration.bind(node.attrs)(*arrays)
    signature = declaration.declared()
    many = len(signature.outputs) != 1 or signature.outputs[0].is_list
    return list(result) if many else [result]


def test_ops_of_tensorflow_have_its_signatures() -> None:
    known = {name: str(parse_signature(line)) for name, line in known_lines().items()}
    made = {each.__name__: str(each.declared()) for each in declared()}
    ours = {name: text for name, text in made.items() if name in known}
    assert len(ours) > 800
    assert ours == {name: known[name] for name in ours}


def test_no_op_lacks_a_facet_without_saying_so() -> None:
    lacking = [
        f"{declaration.__name__}.{facet}"
        for declaration in declared()
        for facet in ("compute", "input_gradients")
        if getattr(declaration, facet) is None
    ]
    assert lacking == []


def test_every_op_with_a_kernel_has_a_call_to_try() -> None:
    without = [
        declaration.__name__
        for declaration in declared()
        if has_kernel_here(declaration)
        and not calls_of(declaration)
        and not is_earlier_name(declaration.__name__)
        and family_of(declaration) not in WITHOUT_CALLS
    ]
    assert without == []


def test_no_op_uses_the_name_of_a_rule() -> None:
    rules = {"infer_shape", "compute", "input_gradients"}
    clashing = [
        declaration.__name__
        for declaration in declared()
        if rules
        & {
            *declaration.declared().attrs,
            *(arg.name for arg in declaration.declared().inputs),
            *(arg.name for arg in declaration.declared().outputs),
        }
    ]
    assert clashing == []


@pytest.mark.parametrize(("name", "call"), ALL_CALLS)
def test_inferred_is_computed(name: str, call: Call) -> None:
    _, node = node_of(name, call)
    results = run(node, scalars_as_numpy_gives_them(call.flat()))
    assert len(results) == len(node.outputs)
    for value, array in zip(node.outputs, results, strict=True):
        if value.dtype is not dtypes.string and not value.dtype.is_quantized:
            assert dtypes.of_array(array) is value.dtype
        if name in DATA_DEPENDENT:
            assert value.shape.is_compatible_with(np.shape(array))
        else:
            assert value.shape == Shape(np.shape(array))


@pytest.mark.parametrize(("name", "call"), ALL_CALLS)
def test_unknown_shapes_are_not_contradicted(name: str, call: Call) -> None:
    """Sizes not known, ranks not known: what is inferred still holds."""
    arrays = scalars_as_numpy_gives_them(call.flat())
    for shapes in (
        lambda array: Shape(array.shape),
        lambda array: Shape([None] * array.ndim),
        lambda array: UNKNOWN,
    ):
        _, node = node_of(name, call, shapes)
        for value, array in zip(node.outputs, run(node, arrays), strict=True):
            assert value.shape.is_compatible_with(np.shape(array))


@pytest.mark.parametrize(("name", "call"), ALL_CALLS)
def test_inputs_may_be_read_only_and_not_contiguous(name: str, call: Call) -> None:
    _, node = node_of(name, call)
    plain = run(node, scalars_as_numpy_gives_them(call.flat()))
    strided = [strided_and_read_only(each) for each in call.flat()]
    for expected, found in zip(plain, run(node, strided), strict=True):
        assert_equal_but_for_order(as_comparable(expected), as_comparable(found))


def assert_equal_but_for_order(expected: Any, found: Any) -> None:
    """Equal; sums to the last bits, as NumPy may add in another order by layout."""
    if expected.dtype.kind in "fc":
        precision = 16 * float(np.finfo(expected.dtype).eps)
        np.testing.assert_allclose(found, expected, precision, precision)
    else:
        np.testing.assert_array_equal(found, expected)


def strided_and_read_only(array: Any) -> Any:
    """The same elements, every second one of a larger buffer, not to be written."""
    if array.ndim == 0:
        copy = array.copy()
    else:
        buffer = np.repeat(array, 2, axis=-1)
        copy = buffer[..., ::2]
    copy.flags.writeable = False
    return copy


def as_comparable(array: Any) -> Any:
    array = np.asarray(array)
    return array.astype(np.float32) if array.dtype.kind == "V" else array


def inner(x: Any, y: Any) -> float:
    """The real inner product of arrays of numbers, where both are finite."""
    is_finite = np.isfinite(x) & np.isfinite(y)
    return float(np.real(np.sum(np.conj(x[is_finite]) * y[is_finite])))


@pytest.mark.parametrize(("name", "call"), DIFFERENTIABLE_CALLS)
def test_gradient_is_the_slope(name: str, call: Call) -> None:
    """The declared gradient against central differences along random directions."""
    arrays = call.flat()
    kind = str(np.result_type(*[a for a in arrays if a.dtype.kind in "fc"]))
    if name == "PreventGradient":
        pytest.skip(NOT_THE_DERIVATIVE[name, kind])
    rng = np.random.default_rng(1)
    gradients, weights = gradients_and_weights(name, call, rng)
    _, node = node_of(name, call)
    for index, (array, gradient) in enumerate(zip(arrays, gradients, strict=True)):
        if array.dtype not in (float, complex):
            continue
        if (name, kind) in NOT_THE_DERIVATIVE:
            continue
        gradient = np.zeros_like(array) if gradient is None else gradient
        assert gradient.shape == array.shape
        assert gradient.dtype == array.dtype
        direction = rng.normal(size=array.shape)
        if array.dtype.kind == "c":
            direction = direction + 1j * rng.normal(size=array.shape)
        step = 1e-6
        slopes = [
            weighted(node, arrays, index, array + sign * step * direction, weights)
            for sign in (1, -1)
        ]
        slope = (slopes[0] - slopes[1]) / (2 * step)
        assert inner(gradient, direction) == pytest.approx(slope, rel=1e-5, abs=1e-7)


def weighted(
    node: Node, arrays: list[Any], index: int, array: Any, weights: list[Any]
) -> float:
    """The results, each weighted and summed, with one input replaced."""
    inputs = [*arrays[:index], array, *arrays[index + 1 :]]
    results = run(node, inputs)
    return sum(
        inner(weight, result)
        for weight, result in zip(weights, results, strict=True)
        if weight is not None
    )


def gradients_and_weights(
    name: str, call: Call, rng: Any
) -> tuple[list[Any], list[Any]]:
    """The gradient of each flat input, and what each float result was weighted with."""
    graph, node = node_of(name, call)
    build = GraphBuilder(graph)
    declaration = lookup(name)
    weights: list[Any] = []
    d_outputs: list[Any] = []
    for index, value in enumerate(node.outputs):
        is_float = value.dtype.is_floating or value.dtype.is_complex
        is_float = is_float and not (index and name in FIRST_RESULT_ONLY)
        shape = value.shape.as_ints() if value.shape.is_fully_defined() else None
        if not is_float or shape is None:
            weights.append(None)
            d_outputs.append(None)
            continue
        weight = rng.normal(size=shape)
        if value.dtype.is_complex:
            weight = weight + 1j * rng.normal(size=shape)
        weights.append(np.asarray(weight))
        d_outputs.append(build.constant(weight, value.dtype))
    outputs = declaration.declared().outputs
    grouped = group_inputs(declaration.declared(), node.attrs, d_outputs, outputs)
    view = declaration.view(node.inputs, node.attrs, node.outputs, build)
    found = view.input_gradients(*grouped)
    flat: list[Any] = []
    for each in found:
        flat += each if isinstance(each, list) else [each]
    assert len(flat) == len(node.inputs)
    graph.outputs = [each for each in flat if each is not None]
    values = iter(evaluate_graph(graph, {}))
    return [None if each is None else next(values) for each in flat], weights
