"""Rounding of floats, and their neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import not_differentiable
from graphir.ops.contract.families import Elementwise, Unary, elementwise, sum_to_shape
from graphir.ops.contract.kernels import by_dtype


def _unchanged(x: Any) -> Any:
    return x


class Round(
    Unary,
    signature="""
        Round(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,int16,int32,int64,complex64,
          complex128]
    """,
    traits="idempotent precision_neutral",
    onnx_name="Round",
):
    """The nearest integer, halves to even; integers as they are."""

    compute = by_dtype(np.rint, integer=_unchanged)
    input_gradients = not_differentiable


class Rint(
    Unary,
    signature="Rint(x: T) -> (y: T) | T: type in floating",
    traits="placeless idempotent",
    onnx_name="Round",
):
    """The nearest integer, halves to even."""

    compute = elementwise(np.rint)
    input_gradients = not_differentiable


class Floor(
    Unary,
    signature="Floor(x: T) -> (y: T) | T: type in floating",
    traits="placeless idempotent precision_neutral",
    onnx_name="Floor",
):
    """The greatest integer that is no greater."""

    compute = elementwise(np.floor)
    input_gradients = not_differentiable


class Ceil(
    Unary,
    signature="Ceil(x: T) -> (y: T) | T: type in floating",
    traits="placeless idempotent precision_neutral",
    onnx_name="Ceil",
):
    """The least integer that is no less."""

    compute = elementwise(np.ceil)
    input_gradients = not_differentiable


class NextAfter(
    Elementwise,
    signature="""
        NextAfter(x1: T, x2: T) -> (output: T) | T: type in [double,float] = float
    """,
):
    """The float next to x1 in the direction of x2."""

    compute = elementwise(np.nextafter)

    def input_gradients(self, d_output: Any) -> Any:
        d_x1 = sum_to_shape(self, d_output, self.x1, self.x2)
        return d_x1, self.op.ZerosLike(self.x2)
