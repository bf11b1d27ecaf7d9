"""Ops that create tensors: filled with one value, or with a sequence."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphir.ops.arrays.tensor_list_values import TensorList
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import Unary
from graphir.ops.contract.handles import require_lists
from graphir.ops.contract.ranks import vector_of
from graphir.shapes import UNKNOWN, Shape


class Fill(
    Op,
    signature="""
        Fill(dims: index_type, value: T) -> (output: T)
        | T: type; index_type: type in [int32,int64] = int32
    """,
    traits="precision_neutral",
):
    """A tensor of shape ``dims`` with ``value`` as every element."""

    def infer_shape(self) -> Shape:
        sizes = self.constant("dims")
        if sizes is not None and (sizes < 0).any():
            raise ValueError(f"Fill dimensions must be >= 0, got {sizes.tolist()}")
        if sizes is not None and sizes.ndim == 0:
            return Shape([int(sizes)])
        return self.constant_as_shape("dims")

    def compute(self, dims: Any, value: Any) -> Any:
        # one size alone may be a scalar, as TensorFlow's kernel has it
        sizes = vector_of(np.atleast_1d(dims), "dims")
        if (sizes < 0).any():
            raise self.invalid(f"Dimension {sizes.min()} must be >= 0")
        if np.ndim(value):
            raise self.invalid(
                f"value must be a scalar: value.shape={list(np.shape(value))}"
            )
        filled = np.empty(sizes.tolist(), np.asarray(value).dtype)
        filled[...] = value
        return filled

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        axes = op.Range(0, op.Rank(d_output), 1)
        return None, op.Sum(d_output, axes)


class Range(
    Op,
    signature="""
        Range(start: Tidx, limit: Tidx, delta: Tidx) -> (output: Tidx)
        | Tidx: type in [bfloat16,half,float,double,int8,int16,int32,int64,uint16,
          uint32,uint64] = int32
    """,
    label="range",
):
    """Numbers from start, up to but without limit, in steps of delta."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        for value in self._inputs:
            value.shape.with_rank(0)
        bounds = [self.constant(name) for name in ("start", "limit", "delta")]
        if any(bound is None for bound in bounds):
            return Shape([None])
        return Shape([self._length(*bounds)])

    def compute(self, start: Any, limit: Any, delta: Any) -> Any:
        length = self._length(start, limit, delta)
        dtype = np.asarray(start).dtype
        if dtype.kind in "iu":
            counted = int(start) + int(delta) * np.arange(length, dtype=np.int64)
            return counted.astype(dtype)
        # product and sum are rounded to the dtype, as TensorFlow's kernel has it
        with np.errstate(all="ignore"):
            return start + np.arange(length).astype(dtype) * dtype.type(delta)

    def _length(self, start: Any, limit: Any, delta: Any) -> int:
        if any(np.ndim(each) for each in (start, limit, delta)):
            raise self.invalid("start, limit and delta of a range must be scalars.")
        if delta == 0:
            raise self.invalid("Requires delta != 0: 0")
        if (delta > 0 and start > limit) or (delta < 0 and start < limit):
            sign, comparison = (">", "<=") if delta > 0 else ("<", ">=")
            raise self.invalid(
                f"Requires start {comparison} limit when delta {sign} 0: "
                f"{start}/{limit}"
            )
        if np.asarray(start).dtype.kind in "iu":
            return max(0, -((int(start) - int(limit)) // int(delta)))
        # in the dtype's own arithmetic, as TensorFlow has it: the difference of 1.1 and
        # 0.1 as float32 is 1, which a wider one is not
        dtype = np.asarray(start).dtype.type
        with np.errstate(all="ignore"):
            steps = abs((dtype(limit) - dtype(start)) / dtype(delta))
        if not np.isfinite(steps):
            raise self.invalid(f"A range cannot have {steps} elements.")
        return math.ceil(float(steps))


class ZerosLike(
    Unary,
    signature="ZerosLike(x: T) -> (y: T) | T: type",
    traits="idempotent precision_neutral",
    label="zeros_like",
):
    """Zeros in the shape of the argument; of a tensor list, a list of zeros."""

    input_gradients = not_differentiable

    def compute(self, x: Any) -> Any:
        if not self.T.has_numpy and not isinstance(x, np.ndarray):
            require_lists("make zeros like", x)
        return _zeros_like(x)


def _zeros_like(x: Any) -> Any:
    if isinstance(x, TensorList):
        zeros = [None if each is None else _zeros_like(each) for each in x.elements()]
        return TensorList(x.dtype, x.element_shape, zeros, x.max_elements)
    if hasattr(x, "zeros_like"):
        return x.zeros_like()
    array = np.asarray(x)
    if array.dtype == object:
        return np.full(array.shape, b"", object)
    return np.zeros(array.shape, array.dtype)


class OnesLike(
    Unary,
    signature="""
        OnesLike(x: T) -> (y: T)
        | T: type in [bfloat16,half,float,double,int8,uint8,int16,uint16,int32,uint32,
          int64,uint64,complex64,complex128,bool]
    """,
    traits="idempotent precision_neutral",
    label="ones_like",
):
    """Ones in the shape of the argument."""

    input_gradients = not_differentiable

    def compute(self, x: Any) -> Any:
        return np.ones(np.shape(x), np.asarray(x).dtype)


class LinSpace(
    Op,
    signature="""
        LinSpace(start: T, stop: T, num: Tidx) -> (output: T)
        | T: type in [bfloat16,half,float,double]; Tidx: type in [int32,int64] = int32
    """,
):
    """``num`` numbers evenly spread from start to stop, both included."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        count = self.constant("num")
        return Shape([None if count is None else max(0, int(count))])

    def compute(self, start: Any, stop: Any, num: Any) -> Any:
        if num <= 0:
            raise self.invalid(f"Requires num > 0: {int(num)}")
        dtype = np.asarray(start).dtype
        if num == 1:
            return np.array([start], dtype)
        step = (stop - start) / dtype.type(int(num) - 1)
        numbers = (start + step * np.arange(int(num)).astype(dtype)).astype(dtype)
        # the end is exact, whatever the steps added up to
        numbers[-1] = stop
        return numbers


class OneHot(
    Op,
    signature="""
        OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> (output: T)
        | axis: int = -1; T: type; TI: type in [uint8,int8,int32,int64] = int64
    """,
    traits="for_each_element",
):
    """``on_value`` at each index along a new axis of size ``depth``, else off."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        depth, shape = self.constant("depth"), self.indices.shape
        if shape.rank is None:
            return UNKNOWN
        axis = self._position(shape.rank)
        size = None if depth is None else int(depth)
        dims = shape.as_list()
        return Shape([*dims[:axis], size, *dims[axis:]])

    def compute(self, indices: Any, depth: Any, on_value: Any, off_value: Any) -> Any:
        array = np.asarray(indices)
        if depth < 0:
            raise self.invalid(f"depth must be non-negative, got: {int(depth)}")
        axis = self._position(array.ndim)
        classes = np.arange(int(depth)).reshape(-1, *[1] * (array.ndim - axis))
        hits = np.expand_dims(array, axis) == classes
        return np.where(hits, on_value, off_value)

    def _position(self, rank: int) -> int:
        if not -1 <= self.axis <= rank:
            raise self.invalid(
                f"Expected axis to be -1 or between [0, {rank + 1}).  But received: "
                f"{self.axis}"
            )
        return rank if self.axis == -1 else int(self.axis)
