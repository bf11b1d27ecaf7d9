"""Compositions, inverses and adjoints of operators."""

from __future__ import annotations

from typing import Any

from graphir.shapes import Shape
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.linalg.operators.operator_lists import (
    all_promise,
    batch_of,
    of_one_dtype,
    product_of,
    sum_of,
)
from runtime.linalg.transposes import matrix_transpose
from runtime.math.complex_numbers import conj
from runtime.tensors.tensor import Tensor


class LinearOperatorInversion(LinearOperator):
    """The inverse of an operator.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 1.0], [0.0, 2.0]])
    >>> tf.linalg.LinearOperatorInversion(operator).matvec([3.0, 4.0]).numpy()
    array([1., 2.], dtype=float32)

    Raises:
      ValueError: for hints that contradict the operator's hints.
    """

    _composite_tensor_fields = ("operator",)

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        if operator.is_square is False or operator.is_non_singular is False:
            raise ValueError(
                f"operator {operator.name} must be square and non-singular."
            )
        if is_non_singular is False or is_square is False:
            raise ValueError("An inverse is square and non-singular.")
        self._operator = operator
        super().__init__(
            operator.dtype,
            None,
            True,
            _first_known(is_self_adjoint, operator.is_self_adjoint),
            _first_known(is_positive_definite, operator.is_positive_definite),
            True,
            name or f"{operator.name}_inv",
            {"operator": operator},
        )

    @property
    def operator(self) -> LinearOperator:
        """The inverted operator."""
        return self._operator

    def _shape(self) -> Shape:
        return self._operator.shape

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        found: Tensor = self._operator.solve(x, adjoint)
        return found

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        product: Tensor = self._operator.matmul(rhs, adjoint)
        return product

    def _inverse(self) -> LinearOperator:
        return self._operator

    def _determinant(self) -> Tensor:
        size: Any = self._operator.determinant()
        found: Tensor = 1.0 / size
        return found

    def _log_abs_determinant(self) -> Tensor:
        size: Any = self._operator.log_abs_determinant()
        found: Tensor = -size
        return found

    def _eigvals(self) -> Tensor:
        values: Any = self._operator.eigvals()
        found: Tensor = 1.0 / values
        return found

    def _cond(self) -> Tensor:
        return self._operator.cond()


def _first_known(*hints: bool | None) -> bool | None:
    return next((each for each in hints if each is not None), None)


class LinearOperatorAdjoint(LinearOperator):
    """The conjugate transpose of an operator.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> tf.linalg.LinearOperatorAdjoint(operator).to_dense().numpy().tolist()
    [[1.0, 3.0], [2.0, 4.0]]
    """

    _composite_tensor_fields = ("operator",)

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operator = operator
        super().__init__(
            operator.dtype,
            None,
            _first_known(is_non_singular, operator.is_non_singular),
            _first_known(is_self_adjoint, operator.is_self_adjoint),
            _first_known(is_positive_definite, operator.is_positive_definite),
            _first_known(is_square, operator.is_square),
            name or f"{operator.name}_adjoint",
            {"operator": operator},
        )

    @property
    def operator(self) -> LinearOperator:
        """The operator before taking the adjoint."""
        return self._operator

    def _shape(self) -> Shape:
        shape = self._operator.shape
        return Shape([*shape.as_list()[:-2], shape[-1], shape[-2]])

    def _to_dense(self) -> Tensor:
        return matrix_transpose(self._operator.to_dense(), conjugate=True)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        product: Tensor = self._operator.matmul(x, not adjoint)
        return product

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        found: Tensor = self._operator.solve(rhs, not adjoint)
        return found

    def _adjoint(self) -> LinearOperator:
        return self._operator

    def _determinant(self) -> Tensor:
        size: Tensor = conj(self._operator.determinant())
        return size

    def _log_abs_determinant(self) -> Tensor:
        return self._operator.log_abs_determinant()

    def _diag_part(self) -> Tensor:
        diagonal: Tensor = conj(self._operator.diag_part())
        return diagonal

    def _cond(self) -> Tensor:
        return self._operator.cond()


class LinearOperatorComposition(LinearOperator):
    """The product of operators A B C, which applies the last operator first.

    >>> two = tf.linalg.LinearOperatorDiag([2.0, 2.0])
    >>> swap = tf.linalg.LinearOperatorPermutation([1, 0])
    >>> tf.linalg.LinearOperatorComposition([two, swap]).matvec([1.0, 5.0]).numpy()
    array([10.,  2.], dtype=float32)

    Raises:
      ValueError: for none, or operators whose sizes do not fit.
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
        for left, right in zip(self._operators, self._operators[1:]):
            inner, other = left.domain_dimension, right.range_dimension
            if None not in (inner, other) and inner != other:
                raise ValueError(
                    f"Operators {left.name} and {right.name} do not fit: {inner} "
                    f"columns and {other} rows."
                )
        if is_non_singular is None:
            is_non_singular = all_promise(self._operators, "is_non_singular")
        super().__init__(
            self._operators[0].dtype,
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name or "_o_".join(each.name for each in self._operators),
            {"operators": operators},
        )

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators; the last operator is applied first."""
        return self._operators

    def _shape(self) -> Shape:
        sizes = [
            self._operators[0].range_dimension,
            self._operators[-1].domain_dimension,
        ]
        return batch_of(self._operators).concatenate(Shape(sizes))

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        order = self._operators if adjoint else reversed(self._operators)
        for each in order:
            x = each.matmul(x, adjoint)
        return x

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        order = reversed(self._operators) if adjoint else self._operators
        for each in order:
            rhs = each.solve(rhs, adjoint)
        return rhs

    def _to_dense(self) -> Tensor:
        product = self._operators[-1].to_dense()
        for each in reversed(self._operators[:-1]):
            product = each.matmul(product)
        return product

    def _are_square(self) -> bool:
        return all(each.is_square for each in self._operators)

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
        if not self._are_square():
            return super()._inverse()
        return LinearOperatorComposition(
            [each.inverse() for each in reversed(self._operators)]
        )

    def _adjoint(self) -> LinearOperator:
        return LinearOperatorComposition(
            [each.adjoint() for each in reversed(self._operators)]
        )
