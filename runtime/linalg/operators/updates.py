"""Low-rank updates of operators."""

from __future__ import annotations

from typing import Any

from graphir.shapes import Shape, broadcast_shapes
from runtime.linalg.operators.diagonals import LinearOperatorDiag
from runtime.linalg.operators.identities import LinearOperatorIdentity
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.matrices import LinearOperatorFullMatrix
from runtime.linalg.operators.operator_arguments import numeric
from runtime.linalg.operators.operator_lists import product_of, sum_of
from runtime.linalg.products import matmul
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class LinearOperatorLowRankUpdate(LinearOperator):
    """An operator and a matrix of low rank: L + U D V^H.

    ``diag_update`` is the diagonal D, ones if missing; ``v`` is ``u`` if missing.

    >>> base = tf.linalg.LinearOperatorDiag([1.0, 2.0], is_non_singular=True)
    >>> operator = tf.linalg.LinearOperatorLowRankUpdate(base, [[1.0], [1.0]])
    >>> operator.to_dense().numpy().tolist()
    [[2.0, 1.0], [1.0, 3.0]]

    Raises:
      ValueError: if the shapes do not fit.
    """

    _composite_tensor_fields = ("base_operator", "u", "diag_update", "v")

    def __init__(
        self,
        base_operator: LinearOperator,
        u: TensorLike,
        diag_update: Any = None,
        v: TensorLike | None = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        self._base = base_operator
        self._u = numeric(u, "u")
        self._v = self._u if v is None else numeric(v, "v")
        _check_rows(self._u, base_operator.range_dimension)
        _check_rows(self._v, base_operator.domain_dimension)
        self._diag_update = (
            None if diag_update is None else numeric(diag_update, "diag")
        )
        self._is_positive = True if diag_update is None else is_diag_update_positive
        is_alike = v is None and base_operator.is_self_adjoint
        if is_alike and is_self_adjoint is None and base_operator.dtype.is_floating:
            is_self_adjoint = True
        if is_alike and self._is_positive and base_operator.is_positive_definite:
            is_positive_definite = True
        super().__init__(
            base_operator.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name,
            {
                "base_operator": base_operator,
                "u": u,
                "diag_update": diag_update,
                "v": v,
            },
        )

    @property
    def base_operator(self) -> LinearOperator:
        """The operator L."""
        return self._base

    @property
    def u(self) -> Tensor:
        """The matrix U."""
        return self._u

    @property
    def v(self) -> Tensor:
        """The matrix V."""
        return self._v

    @property
    def diag_update(self) -> Tensor | None:
        """The diagonal D, or None for ones."""
        return self._diag_update

    @property
    def diag_operator(self) -> LinearOperator:
        """The diagonal D as an operator."""
        if self._diag_update is None:
            return LinearOperatorIdentity(self._u.shape[-1], dtype=self.dtype)
        return LinearOperatorDiag(self._diag_update)

    @property
    def is_diag_update_positive(self) -> bool | None:
        """Whether D was promised to be positive."""
        return self._is_positive

    def _shape(self) -> Shape:
        shape = self._base.shape
        batch = broadcast_shapes(shape[:-2], self._u.shape[:-2])
        return batch.concatenate(shape[-2:])

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        inner = self.diag_operator.matmul(matmul(right, x, adjoint_a=True), adjoint)
        base: Any = self._base.matmul(x, adjoint)
        total: Tensor = base + matmul(left, inner)
        return total

    def _to_dense(self) -> Tensor:
        update: Any = matmul(
            self._u, self.diag_operator.matmul(self._v, False, adjoint_arg=True)
        )
        total: Tensor = update + self._base.to_dense()
        return total

    def _capacitance(self, adjoint: bool) -> LinearOperator:
        """D^-1 + V^H L^-1 U, whose inverse makes that of the whole."""
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        inner = matmul(right, self._base.solve(left, adjoint), adjoint_a=True)
        diagonal = self.diag_operator.inverse()
        if adjoint:
            diagonal = diagonal.adjoint()
        return LinearOperatorFullMatrix(diagonal.add_to_tensor(inner))

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        # the identity of Woodbury
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        found: Any = self._base.solve(rhs, adjoint)
        inner = self._capacitance(adjoint).solve(matmul(right, found, adjoint_a=True))
        total: Tensor = found - self._base.solve(matmul(left, inner), adjoint)
        return total

    def _determinant(self) -> Tensor:
        parts: list[Any] = [
            self._capacitance(False).determinant(),
            self.diag_operator.determinant(),
            self._base.determinant(),
        ]
        size: Tensor = product_of(parts)
        return size

    def _log_abs_determinant(self) -> Tensor:
        parts: list[Any] = [
            self._capacitance(False).log_abs_determinant(),
            self.diag_operator.log_abs_determinant(),
            self._base.log_abs_determinant(),
        ]
        total: Tensor = sum_of(parts)
        return total


def _check_rows(matrix: Tensor, size: int | None) -> None:
    """Does nothing if the matrix may have so many rows.

    Raises:
      ValueError: if it has another number.
    """
    if matrix.shape.rank is None or matrix.shape.rank < 2 or size is None:
        return
    if matrix.shape[-2] not in (None, size):
        raise ValueError(
            f"Dimensions {size} and {matrix.shape[-2]} are not compatible: an update "
            f"of shape {matrix.shape} does not fit the operator."
        )
