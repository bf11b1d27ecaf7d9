"""Fused ops, which the optimizer makes, as the ops that they are made of."""

from __future__ import annotations

from typing import Any

from graphir.onnx.contract.decomposition import Parts, decomposes
from graphir.onnx.contract.terms import Term


@decomposes("_FusedMatMul")
def _product(parts: Parts) -> Any:
    flags = {each: parts.attr(each, False) for each in ("transpose_a", "transpose_b")}
    return _followed(parts, parts.op.MatMul(parts[0], parts[1], **flags))


@decomposes("_FusedConv2D")
def _convolution(parts: Parts) -> Any:
    if parts.attr("filter_format", "HWIO") != "HWIO":
        return None
    names = ("strides", "padding", "explicit_paddings", "data_format", "dilations")
    known = {each: parts.node.attrs[each] for each in names if each in parts.node.attrs}
    return _followed(parts, parts.op.Conv2D(parts[0], parts[1], **known))


def _followed(parts: Parts, product: Term) -> Term:
    """The product after the steps that ``fused_ops`` names."""
    place = 2
    layout = {"data_format": parts.attr("data_format", "NHWC")}
    for step in parts.attr("fused_ops", []):
        if step == b"BiasAdd":
            product = parts.op.BiasAdd(product, parts[place], **layout)
            place += 1
        elif step == b"FusedBatchNorm":
            statistics = [parts[place + i] for i in range(4)]
            epsilon = parts.attr("epsilon", 1e-4)
            (product, *_) = parts.op.FusedBatchNormV3(
                product, *statistics, epsilon=epsilon, is_training=False, **layout
            )
            place += 4
        elif step == b"LeakyRelu":
            alpha = parts.attr("leakyrelu_alpha", 0.2)
            product = parts.op.LeakyRelu(product, alpha=alpha)
        else:
            product = getattr(parts.op, step.decode())(product)
    return product


@decomposes("_FusedBatchNormEx")
def _normalization(parts: Parts) -> Any:
    names = ("epsilon", "exponential_avg_factor", "data_format", "is_training")
    known = {each: parts.node.attrs[each] for each in names if each in parts.node.attrs}
    given = [parts[i] for i in range(len(parts.node.inputs))]
    y, *others = parts.op.FusedBatchNormV3(*given[:5], **known)
    for side in given[5:]:
        y = y + side
    if parts.attr("activation_mode", "Identity") == "Relu":
        y = parts.op.Relu(y)
    return [y, *others]
