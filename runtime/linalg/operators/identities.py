"""Identity, scaled identity and zero operators, stored as a size and a factor."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.shapes import Shape, as_shape, broadcast_shapes
from runtime.arrays.filling import eye, ones, zeros
from runtime.arrays.reshaping import broadcast_to
from runtime.linalg.operators.diagonals import LinearOperatorDiag
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_arguments import numeric
from runtime.linalg.transposes import diag_part, set_diag
from runtime.math.arithmetic import abs as absolute
from runtime.math.complex_numbers import conj
from runtime.math.exponentials import log, sqrt
from runtime.math.reductions import reduce_prod, reduce_sum
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor


class _OfSize(LinearOperator):
    """Square (or not), of a size and a batch shape that are given."""

    _rows: Tensor
    _columns: Tensor
    _batch: Shape

    def _set_size(self, num_rows: Any, num_columns: Any, batch_shape: Any) -> None:
        self._rows = _size(num_rows, "num_rows")
        self._columns = (
            self._rows if num_columns is None else _size(num_columns, "num_columns")
        )
        self._batch = as_shape([] if batch_shape is None else batch_shape)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """The matrix plus a tensor."""
        return super().add_to_tensor(mat, name)

    def _shape(self) -> Shape:
        sizes = [_known(self._rows), _known(self._columns)]
        return self._batch.concatenate(Shape(sizes))


def _size(value: Any, name: str) -> Tensor:
    size = convert_to_tensor(value, name=name)
    if not size.dtype.is_integer:
        raise TypeError(f"Argument `{name}` must be integer type. Found: {value}.")
    if size.shape.rank not in (0, None):
        raise ValueError(
            f"Argument `{name}` must be a 0-D Tensor. Found: {value} of shape "
            f"{size.shape}."
        )
    known = size.constant_value()
    if known is not None and int(known) < 0:
        raise ValueError(f"Argument `{name}` must be non-negative. Found: {known}.")
    return size


def _known(size: Tensor) -> int | None:
    value = size.constant_value()
    return None if value is None else int(value)


class LinearOperatorIdentity(_OfSize):
    """The identity matrix, which is not materialized.

    >>> print(tf.linalg.LinearOperatorIdentity(2).to_dense())
    tf.Tensor(
    [[1. 0.]
     [0. 1.]], shape=(2, 2), dtype=float32)

    Raises:
      TypeError: for a size that is no integer.
      ValueError: for a negative size, or hints that contradict it.
    """

    _composite_tensor_fields = ()

    def __init__(
        self,
        num_rows: TensorLike,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        if not (is_self_adjoint and is_non_singular and is_positive_definite):
            raise ValueError(
                "An identity operator is always self adjoint, non-singular and "
                "positive definite."
            )
        self._set_size(num_rows, None, batch_shape)
        super().__init__(
            dtype or dtypes.float32,
            None,
            True,
            True,
            True,
            True,
            name,
            {"num_rows": num_rows, "batch_shape": batch_shape, "dtype": dtype},
        )

    def _to_dense(self) -> Tensor:
        return eye(self._rows, batch_shape=self._batch.as_list(), dtype=self.dtype)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        return _with_batch(x, self._batch)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return _with_batch(rhs, self._batch)

    def _diag_part(self) -> Tensor:
        return ones([*self._batch.as_list(), self._rows], self.dtype)

    def _trace(self) -> Tensor:
        total: Tensor = reduce_sum(self._diag_part(), -1)
        return total

    def _determinant(self) -> Tensor:
        return ones(self._batch.as_list(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self._batch.as_list(), self.dtype)

    def _cond(self) -> Tensor:
        return ones(self._batch.as_list(), self.dtype)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _inverse(self) -> LinearOperator:
        return self

    def _cholesky(self) -> LinearOperator:
        return self

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        return other if self._batch.rank == 0 else None

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        current: Any = diag_part(x)
        return set_diag(x, current + 1)


def _with_batch(x: Tensor, batch: Shape) -> Tensor:
    if batch.rank == 0:
        return x
    spread = broadcast_shapes(x.shape[:-2], batch)
    return broadcast_to(x, [*spread.as_list(), *x.shape[-2:].as_list()])


class LinearOperatorScaledIdentity(_OfSize):
    """A multiple of the identity, by a number or a batch of numbers.

    >>> tf.linalg.LinearOperatorScaledIdentity(3, 2.0).determinant().numpy()
    np.float32(8.0)

    Raises:
      TypeError: for a size that is no integer.
      ValueError: for a negative size.
    """

    _composite_tensor_fields = ("multiplier",)

    def __init__(
        self,
        num_rows: TensorLike,
        multiplier: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        if is_square is False:
            raise ValueError("A ScaledIdentity operator is always square.")
        self._multiplier = numeric(multiplier, "multiplier")
        self._set_size(num_rows, None, self._multiplier.shape)
        if self._multiplier.dtype.is_floating and is_self_adjoint is None:
            is_self_adjoint = True
        super().__init__(
            self._multiplier.dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            True,
            name,
            {"num_rows": num_rows, "multiplier": multiplier},
        )

    @property
    def multiplier(self) -> Tensor:
        """The factor of the identity."""
        return self._multiplier

    def _factor(self, adjoint: bool) -> Tensor:
        factor: Any = conj(self._multiplier) if adjoint else self._multiplier
        result: Tensor = factor[..., None, None]
        return result

    def _to_dense(self) -> Tensor:
        units: Any = eye(self._rows, dtype=self.dtype)
        spread: Tensor = self._factor(False) * units
        return spread

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        product: Tensor = self._factor(adjoint) * x
        return product

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        found: Tensor = rhs / self._factor(adjoint)
        return found

    def _diag_part(self) -> Tensor:
        factor: Any = self._multiplier
        spread: Tensor = factor[..., None] * ones([self._rows], self.dtype)
        return spread

    def _determinant(self) -> Tensor:
        product: Tensor = reduce_prod(self._diag_part(), -1)
        return product

    def _log_abs_determinant(self) -> Tensor:
        total: Tensor = reduce_sum(log(absolute(self._diag_part())), -1)
        return total

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        sizes: Any = absolute(self._multiplier)
        ratio: Tensor = sizes / sizes
        return ratio

    def _like(self, multiplier: Any) -> LinearOperator:
        hints = self._hints
        return LinearOperatorScaledIdentity(
            self._rows,
            multiplier,
            hints.is_non_singular,
            hints.is_self_adjoint,
            hints.is_positive_definite,
        )

    def _inverse(self) -> LinearOperator:
        return self._like(1.0 / self._multiplier)

    def _adjoint(self) -> LinearOperator:
        return self if self.is_self_adjoint else self._like(conj(self._multiplier))

    def _cholesky(self) -> LinearOperator:
        return self._like(sqrt(self._multiplier))

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        factor: Any = self._multiplier
        if isinstance(other, LinearOperatorScaledIdentity):
            return self._like(factor * other.multiplier)
        if isinstance(other, LinearOperatorDiag):
            return LinearOperatorDiag(factor[..., None] * other.diag)
        return None

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        current: Any = diag_part(x)
        return set_diag(x, current + self._diag_part())


class LinearOperatorZeros(_OfSize):
    """The matrix of zeros.

    >>> tf.linalg.LinearOperatorZeros(2, 3, is_square=False,
    ...     is_self_adjoint=False).shape
    TensorShape([2, 3])

    Raises:
      ValueError: for hints that contradict it; always for its inverse.
    """

    _composite_tensor_fields = ()

    def __init__(
        self,
        num_rows: TensorLike,
        num_columns: TensorLike | None = None,
        batch_shape: ShapeLike | None = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        if is_non_singular or is_positive_definite:
            raise ValueError("A zero operator is always singular.")
        self._set_size(num_rows, num_columns, batch_shape)
        if is_square and num_columns is not None and num_rows != num_columns:
            raise ValueError(
                "LinearOperatorZeros initialized as is_square=True but got num_columns "
                "!= num_rows"
            )
        super().__init__(
            dtype or dtypes.float32,
            None,
            False,
            is_self_adjoint,
            False,
            is_square,
            name,
            {"num_rows": num_rows, "num_columns": num_columns},
        )

    def _to_dense(self) -> Tensor:
        return zeros([*self._batch.as_list(), self._rows, self._columns], self.dtype)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        size = self._columns if adjoint else self._rows
        batch = broadcast_shapes(self._batch, x.shape[:-2])
        return zeros([*batch.as_list(), size, x.shape[-1]], self.dtype)

    def _determinant(self) -> Tensor:
        return zeros(self._batch.as_list(), self.dtype)

    def _adjoint(self) -> LinearOperator:
        if self.is_self_adjoint and self.is_square:
            return self
        return LinearOperatorZeros(
            self._columns,
            self._rows,
            self._batch,
            self.dtype,
            is_self_adjoint=False,
            is_square=self.is_square,
        )

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return _with_batch(x, self._batch)
