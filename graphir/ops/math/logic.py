"""Logical and, or, not."""

from __future__ import annotations

import numpy as np

from graphir.ops.contract.declaration import not_differentiable
from graphir.ops.contract.families import Elementwise, Unary, elementwise


class LogicalAnd(
    Elementwise,
    signature="LogicalAnd(x: bool, y: bool) -> (z: bool) | commutative",
    traits="placeless truth",
    label="and",
    onnx_name="And",
):
    """Whether both x and y hold."""

    compute = elementwise(np.logical_and)
    input_gradients = not_differentiable


class LogicalOr(
    Elementwise,
    signature="LogicalOr(x: bool, y: bool) -> (z: bool) | commutative",
    traits="placeless truth",
    onnx_name="Or",
):
    """Whether x or y or both hold."""

    compute = elementwise(np.logical_or)
    input_gradients = not_differentiable


class LogicalNot(
    Unary,
    signature="LogicalNot(x: bool) -> (y: bool)",
    traits="placeless involution truth",
    onnx_name="Not",
):
    """Whether x does not hold."""

    compute = elementwise(np.logical_not)
    input_gradients = not_differentiable
