"""Products of a sparse and a dense matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op
from graphir.ops.contract.families import conjugate
from graphir.shapes import Shape


class SparseTensorDenseMatMul(
    Op,
    signature="""
        SparseTensorDenseMatMul(a_indices: Tindices, a_values: T, a_shape: int64, b: T)
        -> (product: T)
        | T: type; Tindices: type in [int32,int64] = int64; adjoint_a: bool = False;
          adjoint_b: bool = False
    """,
):
    """A sparse matrix, as indices and values of its entries, times b."""

    def infer_shape(self) -> Shape:
        b = self.b.shape.with_rank(2)
        sizes = self.constant("a_shape")
        rows = None if sizes is None else int(sizes[1 if self.adjoint_a else 0])
        columns = None if b.rank is None else b[0 if self.adjoint_b else 1]
        return Shape([rows, columns])

    def compute(self, a_indices: Any, a_values: Any, a_shape: Any, b: Any) -> Any:
        sizes = [int(size) for size in a_shape]
        if len(sizes) != 2:
            raise self.invalid(f"Tensor 'a_shape' must have 2 elements, not {sizes}")
        rows, inner = a_indices[:, 0], a_indices[:, 1]
        if len(rows) and (a_indices.min() < 0 or (a_indices >= np.array(sizes)).any()):
            raise self.invalid(
                f"An entry of the sparse matrix lies outside of its shape {sizes}."
            )
        if self.adjoint_a:
            rows, inner, a_values = inner, rows, np.conj(a_values)
            sizes.reverse()
        right = np.conj(b.T) if self.adjoint_b else b
        if right.shape[0] != sizes[1]:
            raise self.invalid(
                f"Cannot multiply A and B because inner dimension does not match: "
                f"{sizes[1]} vs. {right.shape[0]}."
            )
        product = np.zeros((sizes[0], right.shape[1]), b.dtype)
        np.add.at(product, rows, a_values[:, None] * right[inner])
        return product

    def input_gradients(self, d_product: Any) -> Any:
        op = self.op
        first, second = (1, 0) if self.adjoint_a else (0, 1)
        columns = op.Unpack(self.a_indices, num=2, axis=1)
        b = self.b
        if self.adjoint_b:
            b = conjugate(self, op.Transpose(b, [1, 0]))
        picked = op.GatherV2(conjugate(self, b), columns[second], 0)
        d_rows = op.GatherV2(d_product, columns[first], 0)
        d_values = op.Sum(op.Mul(d_rows, picked), [1])
        if self.adjoint_a:
            d_values = conjugate(self, d_values)
        d_b = op.SparseTensorDenseMatMul(
            self.a_indices,
            self.a_values,
            self.a_shape,
            d_product,
            adjoint_a=not self.adjoint_a,
        )
        if self.adjoint_b:
            d_b = conjugate(self, op.Transpose(d_b, [1, 0]))
        return None, d_values, None, d_b
