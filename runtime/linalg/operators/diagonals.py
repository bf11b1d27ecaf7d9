"""Diagonal operators."""

from __future__ import annotations

from typing import Any

from graphir.shapes import Shape
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import numeric
from runtime.linalg.transposes import diag, diag_part, set_diag
from runtime.math.arithmetic import abs as absolute
from runtime.math.complex_numbers import conj
from runtime.math.exponentials import log, sqrt
from runtime.math.reductions import reduce_max, reduce_min, reduce_prod, reduce_sum
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class LinearOperatorDiag(LinearOperator):
    """A diagonal matrix.

    >>> operator = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> operator.matvec([3.0, 4.0]).numpy()
    array([3., 8.], dtype=float32)

    Raises:
      TypeError: for another dtype than floats and complex numbers.
      ValueError: for a scalar.
    """

    _composite_tensor_fields = ("diag",)

    def __init__(
        self,
        diag: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        self._diag = numeric(diag, "diag")
        if self._diag.shape.rank == 0:
            raise ValueError(
                "Argument `diag` must have at least 1 dimension. Found: "
                f"{self._diag.shape}."
            )
        if self._diag.dtype.is_floating:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        if is_square is False:
            raise ValueError("Only square diagonal operators currently supported.")
        super().__init__(
            self._diag.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            True,
            name,
            {"diag": diag},
        )

    @property
    def diag(self) -> Tensor:
        """The diagonal."""
        return self._diag

    def _shape(self) -> Shape:
        return self._diag.shape.concatenate(self._diag.shape[-1:])

    def _to_dense(self) -> Tensor:
        return diag(self._diag)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        factor: Any = conj(self._diag) if adjoint else self._diag
        product: Tensor = factor[..., None] * x
        return product

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        factor: Any = conj(self._diag) if adjoint else self._diag
        found: Tensor = rhs / factor[..., None]
        return found

    def _diag_part(self) -> Tensor:
        return self._diag

    def _determinant(self) -> Tensor:
        product: Tensor = reduce_prod(self._diag, -1)
        return product

    def _log_abs_determinant(self) -> Tensor:
        total: Tensor = reduce_sum(log(absolute(self._diag)), -1)
        return total

    def _eigvals(self) -> Tensor:
        return self._diag

    def _cond(self) -> Tensor:
        sizes = absolute(self._diag)
        ratio: Tensor = reduce_max(sizes, -1) / reduce_min(sizes, -1)
        return ratio

    def _inverse(self) -> LinearOperator:
        reciprocal: Any = 1.0 / self._diag
        return self._like(reciprocal)

    def _adjoint(self) -> LinearOperator:
        return self if self.is_self_adjoint else self._like(conj(self._diag))

    def _cholesky(self) -> LinearOperator:
        root = sqrt(self._diag)
        return LinearOperatorDiag(root, True, True, True)

    def _like(self, diagonal: Any) -> LinearOperator:
        hints = self._hints
        return LinearOperatorDiag(
            diagonal,
            hints.is_non_singular,
            hints.is_self_adjoint,
            hints.is_positive_definite,
        )

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        if isinstance(other, LinearOperatorDiag):
            factor: Any = self._diag
            return LinearOperatorDiag(factor * other.diag)
        return None

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        current: Any = diag_part(x)
        return set_diag(x, current + self._diag)
