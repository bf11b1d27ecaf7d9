"""Block lower-triangular operators."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

from graphir.shapes import Shape, broadcast_shapes
from runtime.arrays.filling import zeros
from runtime.arrays.joining import concat, split
from runtime.arrays.reshaping import broadcast_to
from runtime.linalg.operators.block_arguments import BlockOperator
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.matrices import LinearOperatorFullMatrix
from runtime.linalg.operators.operator_arguments import known_sizes
from runtime.linalg.operators.operator_lists import (
    batch_of,
    of_one_dtype,
    product_of,
    sum_of,
)
from runtime.tensors.tensor import Tensor

Rows = list[list[LinearOperator]]


class LinearOperatorBlockLowerTriangular(BlockOperator):
    """A lower-triangular matrix of blocks: row i has i + 1 operators, then zeros.

    The operators on the diagonal are square.

    >>> matrix = tf.linalg.LinearOperatorFullMatrix
    >>> blocks = tf.linalg.LinearOperatorBlockLowerTriangular(
    ...     [[matrix([[2.0]])], [matrix([[3.0]]), matrix([[4.0]])]])
    >>> print(blocks.to_dense().numpy(), blocks.solvevec([2.0, 7.0]).numpy())
    [[2. 0.]
     [3. 4.]] [1. 1.]

    Raises:
      ValueError: for no rows, rows of other lengths, or sizes that do not fit.
      TypeError: for operators of different dtypes.
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        self._rows: Rows = _checked_rows(operators)
        diagonal = [row[-1] for row in self._rows]
        if is_non_singular is None and all(each.is_non_singular for each in diagonal):
            is_non_singular = True
        super().__init__(
            diagonal[0].dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            True if is_square is None else is_square,
            name,
            {"operators": operators},
        )

    @property
    def operators(self) -> Rows:
        """The rows of blocks."""
        return self._rows

    @property
    def _diagonal(self) -> list[LinearOperator]:
        return [row[-1] for row in self._rows]

    def _shape(self) -> Shape:
        sizes = [each.domain_dimension for each in self._diagonal]
        side = None if None in sizes else sum_of(sizes)
        every = [each for row in self._rows for each in row]
        return batch_of(every).concatenate(Shape([side, side]))

    def _block_sizes(self, by_rows: bool) -> list[int | None]:
        return [each.domain_dimension for each in self._diagonal]

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        parts = split(x, self._block_sizes(adjoint), axis=-2)
        return _stacked(
            [
                sum_of([each.matmul(parts[at], adjoint) for at, each in blocks])
                for blocks in self._lines(adjoint)
            ]
        )

    def _lines(self, adjoint: bool) -> list[list[tuple[int, LinearOperator]]]:
        """The blocks of each row, or of each column, with their places in it."""
        count = len(self._rows)
        if not adjoint:
            return [list(enumerate(row)) for row in self._rows]
        return [
            [(row, self._rows[row][column]) for row in range(column, count)]
            for column in range(count)
        ]

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        parts = split(rhs, self._block_sizes(not adjoint), axis=-2)
        count = len(parts)
        found: dict[int, Any] = {}
        for place in reversed(range(count)) if adjoint else range(count):
            left = parts[place]
            for at, each in self._lines(adjoint)[place]:
                if at != place:
                    left = left - each.matmul(found[at], adjoint)
            found[place] = self._rows[place][place].solve(left, adjoint)
        return _stacked([found[place] for place in range(count)])

    def _to_dense(self) -> Tensor:
        batch = known_sizes(self.batch_shape)
        sizes = [size or 0 for size in known_sizes(Shape(self._block_sizes(False)))]
        rows = []
        for number, row in enumerate(self._rows):
            blocks: list[Any] = [
                broadcast_to(each.to_dense(), [*batch, *known_sizes(each.shape[-2:])])
                for each in row
            ]
            rest = [*batch, sizes[number], sum(sizes[number + 1 :])]
            rows.append(concat([*blocks, zeros(rest, self.dtype)], -1))
        return concat(rows, -2)

    def _diag_part(self) -> Tensor:
        batch = known_sizes(self.batch_shape)
        parts = [
            broadcast_to(each.diag_part(), [*batch, each.range_dimension])
            for each in self._diagonal
        ]
        return concat(parts, -1)

    def _trace(self) -> Tensor:
        total: Tensor = sum_of([each.trace() for each in self._diagonal])
        return total

    def _determinant(self) -> Tensor:
        size: Tensor = product_of([each.determinant() for each in self._diagonal])
        return size

    def _log_abs_determinant(self) -> Tensor:
        total: Tensor = sum_of([each.log_abs_determinant() for each in self._diagonal])
        return total

    def _inverse(self) -> LinearOperator:
        """Row by row: the blocks left of the diagonal are - D^-1 (row) (above)^-1."""
        made: Rows = []
        for number, row in enumerate(self._rows):
            last = row[-1].inverse()
            before: list[LinearOperator] = []
            for column in range(number):
                products = [
                    row[at].matmul(made[at][column].to_dense())
                    for at in range(column, number)
                ]
                block = -last.matmul(sum_of(products))
                before.append(LinearOperatorFullMatrix(block))
            made.append([*before, last])
        return LinearOperatorBlockLowerTriangular(made, is_non_singular=True)


def _stacked(parts: Sequence[Any]) -> Tensor:
    batch = reduce(broadcast_shapes, [each.shape[:-2] for each in parts])
    spread = [
        broadcast_to(each, [*known_sizes(batch), *known_sizes(each.shape[-2:])])
        for each in parts
    ]
    return concat(spread, -2)


def _checked_rows(operators: Any) -> Rows:
    """The rows as lists.

    Raises:
      ValueError: for no rows, rows of other lengths, or sizes that do not fit.
      TypeError: for operators of different dtypes.
    """
    if not hasattr(operators, "__iter__"):
        raise TypeError(
            f"Argument `operators` must be rows of operators: {operators!r}."
        )
    rows: Rows = [list(row) for row in operators]
    if not rows:
        raise ValueError(
            "Argument `operators` must be a list of >=1 operators. Received: []."
        )
    for number, row in enumerate(rows):
        if len(row) != number + 1:
            raise ValueError(
                f"Argument `operators[{number}]` must contain `{number + 1}` blocks. "
                f"Received: {len(row)} blocks."
            )
    of_one_dtype([each for row in rows for each in row])
    _check_sizes(rows)
    return rows


def _check_sizes(rows: Rows) -> None:
    for number, row in enumerate(rows):
        if row[-1].is_square is False:
            raise ValueError(
                "Matrices on the diagonal (the final elements of each row-partition in "
                "the `operators` list) must be square. Expected argument "
                f"`operators[{number}][-1].is_square` to be True. Received: False."
            )
        for column, each in enumerate(row):
            _check_size(each.domain_dimension, rows[column][column], (number, column))
            _check_size(each.range_dimension, row[-1], (number, column))


def _check_size(size: Any, diagonal: LinearOperator, place: tuple[int, int]) -> None:
    expected = diagonal.domain_dimension
    if None not in (size, expected) and size != expected:
        raise ValueError(
            f"A size of `operators[{place[0]}][{place[1]}]` ({size}) must be the same "
            f"as that of the block on the diagonal ({expected})."
        )
