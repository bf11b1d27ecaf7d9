"""Deprecated array ops, which old graphs still contain."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.arrays.gathering import GatherV2
from graphir.ops.arrays.joining import ConcatV2
from graphir.ops.arrays.reshaping import Transpose
from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import Unary
from graphir.ops.linalg.matrices import BatchMatMulV2
from graphir.shapes import UNKNOWN, Shape, as_shape


class ConjugateTranspose(
    Transpose,
    signature="""
        ConjugateTranspose(x: T, perm: Tperm) -> (y: T)
        | T: type; Tperm: type in [int32,int64] = int32
    """,
):
    """The axes in another order, and complex numbers conjugated."""

    def compute(self, x: Any, perm: Any) -> Any:
        moved = super().compute(x, perm)
        return np.conj(moved) if moved.dtype.kind == "c" else moved

    def input_gradients(self, d_y: Any) -> Any:
        inverse = self.op.InvertPermutation(self.perm)
        return self.op.ConjugateTranspose(d_y, inverse), None


class Concat(
    Op,
    signature="""
        Concat(concat_dim: int32, values: N*T) -> (output: T) | N: int >= 2; T: type
    """,
):
    """ConcatV2 with the axis first."""

    def infer_shape(self) -> Shape:
        return self._modern().infer_shape()

    def _modern(self) -> ConcatV2:
        return ConcatV2([*self._inputs[1:], *self._inputs[:1]], self._attrs)

    def compute(self, concat_dim: Any, values: Any) -> Any:
        return ConcatV2((), self._attrs).compute(values, concat_dim)

    def input_gradients(self, d_output: Any) -> Any:
        call = ConcatV2(
            [*self._inputs[1:], *self._inputs[:1]],
            self._attrs,
            self._outputs,
            self._applier,
        )
        parts, _ = call.input_gradients(d_output)
        return None, parts


class Gather(
    Op,
    signature="""
        Gather(params: Tparams, indices: Tindices) -> (output: Tparams)
        | validate_indices: bool = True; Tparams: type; Tindices: type in [int32,int64]
    """,
    traits="gathers",
):
    """GatherV2 along the first axis."""

    def infer_shape(self) -> Shape:
        params, indices = self.params.shape, self.indices.shape
        if params.rank is None or indices.rank is None:
            return UNKNOWN
        rest: Shape = params.with_rank_at_least(1)[1:]
        found: Shape = indices.concatenate(rest)
        return found

    def compute(self, params: Any, indices: Any) -> Any:
        call = GatherV2((), {"batch_dims": 0})
        return call.compute(params, indices, np.int32(0))

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        shape = op.Shape(self.params, out_type=self.Tindices)
        index = op.ExpandDims(self.indices, -1)
        return op.ScatterNd(index, d_output, shape), None


class Reverse(
    Unary,
    signature="""
        Reverse(tensor: T, dims: bool) -> (output: T)
        | T: type in [uint8,int8,uint16,int16,uint32,int32,uint64,int64,bool,bfloat16,
          half,float,double,complex64,complex128,string]
    """,
):
    """The tensor with the axes that are marked running backwards."""

    traits = frozenset()

    def compute(self, tensor: Any, dims: Any) -> Any:
        if np.shape(dims) != (np.ndim(tensor),):
            raise self.invalid(
                f"'dims' must have {np.ndim(tensor)} entries, not {np.size(dims)}"
            )
        return np.flip(tensor, tuple(np.flatnonzero(dims).tolist()))

    def input_gradients(self, d_output: Any) -> Any:
        return self.op.Reverse(d_output, self.dims), None


class BatchMatMul(
    BatchMatMulV2,
    signature="""
        BatchMatMul(x: T, y: T) -> (output: T)
        | T: type in [bfloat16,half,float,double,int32,int64,complex64,complex128];
          adj_x: bool = False; adj_y: bool = False;
          grad_x: bool = False; grad_y: bool = False
    """,
    traits="precision_narrow",
):
    """Products of the last two axes; the axes before them are the same."""


class BatchMatMulV3(
    BatchMatMulV2,
    signature="""
        BatchMatMulV3(x: Ta, y: Tb) -> (output: Tout)
        | Ta: type in [bfloat16,half,float,double,uint8,int8,int16,int32,int64,
          complex64,complex128];
          Tb: type in [bfloat16,half,float,double,uint8,int8,int16,int32,int64,
          complex64,complex128];
          Tout: type in [bfloat16,half,float,double,int16,int32,int64,complex64,
          complex128];
          adj_x: bool = False; adj_y: bool = False;
          grad_x: bool = False; grad_y: bool = False
    """,
    traits="precision_narrow",
):
    """Products of the last two axes in a dtype of their own."""

    def compute(self, x: Any, y: Any) -> Any:
        dtype = self.Tout.numpy_dtype
        return super().compute(x.astype(dtype), y.astype(dtype))

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        x, y = (op.Cast(each, DstT=self.Tout) for each in (self.x, self.y))
        attrs = {"adj_x": self.adj_x, "adj_y": self.adj_y, "T": self.Tout}
        call = BatchMatMulV2([x, y], attrs, self._outputs, self._applier)
        d_x, d_y = call.input_gradients(d_output)
        return op.Cast(d_x, DstT=self.Ta), op.Cast(d_y, DstT=self.Tb)


class EnsureShape(
    Op,
    signature="EnsureShape(input: T) -> (output: T) | shape: shape; T: type",
    traits="value_preserving",
):
    """The tensor itself, if it has that shape."""

    def infer_shape(self) -> Shape:
        merged: Shape = self.input.shape.merge_with(as_shape(self.shape))
        return merged

    def compute(self, input: Any) -> Any:
        return _of_shape(self, input)

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


def _of_shape(call: Any, array: Any) -> Any:
    """The array, if it has the shape that the call of an op asks for."""
    found, expected = Shape(np.shape(array)), as_shape(call.shape)
    if not expected.is_compatible_with(found):
        raise call.invalid(
            f"Shape of tensor {found} is not compatible with expected shape {expected}."
        )
    return array


class PlaceholderWithDefault(
    Op,
    signature="""
        PlaceholderWithDefault(input: dtype) -> (output: dtype) | dtype: type;
            shape: shape
    """,
    traits="alias repeatable given_or_default",
):
    """A tensor that may be fed when the graph runs, else the input."""

    @classmethod
    def is_pure(cls) -> bool:
        """False: the fed value counts, though the default may be a constant."""
        return False

    def infer_shape(self) -> Shape:
        declared = as_shape(self.shape)
        self.input.shape.assert_is_compatible_with(declared)
        return declared

    def compute(self, input: Any) -> Any:
        return _of_shape(self, input)

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class ParallelConcat(
    Op,
    signature="""
        ParallelConcat(values: N*T) -> (output: T)
        | N: int >= 1; T: type; shape: shape
    """,
):
    """Tensors of size 1 along the first axis, joined along it."""

    input_gradients = no_gradient

    def infer_shape(self) -> Shape:
        return as_shape(self.shape)

    def compute(self, values: Any) -> Any:
        return np.concatenate(values, 0)


class InTopK(
    Op,
    signature="""
        InTopK(predictions: float, targets: T) -> (precision: bool)
        | k: int; T: type in [int32,int64] = int32
    """,
):
    """Whether each target's prediction is among the k greatest of its row."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.targets.shape.with_rank(1)
        return shape

    def compute(self, predictions: Any, targets: Any) -> Any:
        rows, classes = predictions.shape
        if len(targets) != rows:
            raise self.invalid(
                f"First dimension of predictions {rows} must match length of targets "
                f"{len(targets)}"
            )
        inside = (targets >= 0) & (targets < classes)
        own = predictions[np.arange(rows), np.where(inside, targets, 0)]
        better = (predictions > own[:, None]).sum(1)
        usable = inside & np.isfinite(own)
        return usable & (better < self.k)
