"""Conversion of elements to another dtype: Cast and Bitcast."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError, UnimplementedError
from graphir.ops.contract.declaration import (
    Kernel,
    Op,
    no_gradient,
    not_differentiable,
)
from graphir.ops.contract.families import Unary
from graphir.ops.contract.kernels import bound_by
from graphir.shapes import SCALAR, UNKNOWN, Shape

_BLOCKS: Final = {dtypes.float32: 32, dtypes.bfloat16: 8}
"""Elements that TensorFlow's kernels convert together; 16 of other floats."""


def cast_function(source: DType, target: DType) -> Callable[[Any], Any]:
    """The function that converts arrays of one type to the other.

    Floats are cut towards zero and integers wrap around. Floats that don't fit an
    integer, and NaN, become the value that an x86 processor produces: the least int32
    or int64. For narrower types this value is truncated to their width, except in whole
    blocks of elements (vector registers, as in TensorFlow): there it, and any other
    value out of range, becomes the nearest value of the type.

    >>> to_int8 = cast_function(dtypes.float32, dtypes.int8)
    >>> to_int8(np.float32([300.7, -1.5])).tolist()
    [44, -1]
    """
    if source is target:
        return _unchanged
    if dtypes.string in (source, target) or not (source.has_numpy and target.has_numpy):
        return _unsupported(source, target)
    numpy_type = target.numpy_dtype
    if source.is_complex and not target.is_complex:
        from_real = cast_function(source.real_dtype, target)
        return lambda x: from_real(np.real(x))
    if target.is_bool:
        return lambda x: np.not_equal(x, 0)
    if source.is_floating and (target.is_integer or target.is_quantized):
        return _float_to_integer(source, target)
    return lambda x: x.astype(numpy_type)


def _unchanged(x: Any) -> Any:
    return x


def _unsupported(source: DType, target: DType) -> Kernel:
    def compute(x: Any) -> Any:
        raise UnimplementedError(
            f"Cast {source.name} to {target.name} is not supported"
        )

    return compute


def _float_to_integer(source: DType, target: DType) -> Callable[[Any], Any]:
    numpy_type = target.numpy_dtype
    is_narrow = source.size <= 2
    if target.size < 4:
        block = _BLOCKS.get(source, 16)

        def through_int32(x: Any) -> Any:
            wide = x.astype(np.float32) if is_narrow else x
            integers = wide.astype(np.int32, order="C")
            if integers.size >= block:
                whole = integers.reshape(-1)[: integers.size - integers.size % block]
                np.clip(whole, target.min, target.max, out=whole)
            return integers.astype(numpy_type)

        return through_int32
    if target.is_unsigned:
        bits = target.size * 8

        def to_unsigned(x: Any) -> Any:
            wide = x.astype(np.float64)
            result = wide.astype(numpy_type)
            too_large = np.ndim(x) > 0 and wide >= 2.0**bits
            return np.where(too_large, numpy_type.type(2 ** (bits - 1)), result)

        return to_unsigned
    if is_narrow:
        return lambda x: x.astype(np.float32).astype(numpy_type)
    return lambda x: x.astype(numpy_type)


class Cast(
    Unary,
    signature="""
        Cast(x: SrcT) -> (y: DstT)
        | SrcT: type; DstT: type; Truncate: bool = False
    """,
    traits="placeless infallible keeps_zero",
):
    """x with its elements converted to another type."""

    compute = bound_by(lambda call: cast_function(call.SrcT, call.DstT))

    def input_gradients(self, dy: Any) -> Any:
        source = self.x.dtype.base_dtype
        if not (_has_gradient(source) and _has_gradient(self.y.dtype.base_dtype)):
            return (None,)
        return (self.op.Cast(dy, DstT=source),)


def _has_gradient(dtype: DType) -> bool:
    return dtype.is_floating or dtype.is_complex


class Bitcast(
    Op,
    signature="""
        Bitcast(input: T) -> (output: type)
        | T: type in [bfloat16,half,float,double,int64,int32,uint8,uint16,uint32,uint64,
          int8,int16,complex64,complex128,qint8,quint8,qint16,quint16,qint32];
          type: type in [bfloat16,half,float,double,int64,int32,uint8,uint16,uint32,
          uint64,int8,int16,complex64,complex128,qint8,quint8,qint16,quint16,qint32]
    """,
    traits="for_each_element",
):
    """The same bytes as elements of another type; the last axis splits or joins."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape
        source, target = self.input.dtype.size, self.type.size
        if shape.rank is None or source == target:
            return shape if source == target else UNKNOWN
        if source > target:
            return shape.concatenate([source // target])
        if shape.rank == 0 or shape[-1] not in (None, target // source):
            raise ValueError(
                f"Cannot bitcast from {self.input.dtype.name} to {self.type.name}: "
                f"the last axis of shape {shape} must be {target // source}"
            )
        joined: Shape = shape[:-1]
        return joined

    def compute(self, input: Any) -> Any:
        target = self.type.numpy_dtype
        source_size, target_size = input.dtype.itemsize, target.itemsize
        array = np.array(input, order="C")
        if source_size == target_size:
            return array.view(target)
        if source_size > target_size:
            return array[..., np.newaxis].view(target)
        if array.ndim == 0 or array.shape[-1] != target_size // source_size:
            raise InvalidArgumentError(
                f"Cannot bitcast from {self.T.name} to {self.type.name}: the last "
                f"axis of shape {list(array.shape)} must be "
                f"{target_size // source_size}"
            )
        return array.view(target)[..., 0]


class ToBool(
    Op,
    signature="ToBool(input: T) -> (output: bool) | T: type",
):
    """Whether a scalar is not zero or empty; of other tensors, whether any element is
    there."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return SCALAR

    def compute(self, input: Any) -> Any:
        array = np.asarray(input)
        if array.ndim:
            return np.bool_(array.size > 0)
        value: Any = array[()]
        return np.bool_(len(value) > 0 if isinstance(value, bytes) else value != 0)
