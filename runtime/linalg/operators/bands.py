"""Operators with few diagonals (tridiagonal) or constant diagonals (Toeplitz)."""

from __future__ import annotations

from typing import Any

from graphir.shapes import Shape
from runtime.arrays.joining import concat
from runtime.arrays.rearranging import reverse
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import numeric, with_same_batch
from runtime.linalg.products import matmul
from runtime.linalg.solving import (
    tridiagonal_matmul,
    tridiagonal_solve,
)
from runtime.linalg.transposes import band_part, diag, diag_part
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


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
    """A tridiagonal matrix: superdiagonal, main diagonal and subdiagonal.

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
