"""Permutation operators."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import Shape, broadcast_shapes
from runtime.arrays.filling import zeros
from runtime.arrays.indexing import gather
from runtime.arrays.reshaping import broadcast_to, expand_dims
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import kept
from runtime.math.ranking import invert_permutation
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


class LinearOperatorPermutation(LinearOperator):
    """Rows in another order: row i of the product is row perm[i].

    >>> operator = tf.linalg.LinearOperatorPermutation([2, 0, 1])
    >>> operator.matvec([10.0, 20.0, 30.0]).numpy()
    array([30., 10., 20.], dtype=float32)

    Raises:
      TypeError: if the permutation is not of integers.
      ValueError: for hints that contradict it.
    """

    _composite_tensor_fields = ("perm",)

    def __init__(
        self,
        perm: TensorLike,
        dtype: DTypeLike = dtypes.float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ) -> None:
        if is_non_singular is False or is_square is False:
            raise ValueError("A Permutation operator is always non-singular.")
        self._perm = kept(perm, "perm")
        if not self._perm.dtype.is_integer:
            raise TypeError(
                f"Argument `perm` must be integer dtype. Found: {self._perm}."
            )
        _check_permutation(self._perm)
        super().__init__(
            as_dtype(dtype),
            None,
            True,
            is_self_adjoint,
            is_positive_definite,
            True,
            name,
            {"perm": perm, "dtype": dtype},
        )

    @property
    def perm(self) -> Tensor:
        """The permutation: the source row of each row."""
        return self._perm

    def _shape(self) -> Shape:
        return self._perm.shape.concatenate(self._perm.shape[-1:])

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        order = self._backwards() if adjoint else self._perm
        batch = broadcast_shapes(order.shape[:-1], x.shape[:-2])
        if batch.rank:
            order = broadcast_to(order, [*batch.as_list(), *order.shape[-1:].as_list()])
            x = broadcast_to(x, [*batch.as_list(), *x.shape[-2:].as_list()])
        return gather(x, order, axis=-2, batch_dims=batch.rank or 0)

    def _backwards(self) -> Tensor:
        if self._perm.shape.rank == 1:
            turned: Tensor = invert_permutation(self._perm)
            return turned
        from runtime.arrays.rearranging import argsort

        return argsort(self._perm)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._matmul(rhs, not adjoint)

    def _inverse(self) -> LinearOperator:
        return LinearOperatorPermutation(self._backwards(), self.dtype)

    def _adjoint(self) -> LinearOperator:
        return self._inverse()

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape.as_list(), self.dtype)

    def _to_dense(self) -> Tensor:
        size = self._perm.shape[-1]
        columns: Any = expand_dims(self._perm, -1)
        numbers = np.arange(size, dtype=self._perm.dtype.numpy_dtype)
        from runtime.math.casting import cast

        matrix: Tensor = cast(columns == numbers, self.dtype)
        return matrix


def _check_permutation(perm: Tensor) -> None:
    known = perm.constant_value()
    if known is None:
        return
    numbers = np.sort(known, axis=-1)
    if not np.array_equal(
        numbers, np.broadcast_to(np.arange(numbers.shape[-1]), numbers.shape)
    ):
        raise ValueError(
            "Argument `perm` must be a vector of unique integers from 0. Found: "
            f"{perm}."
        )
