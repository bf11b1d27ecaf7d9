"""Ops that copy a tensor, and in-place updates, which copy their argument here."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, no_gradient, not_differentiable
from graphir.ops.contract.families import Unary
from graphir.ops.contract.ranks import vector_of
from graphir.shapes import Shape


class Copy(Unary):
    """The tensor itself: values never change here."""

    def compute(self, x: Any) -> Any:
        return x

    def input_gradients(self, d_output: Any) -> Any:
        return (d_output,)


class Snapshot(
    Copy,
    signature="Snapshot(input: T) -> (output: T) | T: type",
    traits="value_preserving precision_neutral alias",
):
    """A snapshot of the tensor."""


class GuaranteeConst(
    Copy, signature="GuaranteeConst(input: T) -> (output: T) | T: type | stateful"
):
    """The tensor, which the graph declares to be constant."""


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
        sizes = vector_of(shape, "shape").tolist()
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

    input_gradients = no_gradient

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        output[places] = v
        return output


class InplaceAdd(
    Inplace, signature="InplaceAdd(x: T, i: int32, v: T) -> (y: T) | T: type"
):
    """The rows added to."""

    input_gradients = no_gradient

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        np.add.at(output, places, v)
        return output


class InplaceSub(
    Inplace, signature="InplaceSub(x: T, i: int32, v: T) -> (y: T) | T: type"
):
    """The rows subtracted from."""

    input_gradients = no_gradient

    def compute(self, x: Any, i: Any, v: Any) -> Any:
        output, places = self._rows(x, i, v)
        np.subtract.at(output, places, v)
        return output
