"""MatrixDescription: the sizes, dtype and promised properties of a matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.linalg.operators.hints import Hints
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.variables.module import Module


class MatrixDescription(Module):
    """Properties of an operator that need no arithmetic, and its shape as tensors."""

    _dtype: DType | None
    _hints: Hints

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        assert self._dtype is not None
        return self._dtype

    @property
    def graph_parents(self) -> list[Any]:
        """An empty list: an operator is no part of a graph."""
        return []

    @property
    def is_non_singular(self) -> bool | None:
        """The hint whether the operator has an inverse, or None."""
        return self._hints.is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        """The hint whether the operator equals its adjoint, or None."""
        return self._hints.is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        """The hint whether the real part of x^H A x is positive for all x, or None."""
        return self._hints.is_positive_definite

    @property
    def is_square(self) -> bool | None:
        """Whether the operator is square, by the hint or the static shape."""
        rows, columns = self.range_dimension, self.domain_dimension
        if None in (rows, columns):
            return self._hints.is_square
        return bool(rows == columns)

    @property
    def shape(self) -> Shape:
        """The static shape [batch ..., rows, columns]."""
        return self._shape()

    @property
    def batch_shape(self) -> Shape:
        """The shape without rows and columns."""
        shape: Shape = self.shape[:-2]
        return shape

    @property
    def tensor_rank(self) -> int | None:
        """The number of axes: two, plus the batch axes."""
        return self.shape.rank

    @property
    def range_dimension(self) -> int | None:
        """The number of rows."""
        size: int | None = self.shape[-2]
        return size

    @property
    def domain_dimension(self) -> int | None:
        """The number of columns."""
        size: int | None = self.shape[-1]
        return size

    def shape_tensor(self, name: str = "shape_tensor") -> Tensor:
        """The shape as a vector."""
        return self._sizes(self.shape.as_list())

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape of the batch as a vector."""
        return self._sizes(self.shape.as_list()[:-2])

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Tensor:
        """The number of axes as a scalar."""
        return convert_to_tensor(np.int32(self.shape.rank or 0))

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Tensor:
        """The number of rows as a scalar."""
        rows: Tensor = self._sizes(self.shape.as_list())[-2]
        return rows

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Tensor:
        """The number of columns as a scalar."""
        columns: Tensor = self._sizes(self.shape.as_list())[-1]
        return columns

    def _sizes(self, dims: Sequence[int | None]) -> Tensor:
        if None in dims:
            from runtime.arrays.reshaping import shape

            every: Any = shape(self.to_dense())
            found: Tensor = every[: len(dims)]
            return found
        return convert_to_tensor(np.array(dims, np.int32))

    def _shape(self) -> Shape:
        raise NotImplementedError(f"{type(self).__name__} has no rule for its shape.")

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """The matrix as one tensor [batch ..., rows, columns]."""
        raise NotImplementedError(f"{type(self).__name__} does not define to_dense.")
