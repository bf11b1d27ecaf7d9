"""Operators with an explicit matrix, full or structured (triangular, Toeplitz)."""

from __future__ import annotations

from typing import Any, Final

from graphir import dtypes
from graphir.shapes import Shape
from runtime.arrays.joining import concat
from runtime.arrays.rearranging import reverse
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import numeric, with_same_batch
from runtime.linalg.products import matmul
from runtime.linalg.solving import (
    triangular_solve,
    tridiagonal_matmul,
    tridiagonal_solve,
)
from runtime.linalg.transposes import band_part, diag, diag_part
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


class LinearOperatorToeplitz(LinearOperator):
    """A matrix with constant diagonals: its first column and first row.

    >>> print(tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]).to_dense())
    tf.Tensor(
    [[1. 3.]
     [2. 1.]], shape=(2, 2), dtype=float32)
    """

    _composite_tensor_fields = ("col", "row")

    def __init__(
        self,
        col: TensorLike,
        row: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        self._col, self._row = numeric(col, "col"), numeric(row, "row")
        super().__init__(
            self._col.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name,
            {"col": col, "row": row},
        )

    @property
    def col(self) -> Tensor:
        """The first column."""
        return self._col

    @property
    def row(self) -> Tensor:
        """The first row."""
        return self._row

    def _shape(self) -> Shape:
        from graphir.shapes import broadcast_shapes

        size = self._col.shape[-1:]
        batch = broadcast_shapes(self._col.shape[:-1], self._row.shape[:-1])
        return batch.concatenate(size).concatenate(self._row.shape[-1:])

    def _to_dense(self) -> Tensor:
        rows, columns = self.range_dimension, self.domain_dimension
        if rows is None or columns is None:
            raise NotImplementedError("A Toeplitz matrix of unknown size.")
        col, row = self._spread()
        # the diagonals from the lowest to the highest, each as long as the longest
        bands = concat([reverse(col, [-1]), row[..., 1:]], -1)
        lines = [
            bands[..., rows - 1 - number : rows - 1 - number + columns]
            for number in range(rows)
        ]
        from runtime.arrays.joining import stack

        return stack(lines, axis=-2)

    def _spread(self) -> tuple[Tensor, Tensor]:
        """Column and row with one batch."""
        columns: Any = self._col
        rows: Any = self._row
        first, second = with_same_batch(columns[..., None], rows[..., None])
        both: tuple[Any, Any] = first, second
        return both[0][..., 0], both[1][..., 0]

    def _diag_part(self) -> Tensor:
        from runtime.arrays.reshaping import broadcast_to

        sizes = [each for each in self.shape[-2:].as_list() if each is not None]
        corner: Any = self._spread()[0]
        return broadcast_to(corner[..., :1], [*self.batch_shape.as_list(), min(sizes)])


class LinearOperatorTridiag(LinearOperator):
    """A matrix of three diagonals: above the main one, the main one, below it.

    ``diagonals_format`` is "compact" [..., 3, n], "sequence" (a list of three vectors)
    or "matrix" (the matrix itself).

    >>> diagonals = [[3.0, 4.0, 0.0], [1.0, 1.0, 1.0], [0.0, 5.0, 6.0]]
    >>> print(tf.linalg.LinearOperatorTridiag(diagonals).to_dense())
    tf.Tensor(
    [[1. 3. 0.]
     [5. 1. 4.]
     [0. 6. 1.]], shape=(3, 3), dtype=float32)

    Raises:
      ValueError: for another format.
    """

    _composite_tensor_fields = ("diagonals",)

    def __init__(
        self,
        diagonals: Any,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ) -> None:
        if diagonals_format not in ("compact", "sequence", "matrix"):
            raise ValueError(
                "Argument `diagonals_format` must be one of compact, matrix or "
                f"sequence. Found : {diagonals_format}."
            )
        self._format = diagonals_format
        self._diagonals: Any = (
            [numeric(each, "diagonal") for each in diagonals]
            if diagonals_format == "sequence"
            else numeric(diagonals, "diagonals")
        )
        main: Any = self._diagonals[1] if self._is_sequence else self._diagonals
        super().__init__(
            main.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            True if is_square is None else is_square,
            name,
            {"diagonals": diagonals, "diagonals_format": diagonals_format},
        )

    @property
    def _is_sequence(self) -> bool:
        return self._format == "sequence"

    @property
    def diagonals(self) -> Any:
        """The diagonals, in the format they were passed in."""
        return self._diagonals

    @property
    def diagonals_format(self) -> str:
        """The format of the diagonals."""
        return self._format

    def _shape(self) -> Shape:
        if self._format == "matrix":
            matrix: Shape = self._diagonals.shape
            return matrix
        main: Shape = (
            self._diagonals[1].shape
            if self._is_sequence
            else self._diagonals.shape[:-2].concatenate(self._diagonals.shape[-1:])
        )
        shape: Shape = main.concatenate(main[-1:])
        return shape

    def _to_dense(self) -> Tensor:
        if self._format == "matrix":
            return band_part(self._diagonals, 1, 1)
        above, main, below = self._three()
        dense: Tensor = (
            diag(main) + diag(above[..., :-1], k=1) + diag(below[..., 1:], k=-1)
        )
        return dense

    def _three(self) -> Any:
        if self._is_sequence:
            return self._diagonals
        return tuple(self._diagonals[..., row, :] for row in range(3))

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        if adjoint:
            return matmul(self.to_dense(), x, adjoint_a=True)
        return tridiagonal_matmul(self._diagonals, x, diagonals_format=self._format)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        if rhs.shape[:-2] != self.batch_shape:
            return super()._solve(rhs, adjoint)
        return (
            tridiagonal_solve(
                self._diagonals,
                rhs,
                diagonals_format=self._format,
                transpose_rhs=False,
                conjugate_rhs=False,
            )
            if not adjoint
            else super()._solve(rhs, adjoint)
        )

    def _diag_part(self) -> Tensor:
        if self._format == "matrix":
            return diag_part(self._diagonals)
        main: Tensor = self._three()[1]
        return main


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
