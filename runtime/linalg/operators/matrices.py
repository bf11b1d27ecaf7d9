"""Operators with an explicit matrix, full or structured (triangular, Toeplitz)."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.shapes import Shape
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import numeric, with_same_batch
from runtime.linalg.products import matmul
from runtime.linalg.solving import (
    triangular_solve,
)
from runtime.linalg.transposes import band_part, diag_part
from runtime.math.arithmetic import abs as absolute
from runtime.math.complex_numbers import conj
from runtime.math.exponentials import log
from runtime.math.reductions import reduce_prod, reduce_sum
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_OF_MATRICES: Final = (
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.complex64,
    dtypes.complex128,
)


class LinearOperatorFullMatrix(LinearOperator):
    """A matrix that is written out.

    >>> tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]).trace().numpy()
    np.float32(5.0)

    Raises:
      TypeError: for another dtype than floats and complex numbers.
      ValueError: for less than two axes.
    """

    _composite_tensor_fields = ("matrix",)

    def __init__(
        self,
        matrix: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        self._matrix = numeric(matrix, "matrix")
        if self._matrix.dtype not in _OF_MATRICES:
            raise TypeError(
                f"Argument `matrix` must have dtype in {list(_OF_MATRICES)}. Received: "
                f"{self._matrix.dtype!r}."
            )
        _require_matrix(self._matrix, "matrix")
        super().__init__(
            self._matrix.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name,
            {"matrix": matrix},
        )

    @property
    def matrix(self) -> Tensor:
        """The matrix."""
        return self._matrix

    def _shape(self) -> Shape:
        return self._matrix.shape

    def _to_dense(self) -> Tensor:
        return self._matrix


def _require_matrix(tensor: Tensor, name: str) -> None:
    rank = tensor.shape.rank
    if rank is not None and rank < 2:
        raise ValueError(
            f"Argument `{name}` must have at least 2 dimensions. Found: {tensor.shape}."
        )


class LinearOperatorLowerTriangular(LinearOperator):
    """The lower triangle of a matrix; elements above it are ignored.

    >>> operator = tf.linalg.LinearOperatorLowerTriangular([[2.0, 9.0], [1.0, 4.0]])
    >>> operator.determinant().numpy()
    np.float32(8.0)

    Raises:
      TypeError: for another dtype than floats and complex numbers.
      ValueError: for less than two axes.
    """

    _composite_tensor_fields = ("tril",)

    def __init__(
        self,
        tril: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        if is_square is False:
            raise ValueError(
                "Only square lower triangular operators supported at this time."
            )
        given = numeric(tril, "tril")
        _require_matrix(given, "tril")
        self._given = given
        super().__init__(
            given.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            True,
            name,
            {"tril": tril},
        )

    @property
    def _tril(self) -> Tensor:
        lower: Tensor = band_part(self._given, -1, 0)
        return lower

    @property
    def tril(self) -> Tensor:
        """The constructor's matrix, of which the lower triangle counts."""
        return self._given

    def _shape(self) -> Shape:
        return self._given.shape

    def _to_dense(self) -> Tensor:
        return self._tril

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        matrix, rhs = with_same_batch(self._tril, rhs)
        return triangular_solve(matrix, rhs, lower=True, adjoint=adjoint)

    def _determinant(self) -> Tensor:
        product: Tensor = reduce_prod(diag_part(self._tril), -1)
        return product

    def _log_abs_determinant(self) -> Tensor:
        total: Tensor = reduce_sum(log(absolute(diag_part(self._tril))), -1)
        return total

    def _eigvals(self) -> Tensor:
        return diag_part(self._tril)

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        if isinstance(other, LinearOperatorLowerTriangular):
            return LinearOperatorLowerTriangular(matmul(self._tril, other._tril))
        return None


class LinearOperatorHouseholder(LinearOperator):
    """The reflection I - 2 v v^H, where v has the direction of an axis.

    >>> operator = tf.linalg.LinearOperatorHouseholder([1.0, 0.0])
    >>> operator.matvec([3.0, 4.0]).numpy()
    array([-3.,  4.], dtype=float32)
    """

    _composite_tensor_fields = ("reflection_axis",)

    def __init__(
        self,
        reflection_axis: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        hints = (is_square, is_self_adjoint, is_non_singular)
        if False in hints or is_positive_definite:
            raise ValueError(
                "A Householder operator is square, self-adjoint and non-singular, and "
                "never positive definite."
            )
        self._axis = numeric(reflection_axis, "reflection_axis")
        super().__init__(
            self._axis.dtype,
            None,
            True,
            True,
            is_positive_definite,
            True,
            name,
            {"reflection_axis": reflection_axis},
        )

    @property
    def reflection_axis(self) -> Tensor:
        """The axis."""
        return self._axis

    def _shape(self) -> Shape:
        return self._axis.shape.concatenate(self._axis.shape[-1:])

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        axis: Any = self._axis
        unit = (axis / reduce_sum(axis * conj(axis), -1, keepdims=True) ** 0.5)[
            ..., None
        ]
        along = matmul(unit, x, adjoint_a=True)
        found: Tensor = x - 2 * unit * along
        return found

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._matmul(rhs, adjoint)  # it is its own inverse

    def _inverse(self) -> LinearOperator:
        return self

    def _determinant(self) -> Tensor:
        ones: Any = self._axis
        found: Tensor = ones[..., 0] * 0 - 1
        return found

    def _log_abs_determinant(self) -> Tensor:
        ones: Any = self._axis
        found: Tensor = ones[..., 0] * 0
        return found
