"""Remapping: fuses a product or convolution with the ops that follow it.

The fused ops are TensorFlow's internal ones, with attributes that its CPU kernels
support. The kernels here compute the same bits as the ops one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Final

import numpy as np

from graphir import dtypes
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.contract.numerics import LEVELS, check_numerics
from graphir.rewrite.driver import rewrite
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, RuleSet

NORMALIZATIONS: Final = ("FusedBatchNorm", "FusedBatchNormV2", "FusedBatchNormV3")
HALF_AND_SINGLE: Final = (dtypes.float16, dtypes.float32)


@dataclass(frozen=True)
class Target:
    """The fused op of a product, and the operands that TensorFlow's kernels accept."""

    op: str
    types: tuple[DType, ...]
    activations: tuple[str, ...]
    attrs: tuple[str, ...]


_MATMUL: Final = Target(
    "_FusedMatMul",
    (*HALF_AND_SINGLE, dtypes.bfloat16),
    ("Relu", "Relu6", "Elu", "LeakyRelu", "Tanh", "Sigmoid"),
    ("transpose_a", "transpose_b"),
)
_CONVOLUTION: Final = Target(
    "_FusedConv2D",
    (*HALF_AND_SINGLE, dtypes.float64),
    ("Relu", "Relu6", "Elu", "LeakyRelu"),
    ("strides", "padding", "explicit_paddings", "data_format", "dilations"),
)
TARGETS: Final = {"MatMul": _MATMUL, "Conv2D": _CONVOLUTION}
FUSED: Final = {target.op: target for target in TARGETS.values()}


