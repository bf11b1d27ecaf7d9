"""Bitwise operations, shifts and bit counts of integers."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import not_differentiable
from graphir.ops.contract.families import Elementwise, Unary, elementwise


class BitwiseAnd(
    Elementwise,
    signature="""
        BitwiseAnd(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
        | commutative
    """,
    traits="placeless",
    onnx_name="BitwiseAnd",
):
    """The bits set in both x and y."""

    compute = elementwise(np.bitwise_and)
    input_gradients = not_differentiable


class BitwiseOr(
    Elementwise,
    signature="""
        BitwiseOr(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
        | commutative
    """,
    traits="placeless",
    onnx_name="BitwiseOr",
):
    """The bits set in x or y or both."""

    compute = elementwise(np.bitwise_or)
    input_gradients = not_differentiable


class BitwiseXor(
    Elementwise,
    signature="""
        BitwiseXor(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
        | commutative
    """,
    traits="placeless",
    onnx_name="BitwiseXor",
):
    """The bits set in one of x and y."""

    compute = elementwise(np.bitwise_xor)
    input_gradients = not_differentiable


class Invert(
    Unary,
    signature="""
        Invert(x: T) -> (y: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
    """,
    traits="placeless involution",
    onnx_name="BitwiseNot",
):
    """All bits flipped."""

    compute = elementwise(np.invert)
    input_gradients = not_differentiable


def _shift_count(x: Any, y: Any) -> Any:
    # a count below zero or beyond the width is limited to what exists
    return np.clip(y, 0, x.dtype.itemsize * 8 - 1).astype(x.dtype)


class LeftShift(
    Elementwise,
    signature="""
        LeftShift(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
    """,
):
    """x shifted left by y bits; y is limited to the width of x less one."""

    input_gradients = not_differentiable

    def compute(self, x: Any, y: Any) -> Any:
        return np.left_shift(x, _shift_count(x, y))


class RightShift(
    Elementwise,
    signature="""
        RightShift(x: T, y: T) -> (z: T)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
    """,
):
    """x shifted right by y bits, keeping the sign; y is limited like a left shift."""

    input_gradients = not_differentiable

    def compute(self, x: Any, y: Any) -> Any:
        return np.right_shift(x, _shift_count(x, y))


class PopulationCount(
    Unary,
    signature="""
        PopulationCount(x: T) -> (y: uint8)
        | T: type in [int8,int16,int32,int64,uint8,uint16,uint32,uint64]
    """,
):
    """The number of bits set in the two's complement of x."""

    input_gradients = not_differentiable

    def compute(self, x: Any) -> Any:
        unsigned = np.asarray(x).view(f"u{x.dtype.itemsize}")
        return np.bitwise_count(unsigned)
