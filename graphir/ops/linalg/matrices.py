"""Matrix products."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.compute.blas import product
from graphir.errors import UnequalDimensionsError
from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import in_brackets, spread_axes
from graphir.shapes import UNKNOWN, Dimension, Shape, broadcast_shapes


class MatMul(
    Op,
    signature="""
        MatMul(a: T, b: T) -> (product: T)
        | transpose_a: bool = False; transpose_b: bool = False;
          T: type in [bfloat16,half,float,double,int32,int64,uint8,uint16,uint32,uint64,
          complex64,complex128];
          grad_a: bool = False; grad_b: bool = False
    """,
    traits="precision_narrow infallible makes_new",
    label="MatMul/",
):
    """The product of two matrices, each transposed first if its flag says so."""

    def infer_shape(self) -> Shape:
        a, b = self.a.shape.with_rank(2), self.b.shape.with_rank(2)
        rows, inner_a = (a[1], a[0]) if self.transpose_a else (a[0], a[1])
        inner_b, columns = (b[1], b[0]) if self.transpose_b else (b[0], b[1])
        if None not in (inner_a, inner_b) and inner_a != inner_b:
            shapes = f"{in_brackets(a)}, {in_brackets(b)}"
            raise UnequalDimensionsError(inner_a, inner_b, "MatMul", shapes)
        return Shape([rows, columns])

    def compute(self, a: Any, b: Any) -> Any:
        if np.ndim(a) != 2 or np.ndim(b) != 2:
            which, bad = ("0", a) if np.ndim(a) != 2 else ("1", b)
            raise self.invalid(
                f"In[{which}] and In[{1 - int(which)}] has different ndims: "
                f"{in_brackets(np.shape(a))} vs. {in_brackets(np.shape(b))}"
                if np.ndim(a) != np.ndim(b)
                else f"In[{which}] is not a matrix: {in_brackets(np.shape(bad))}"
            )
        left = a.T if self.transpose_a else a
        right = b.T if self.transpose_b else b
        if left.shape[1] != right.shape[0]:
            raise self.invalid(
                f"Matrix size-incompatible: In[0]: {in_brackets(a.shape)}, "
                f"In[1]: {in_brackets(b.shape)}"
            )
        return matrix_product(left, right)

    def input_gradients(self, d_product: Any) -> Any:
        d_a = _d_first_factor(self, d_product) if self.wants("a") else None
        d_b = _d_second_factor(self, d_product) if self.wants("b") else None
        return d_a, d_b


def _d_first_factor(call: Any, d: Any) -> Any:
    multiply = call.op.MatMul
    b = call.op.Conj(call.b) if call.T.is_complex else call.b
    if call.transpose_a:
        return multiply(b, d, transpose_a=bool(call.transpose_b), transpose_b=True)
    return multiply(d, b, transpose_b=not call.transpose_b)


def _d_second_factor(call: Any, d: Any) -> Any:
    multiply = call.op.MatMul
    a = call.op.Conj(call.a) if call.T.is_complex else call.a
    if call.transpose_b:
        return multiply(d, a, transpose_a=True, transpose_b=bool(call.transpose_a))
    return multiply(a, d, transpose_a=not call.transpose_a)


class BatchMatMulV2(
    Op,
    signature="""
        BatchMatMulV2(x: T, y: T) -> (output: T)
        | T: type in [bfloat16,half,float,double,int16,int32,int64,uint8,uint16,uint32,
          uint64,complex64,complex128];
          adj_x: bool = False; adj_y: bool = False;
          grad_x: bool = False; grad_y: bool = False
    """,
    traits="precision_narrow infallible makes_new",
    label="MatMul/",
):
    """Products of the last two axes; the axes before them broadcast."""

    def infer_shape(self) -> Shape:
        x, y = self.x.shape.with_rank_at_least(2), self.y.shape.with_rank_at_least(2)
        if x.rank is None or y.rank is None:
            return UNKNOWN
        rows, inner_x = _last_two(x, self.adj_x)
        inner_y, columns = _last_two(y, self.adj_y)
        if None not in (inner_x, inner_y) and inner_x != inner_y:
            shapes = f"{in_brackets(x)}, {in_brackets(y)}"
            raise UnequalDimensionsError(inner_x, inner_y, "BatchMatMulV2", shapes)
        return broadcast_shapes(x[:-2], y[:-2]).concatenate([rows, columns])

    def compute(self, x: Any, y: Any) -> Any:
        for position, each in enumerate((x, y)):
            if np.ndim(each) < 2:
                raise self.invalid(
                    f"In[{position}] ndims must be >= 2: {np.ndim(each)}"
                )
        left = _adjoint(x) if self.adj_x else x
        right = _adjoint(y) if self.adj_y else y
        if left.shape[-1] != right.shape[-2]:
            raise self.invalid(
                f"Matrix size-incompatible: In[0]: {in_brackets(x.shape)}, "
                f"In[1]: {in_brackets(y.shape)}"
            )
        try:
            return matrix_product(left, right)
        except ValueError:
            raise self.invalid(
                f"In[0] and In[1] must have compatible batch dimensions: "
                f"{in_brackets(x.shape)} vs. {in_brackets(y.shape)}"
            ) from None

    def input_gradients(self, d_output: Any) -> Any:
        d_x, d_y = self._unreduced_gradients(d_output)
        return _summed_batches(self, d_x, d_y)

    def _unreduced_gradients(self, d: Any) -> tuple[Any, Any]:
        multiply, x, y = self.op.BatchMatMulV2, self.x, self.y
        if not self.adj_x and not self.adj_y:
            return multiply(d, y, adj_y=True), multiply(x, d, adj_x=True)
        if not self.adj_x:
            return multiply(d, y), multiply(d, x, adj_x=True)
        if not self.adj_y:
            return multiply(y, d, adj_y=True), multiply(x, d)
        return (
            multiply(y, d, adj_x=True, adj_y=True),
            multiply(d, x, adj_x=True, adj_y=True),
        )


def _summed_batches(call: Any, d_x: Any, d_y: Any) -> tuple[Any, Any]:
    """Each summed over the batch axes along which its operand was broadcast."""
    op, x, y = call.op, call.x, call.y
    if None not in (x.shape.rank, y.shape.rank):
        axes = spread_axes(x.shape[:-2], y.shape[:-2])
        if axes == ([], []):
            return d_x, d_y
    shapes = op.Shape(x), op.Shape(y)
    batches = [op.StridedSlice(each, [0], [-2], [1], begin_mask=1) for each in shapes]
    sums = [
        op.Sum(each, along)
        for each, along in zip((d_x, d_y), op.BroadcastGradientArgs(*batches))
    ]
    return op.Reshape(sums[0], shapes[0]), op.Reshape(sums[1], shapes[1])


def matrix_product(left: Any, right: Any) -> Any:
    """``matmul`` with an accumulator wide enough for 16-bit floats.

    >>> matrix_product(np.eye(2, dtype=np.float32), np.ones((2, 1), np.float32)).dtype
    dtype('float32')
    """
    if left.dtype.itemsize <= 2 and left.dtype.kind in "fV":
        wide = product(left.astype(np.float32), right.astype(np.float32))
        return wide.astype(left.dtype)
    return product(left, right)


def _last_two(shape: Shape, is_adjoint: bool) -> tuple[Dimension, Dimension]:
    return (shape[-1], shape[-2]) if is_adjoint else (shape[-2], shape[-1])


def _adjoint(array: Any) -> Any:
    swapped = np.swapaxes(array, -1, -2)
    return np.conj(swapped) if array.dtype.kind == "c" else swapped