class FusedBias:
    """A product or convolution whose only reader adds a bias."""

    name: ClassVar[str] = "fused_bias"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("BiasAdd", "AddV2", "Add")
    equation: ClassVar[str] = (
        "BiasAdd(MatMul(x, y), b) = _FusedMatMul(x, y, b), Conv2D alike"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Fuses the addition into the product before it."""
        for value, bias in _bias_orders(node):
            product = value.node
            target = TARGETS.get(product.op)
            if target is None or node.output.dtype not in target.types:
                continue
            if not rewriter.is_inner(value) or not _adds_bias(node, value, bias):
                continue
            new = _fused(rewriter, product, _Step(b"BiasAdd", [bias]))
            return rewriter.replace(new, [product], has_same_shape=True)
        return False


def _bias_orders(node: Node) -> list[tuple[Value, Value]]:
    first, second = node.inputs
    return [(first, second)] + ([] if node.op == "BiasAdd" else [(second, first)])


def _adds_bias(node: Node, value: Value, bias: Value) -> bool:
    layout = value.node.attrs.get("data_format", b"NHWC")
    if node.op == "BiasAdd":
        return value.node.op == "MatMul" or node.attrs.get("data_format") == layout
    # an addition that broadcasts: a vector along the last axis
    channels = value.shape[-1] if value.shape.rank else None
    is_vector = bias.shape.rank == 1 and channels is not None
    return is_vector and layout == b"NHWC" and bias.shape[0] == channels


class FusedNormalizationOfConvolution:
    """A convolution whose only reader normalizes it with known statistics."""

    name: ClassVar[str] = "fused_normalization"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = NORMALIZATIONS
    equation: ClassVar[str] = (
        "FusedBatchNormV3(Conv2D(x, w), s, o, m, v, is_training=false)[0] = "
        "_FusedConv2D(x, w, s, o, m, v)"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Fuses the normalization into the convolution."""
        convolution = node.inputs[0].node
        if not _normalizes_inference(node, rewriter, convolution):
            return False
        step = _Step(
            b"FusedBatchNorm", node.inputs[1:], {"epsilon": node.attrs["epsilon"]}
        )
        new = _fused(rewriter, convolution, step)
        return rewriter.replace_first(new, [convolution])


def _normalizes_inference(node: Node, rewriter: Rewriter, convolution: Node) -> bool:
    if convolution.op != "Conv2D" or node.attrs.get("is_training"):
        return False
    if node.inputs[0].dtype is not dtypes.float32 or not _reads_first_only(
        node, rewriter.graph
    ):
        return False
    layout = convolution.attrs.get("data_format")
    same_layout = node.attrs.get("data_format") == layout
    return same_layout and rewriter.is_inner(node.inputs[0])


def _reads_first_only(node: Node, graph: Graph) -> bool:
    others = node.outputs[1:]
    return not any(value.is_used or value in graph.outputs for value in others)


class FoldedNormalization:
    """Folds a normalization by constants into the weights and bias before it."""

    name: ClassVar[str] = "folded_normalization"
    exactness: ClassVar[Exactness] = Exactness.CLOSE
    root_ops: ClassVar[Sequence[str]] = NORMALIZATIONS
    equation: ClassVar[str] = (
        "FusedBatchNormV3(Conv2D(x, w), s, o, m, v, is_training=false)[0] = "
        "_FusedConv2D(x, w * f, o - m * f) with f = s / sqrt(v + epsilon), constants"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Moves the normalization into the weights."""
        convolution = node.inputs[0].node
        if not _normalizes_inference(node, rewriter, convolution):
            return False
        constants = [
            value.constant_value() if value.node.op == "Const" else None
            for value in (convolution.inputs[1], *node.inputs[1:])
        ]
        known = [array for array in constants if array is not None]
        if len(known) < len(constants):
            return False
        weights, bias = _folded(known, float(node.attrs["epsilon"]))
        step = _Step(b"BiasAdd", [rewriter.constant(bias)])
        new = _fused(rewriter, convolution, step, rewriter.constant(weights))
        return rewriter.replace_first(new, [convolution])


def _folded(arrays: Sequence[Any], epsilon: float) -> tuple[Any, Any]:
    """The weights and the bias, from filter, scale, offset, mean and variance."""
    weights, scale, offset, mean, variance = (
        np.asarray(array, np.float64) for array in arrays
    )
    factor = scale / np.sqrt(variance + epsilon)
    bias = offset - mean * factor
    return (weights * factor).astype(np.float32), bias.astype(np.float32)


class ScaledConvolution:
    """A convolution with constant weights whose only reader scales it."""

    name: ClassVar[str] = "scaled_convolution"
    exactness: ClassVar[Exactness] = Exactness.CLOSE
    root_ops: ClassVar[Sequence[str]] = ("Mul",)
    equation: ClassVar[str] = "Conv2D(x, w) * c = Conv2D(x, w * c), constants w and c"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Moves the factor into the weights."""
        for value, factor in (node.inputs, node.inputs[::-1]):
            convolution = value.node
            if convolution.op != "Conv2D" or not rewriter.is_inner(value):
                continue
            weights = convolution.inputs[1]
            if not _scales_channels(convolution, factor):
                continue
            if weights.node.op != "Const" or not node.output.dtype.is_floating:
                continue
            (scaled,) = rewriter.apply("Mul", [weights, factor], {})
            inputs = [convolution.inputs[0], scaled]
            (new,) = rewriter.apply("Conv2D", inputs, convolution.attrs)
            return rewriter.replace(new, [convolution], has_same_shape=True)
        return False


def _scales_channels(convolution: Node, factor: Value) -> bool:
    """Whether a constant has one number, or one for each channel, the last axis."""
    if factor.node.op != "Const" or factor.node.control_inputs:
        return False
    if factor.shape.rank == 0:
        return True
    channels = convolution.inputs[1].shape[-1]
    is_last = convolution.attrs.get("data_format", b"NHWC") == b"NHWC"
    return factor.shape.rank == 1 and is_last and factor.shape[0] == channels


class FusedActivation:
    """A fused product whose only reader is an activation."""

    name: ClassVar[str] = "fused_activation"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = _MATMUL.activations
    equation: ClassVar[str] = (
        "Relu(_FusedMatMul(x, y, b)) = _FusedMatMul(x, y, b, Relu), alike Relu6, Elu, "
        "LeakyRelu, Tanh, Sigmoid and _FusedConv2D"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Appends the activation to the list of fused ops."""
        value = node.inputs[0]
        product, target = value.node, FUSED.get(value.node.op)
        if target is None or node.op not in target.activations:
            return False
        fused = list(product.attrs["fused_ops"])
        if not fused or fused[-1].decode() in _MATMUL.activations:
            return False
        if not rewriter.is_inner(value):
            return False
        attrs = {**product.attrs, "fused_ops": [*fused, node.op.encode()]}
        if node.op == "LeakyRelu":
            attrs["leakyrelu_alpha"] = node.attrs["alpha"]
        (new,) = rewriter.apply(product.op, product.inputs, attrs)
        return rewriter.replace(new, [product], has_same_shape=True)


class FusedNormalizationAndActivation:
    """A normalization with known statistics whose only reader is a ReLU."""

    name: ClassVar[str] = "fused_normalization_and_relu"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("Relu",)
    equation: ClassVar[str] = (
        "Relu(FusedBatchNormV3(x, s, o, m, v, is_training=false)[0]) = "
        "_FusedBatchNormEx(x, s, o, m, v, activation_mode=Relu)[0]"
    )

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Fuses the two."""
        value = node.inputs[0]
        normal = value.node
        if normal.op not in NORMALIZATIONS or not _runs_fused(normal):
            return False
        if value.index or not rewriter.is_inner(value):
            return False
        if not _reads_first_only(normal, rewriter.graph):
            return False
        names = ("epsilon", "exponential_avg_factor", "data_format", "is_training")
        attrs = {name: normal.attrs[name] for name in names}
        attrs["activation_mode"] = b"Relu"
        attrs["num_side_inputs"] = 0
        new, *_ = rewriter.apply("_FusedBatchNormEx", normal.inputs, attrs)
        return rewriter.replace(new, [normal], has_same_shape=True)


def _runs_fused(node: Node) -> bool:
    """Whether TensorFlow runs the fused form: for inference, in fours of channels."""
    x = node.inputs[0]
    if node.attrs.get("is_training") or x.dtype is not dtypes.float32:
        return False
    layout = node.attrs.get("data_format")
    if layout not in (b"NHWC", b"NCHW") or x.shape.rank != 4:
        return False
    channels = x.shape[1] if layout == b"NCHW" else x.shape[3]
    return channels is not None and channels > 0 and channels % 4 == 0


@dataclass(frozen=True)
class _Step:
    """An op that follows a product: the fused op's name, arguments and attributes."""

    name: bytes
    args: Sequence[Value]
    attrs: Mapping[str, Attr] = field(default_factory=dict)


def _fused(
    rewriter: Rewriter, product: Node, step: _Step, weights: Value | None = None
) -> Value:
    target = TARGETS[product.op]
    attrs: dict[str, Attr] = {
        name: product.attrs[name] for name in target.attrs if name in product.attrs
    }
    attrs |= {"fused_ops": [step.name], "num_args": len(step.args), **step.attrs}
    if target is _CONVOLUTION:
        attrs |= {"TArgs": [value.dtype for value in step.args], "num_host_args": 0}
    first, second = product.inputs
    inputs = [first, weights or second, *step.args]
    return rewriter.apply(target.op, inputs, attrs)[0]


RULES: Final = RuleSet(
    ScaledConvolution(),
    FoldedNormalization(),
    FusedNormalizationOfConvolution(),
    FusedBias(),
    FusedActivation(),
    FusedNormalizationAndActivation(),
)
"""What folds into constants first."""

_PRODUCTS: Final = frozenset({*TARGETS, *FUSED, *NORMALIZATIONS})


@dataclass(frozen=True)
class Remapping(Pass):
    """Fuses products and convolutions with bias, normalization and activation.

    With ``numerics=fast`` a normalization by constants is folded into the weights,
    which changes the last bits.
    """

    numerics: str = "exact"

    name: ClassVar[str] = "remapping"
    rules: ClassVar[RuleSet] = RULES

    def __post_init__(self) -> None:
        check_numerics(self.numerics)

    def apply(self, graph: Graph) -> Counts:
        """Fuses the products of one graph."""
        if not any(node.op in _PRODUCTS for node in graph):
            return Counter()
        return rewrite(graph, _allowed(self.numerics))


@cache
def _allowed(numerics: str) -> RuleSet:
    return RULES.allowed(LEVELS[numerics])
