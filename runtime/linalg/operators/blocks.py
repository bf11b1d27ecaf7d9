"""Block-diagonal operators and Kronecker products."""

from __future__ import annotations

from functools import reduce
from typing import Any

from graphir.shapes import Shape, broadcast_shapes
from runtime.arrays.joining import concat, split
from runtime.arrays.rearranging import pad
from runtime.arrays.reshaping import broadcast_to, reshape
from runtime.linalg.operators.block_arguments import BlockOperator
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import known_sizes
from runtime.linalg.operators.operator_lists import (
    all_promise,
    batch_of,
    of_one_dtype,
    product_of,
    sum_of,
)
from runtime.linalg.transposes import matrix_transpose
from runtime.tensors.tensor import Tensor


class LinearOperatorKronecker(LinearOperator):
    """The Kronecker product of operators: each element times the next matrix.

    >>> two = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorKronecker([two, two]).diag_part().numpy()
    array([1., 2., 2., 4.], dtype=float32)

    Raises:
      ValueError: for none at all.
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
        name: str | None = None,
    ) -> None:
        self._operators = of_one_dtype(operators)
        hints = [is_non_singular, is_self_adjoint, is_positive_definite, is_square]
        names = ("non_singular", "self_adjoint", "positive_definite", "square")
        known = [
            all_promise(self._operators, f"is_{each}") if hint is None else hint
            for hint, each in zip(hints, names)
        ]
        super().__init__(
            self._operators[0].dtype,
            None,
            known[0],
            known[1],
            known[2],
            known[3],
            name or "_x_".join(each.name for each in self._operators),
            {"operators": operators},
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators, the outermost first."""
        return self._operators

    def _shape(self) -> Shape:
        rows = [each.range_dimension for each in self._operators]
        columns = [each.domain_dimension for each in self._operators]
        sizes = [None if None in part else product_of(part) for part in (rows, columns)]
        return batch_of(self._operators).concatenate(Shape(sizes))

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        """Each operator along its own axis of the vectors, seen as tensors."""
        return self._along_axes(x, [each.matmul for each in self._operators], adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        if not all(each.is_square for each in self._operators):
            return super()._solve(rhs, adjoint)
        return self._along_axes(rhs, [each.solve for each in self._operators], adjoint)

    def _along_axes(self, x: Tensor, apply: list[Any], adjoint: bool) -> Tensor:
        columns = x.shape[-1]
        batch = broadcast_shapes(self.batch_shape, x.shape[:-2])
        rest: Any = broadcast_to(x, [*known_sizes(batch), *known_sizes(x.shape[-2:])])
        # the first operator takes the outermost axis; its result goes to the back, so
        # that after all of them the columns stand first
        for operator, function in zip(self._operators, apply):
            is_turned = adjoint != (function == operator.solve)
            size = operator.range_dimension if is_turned else operator.domain_dimension
            rest = reshape(rest, [*known_sizes(batch), size, -1])
            rest = matrix_transpose(function(rest, adjoint))
        is_turned = adjoint != (apply[0] == self._operators[0].solve)
        total = self.domain_dimension if is_turned else self.range_dimension
        return matrix_transpose(reshape(rest, [*known_sizes(batch), columns, total]))

    def _to_dense(self) -> Tensor:
        product: Any = self._operators[0].to_dense()
        for each in self._operators[1:]:
            inner: Any = each.to_dense()
            blocks = product[..., :, None, :, None] * inner[..., None, :, None, :]
            *batch, rows, height, columns, width = known_sizes(blocks.shape)
            product = reshape(blocks, [*batch, rows * height, columns * width])
        dense: Tensor = product
        return dense

    def _diag_part(self) -> Tensor:
        if not all(each.is_square for each in self._operators):
            return super()._diag_part()
        product: Any = self._operators[0].diag_part()
        for each in self._operators[1:]:
            inner: Any = each.diag_part()
            spread = product[..., :, None] * inner[..., None, :]
            product = reshape(spread, [*known_sizes(spread.shape)[:-2], -1])
        diagonal: Tensor = product
        return diagonal

    def _trace(self) -> Tensor:
        if not all(each.is_square for each in self._operators):
            return super()._trace()
        total: Tensor = product_of([each.trace() for each in self._operators])
        return total

    def _determinant(self) -> Tensor:
        powers = self._powers()
        if powers is None:
            return super()._determinant()
        sizes: list[Any] = [each.determinant() for each in self._operators]
        total: Tensor = product_of([size**power for size, power in zip(sizes, powers)])
        return total

    def _log_abs_determinant(self) -> Tensor:
        powers = self._powers()
        if powers is None:
            return super()._log_abs_determinant()
        sizes: list[Any] = [each.log_abs_determinant() for each in self._operators]
        total: Tensor = sum_of([size * power for size, power in zip(sizes, powers)])
        return total

    def _powers(self) -> list[float] | None:
        """How often each determinant counts: size of all over its own."""
        total = self.domain_dimension
        sizes = [each.domain_dimension for each in self._operators]
        square = all(each.is_square for each in self._operators)
        if total is None or not square:
            return None
        return [float(total // size) for size in sizes if size]

    def _inverse(self) -> LinearOperator:
        return LinearOperatorKronecker([each.inverse() for each in self._operators])

    def _adjoint(self) -> LinearOperator:
        return LinearOperatorKronecker([each.adjoint() for each in self._operators])

    def _cholesky(self) -> LinearOperator:
        return LinearOperatorKronecker([each.cholesky() for each in self._operators])


class LinearOperatorBlockDiag(BlockOperator):
    """Operators along the diagonal, zeros elsewhere.

    >>> one = tf.linalg.LinearOperatorDiag([1.0])
    >>> two = tf.linalg.LinearOperatorFullMatrix([[2.0, 3.0]])
    >>> print(tf.linalg.LinearOperatorBlockDiag([one, two], is_square=False).to_dense())
    tf.Tensor(
    [[1. 0. 0.]
     [0. 2. 3.]], shape=(2, 3), dtype=float32)

    Raises:
      ValueError: for none at all.
      TypeError: for operators of different dtypes.
    """

    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        self._operators = of_one_dtype(operators)
        hints = [is_non_singular, is_self_adjoint, is_positive_definite]
        names = ("non_singular", "self_adjoint", "positive_definite")
        known = [
            all_promise(self._operators, f"is_{each}") if hint is None else hint
            for hint, each in zip(hints, names)
        ]
        super().__init__(
            self._operators[0].dtype,
            None,
            known[0],
            known[1],
            known[2],
            is_square,
            name or "_ds_".join(each.name for each in self._operators),
            {"operators": operators},
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The blocks from the upper left."""
        return self._operators

    def _shape(self) -> Shape:
        rows = [each.range_dimension for each in self._operators]
        columns = [each.domain_dimension for each in self._operators]
        sizes = [None if None in part else sum_of(part) for part in (rows, columns)]
        return batch_of(self._operators).concatenate(Shape(sizes))

    def _block_sizes(self, by_rows: bool) -> list[int | None]:
        return [
            each.range_dimension if by_rows else each.domain_dimension
            for each in self._operators
        ]

    def _parts(self, x: Tensor, by_rows: bool) -> list[Any]:
        return split(x, self._block_sizes(by_rows), axis=-2)

    def _joined(self, parts: list[Any]) -> Tensor:
        batch = reduce(broadcast_shapes, [each.shape[:-2] for each in parts])
        spread = [
            broadcast_to(each, [*known_sizes(batch), *known_sizes(each.shape[-2:])])
            for each in parts
        ]
        return concat(spread, -2)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        parts = self._parts(x, adjoint)
        pairs = zip(self._operators, parts)
        return self._joined([each.matmul(part, adjoint) for each, part in pairs])

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        parts = self._parts(rhs, not adjoint)
        pairs = zip(self._operators, parts)
        return self._joined([each.solve(part, adjoint) for each, part in pairs])

    def _to_dense(self) -> Tensor:
        width = self.domain_dimension
        batch = self.batch_shape.as_list()
        rows, before = [], 0
        for each in self._operators:
            dense: Any = each.to_dense()
            size = each.domain_dimension
            if width is None or size is None:
                raise NotImplementedError("Blocks of unknown size.")
            dense = broadcast_to(dense, [*batch, *known_sizes(dense.shape[-2:])])
            none = [[0, 0]] * (len(batch) + 1)
            rows.append(pad(dense, [*none, [before, width - before - size]]))
            before += size
        return concat(rows, -2)

    def _are_square(self) -> bool:
        return all(each.is_square for each in self._operators)

    def _diag_part(self) -> Tensor:
        if not self._are_square():
            return super()._diag_part()
        batch = self.batch_shape.as_list()
        parts = [
            broadcast_to(each.diag_part(), [*batch, each.range_dimension])
            for each in self._operators
        ]
        return concat(parts, -1)

    def _determinant(self) -> Tensor:
        if not self._are_square():
            return super()._determinant()
        size: Tensor = product_of([each.determinant() for each in self._operators])
        return size

    def _log_abs_determinant(self) -> Tensor:
        if not self._are_square():
            return super()._log_abs_determinant()
        total: Tensor = sum_of([each.log_abs_determinant() for each in self._operators])
        return total

    def _inverse(self) -> LinearOperator:
        return LinearOperatorBlockDiag([each.inverse() for each in self._operators])

    def _adjoint(self) -> LinearOperator:
        return LinearOperatorBlockDiag(
            [each.adjoint() for each in self._operators], is_square=self.is_square
        )

    def _cholesky(self) -> LinearOperator:
        return LinearOperatorBlockDiag([each.cholesky() for each in self._operators])
