"""Array ops of earlier versions, which graphs still have, and plain copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.declaration import Op, no_gradient, not_differentiable
from graphir.ops.diagonals import MatrixDiagPartV3, MatrixDiagV3, MatrixSetDiagV3
from graphir.ops.families import Unary
from graphir.ops.gathering import GatherV2
from graphir.ops.joining import ConcatV2
from graphir.ops.matrices import BatchMatMulV2
from graphir.ops.reshaping import Transpose
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


_ZERO = np.int32(0)
_ANY = np.int32(-1)


def _empty(array: Any) -> Any:
    return b"" if array.dtype == object else array.dtype.type(0)


class MatrixDiag(Op, signature="MatrixDiag(diagonal: T) -> (output: T) | T: type"):
    """Square matrices with these main diagonals."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.diagonal.shape.with_rank_at_least(1)
        return UNKNOWN if shape.rank is None else shape.concatenate([shape[-1]])

    def compute(self, diagonal: Any) -> Any:
        call = MatrixDiagV3((), {"align": b"LEFT_LEFT"})
        return call.compute(diagonal, _ZERO, _ANY, _ANY, _empty(diagonal))

    def input_gradients(self, d_output: Any) -> Any:
        return (self.op.MatrixDiagPart(d_output),)


class MatrixDiagPart(
    Op, signature="MatrixDiagPart(input: T) -> (diagonal: T) | T: type"
):
    """The main diagonals of matrices."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(2)
        if shape.rank is None:
            return UNKNOWN
        sides = shape[-2], shape[-1]
        least = None if None in sides else min(sides)
        batch: Shape = shape[:-2]
        return batch.concatenate([least])

    def compute(self, input: Any) -> Any:
        if input.ndim < 2:
            raise self.invalid(
                f"input must be at least 2-dim, received shape: {list(input.shape)}"
            )
        call = MatrixDiagPartV3((), {"align": b"LEFT_LEFT"})
        return call.compute(input, _ZERO, _empty(input))

    def input_gradients(self, d_diagonal: Any) -> Any:
        zeros = self.op.ZerosLike(self.input)
        return (self.op.MatrixSetDiag(zeros, d_diagonal),)


class MatrixSetDiag(
    Op, signature="MatrixSetDiag(input: T, diagonal: T) -> (output: T) | T: type"
):
    """Matrices with other main diagonals."""

    def infer_shape(self) -> Shape:
        shape: Shape = self.input.shape.with_rank_at_least(2)
        return shape

    def compute(self, input: Any, diagonal: Any) -> Any:
        call = MatrixSetDiagV3((), {"align": b"LEFT_LEFT"})
        return call.compute(input, diagonal, _ZERO)

    def input_gradients(self, d_output: Any) -> Any:
        d_diagonal = self.op.MatrixDiagPart(d_output)
        zeros = self.op.ZerosLike(d_diagonal)
        return self.op.MatrixSetDiag(d_output, zeros), d_diagonal


class MatrixDiagV2(
    MatrixDiagV3,
    signature="""
        MatrixDiagV2(diagonal: T, k: int32, num_rows: int32, num_cols: int32,
                     padding_value: T)
        -> (output: T) | T: type
    """,
):
    """MatrixDiagV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_output: Any) -> Any:
        zero = self.op.ZerosLike(self.padding_value)
        found = self.op.MatrixDiagPartV2(d_output, self.k, zero)
        return found, None, None, None, None


class MatrixDiagPartV2(
    MatrixDiagPartV3,
    signature="""
        MatrixDiagPartV2(input: T, k: int32, padding_value: T) -> (diagonal: T)
        | T: type
    """,
):
    """MatrixDiagPartV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_diagonal: Any) -> Any:
        zeros = self.op.ZerosLike(self.input)
        return self.op.MatrixSetDiagV2(zeros, d_diagonal, self.k), None, None


class MatrixSetDiagV2(
    MatrixSetDiagV3,
    signature="""
        MatrixSetDiagV2(input: T, diagonal: T, k: int32) -> (output: T) | T: type
    """,
):
    """MatrixSetDiagV3 with all diagonals to the left."""

    def _is_right(self, offset: int) -> bool:
        return False

    def input_gradients(self, d_output: Any) -> Any:
        op = self.op
        zero = np.zeros((), self.T.numpy_dtype)
        d_diagonal = op.MatrixDiagPartV2(d_output, self.k, zero)
        zeros = op.ZerosLike(d_diagonal)
        return op.MatrixSetDiagV2(d_output, zeros, self.k), d_diagonal, None


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
        found, expected = Shape(np.shape(input)), as_shape(self.shape)
        if not expected.is_compatible_with(found):
            raise self.invalid(
                f"Shape of tensor {found} is not compatible with expected shape "
                f"{expected}."
            )
        return input

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class Copy(Unary):
    """The tensor itself: values never change here."""

    def compute(self, x: Any) -> Any:
        return x

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class Snapshot(
    Copy,
    signature="Snapshot(input: T) -> (output: T) | T: type",
    traits="value_preserving",
):
    """The tensor as it is now."""


class GuaranteeConst(
    Copy, signature="GuaranteeConst(input: T) -> (output: T) | T: type | stateful"
):
    """The tensor, said to be constant."""


class DeepCopy(Copy, signature="DeepCopy(x: T) -> (y: T) | T: type | stateful"):
    """A copy of the tensor."""


class Empty(
    Op,
    signature="""
        Empty(shape: int32) -> (output: dtype)
        | dtype: type; init: bool = False
        | stateful
    """,
):
    """A tensor of that shape; zeros, though only ``init`` promises that."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return self.constant_as_shape("shape")

    def compute(self, shape: Any) -> Any:
        dtype = self.dtype.numpy_dtype
        sizes = np.asarray(shape).tolist()
        return np.full(sizes, b"" if np.dtype(dtype).kind == "O" else 0, dtype)


class Inplace(Op):
    """Rows of ``x`` at the indices ``i`` combined with ``v``; ``x`` stays as it is."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.x.shape
        return shape

    def _rows(self, x: Any, i: Any, v: Any) -> tuple[Any, Any]:
        if np.ndim(i) == 0 and np.shape(v) != np.shape(x)[1:]:
            raise self.invalid("v must have the shape of a row of x.")
        if np.ndim(i) == 1 and np.shape(v) != (len(i), *np.shape(x)[1:]):
            raise self.invalid("v must have a row for each index.")
        return np.array(x), np.asarray(i) % max(len(x), 1)


class InplaceUpdate(
    Inplace, signature="InplaceUpdate(x: T, i: int32, v: T) -> (y: T) | T: type"
):
    """The rows replaced."""

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        output[places] = v
        return output


class InplaceAdd(
    Inplace, signature="InplaceAdd(x: T, i: int32, v: T) -> (y: T) | T: type"
):
    """The rows added to."""

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        np.add.at(output, places, v)
        return output


class InplaceSub(
    Inplace, signature="InplaceSub(x: T, i: int32, v: T) -> (y: T) | T: type"
):
    """The rows subtracted from."""

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        np.subtract.at(output, places, v)
        return output


class ParallelConcat(
    Op,
    signature="""
        ParallelConcat(values: N*T) -> (output: T)
        | N: int >= 1; T: type; shape: shape
    """,
):
    """Tensors joined along the first axis; each has size 1 there."""

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
