"""LinearOperator: a matrix, or a batch of them, defined by its action on vectors."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from inspect import signature
from typing import Any

import numpy as np

from graphir.dtypes import as_dtype
from runtime.arrays.filling import eye
from runtime.debugging.comparisons import assert_positive
from runtime.linalg.decompositions import (
    cholesky,
    det,
    eigvals,
    eigvalsh,
    slogdet,
    svd,
)
from runtime.linalg.operators.hints import Hints
from runtime.linalg.operators.matrix_description import MatrixDescription
from runtime.linalg.operators.operator_arguments import with_same_batch
from runtime.linalg.operators.operator_specs import compose
from runtime.linalg.products import matmul
from runtime.linalg.solving import cholesky_solve, solve
from runtime.linalg.transposes import adjoint, diag_part
from runtime.math.arithmetic import abs as absolute
from runtime.math.reductions import reduce_max, reduce_min, reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def kind(name: str) -> type[LinearOperator]:
    """Looks up an operator class by name, since later modules define subclasses."""
    found: type[LinearOperator] = getattr(import_module("runtime.linalg"), name)
    return found


def _remembering(init: Callable[..., None]) -> Callable[..., None]:
    """The ``__init__`` of a class, which keeps what the object is made of."""

    @wraps(init)
    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if "_self_arguments" not in vars(self):  # not that of a base class
            object.__setattr__(self, "_self_arguments", (args, kwargs))
        init(self, *args, **kwargs)

    return __init__


class LinearOperator(MatrixDescription):
    """A matrix, or a batch of matrices, that need not be materialized.

    A subclass defines ``_shape`` and either ``_to_dense`` or ``_matmul``; it may
    override other methods with faster algorithms than on the dense matrix. The hints
    promise properties that select an algorithm; they are not checked.

    >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
    >>> operator.solvevec([1.0, 1.0]).numpy()
    array([0.5 , 0.25], dtype=float32)
    """

    _self_arguments: tuple[tuple[Any, ...], dict[str, Any]]
    _composite_tensor_fields: Any = ()
    """Names of the parameters made of tensors; classes with it are composite."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "__init__" in vars(cls):
            setattr(cls, "__init__", _remembering(vars(cls)["__init__"]))  # noqa: B010 - mypy knows __init__
        compose(cls)

    def __init__(
        self,
        dtype: Any,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(name=name or type(self).__name__)
        self._dtype = None if dtype is None else as_dtype(dtype)
        self._parameters = parameters or {}
        self._hints = Hints(
            is_non_singular, is_self_adjoint, is_positive_definite, is_square
        ).checked()

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments of the constructor, including defaults."""
        args, kwargs = self._self_arguments
        given = signature(type(self).__init__).bind(self, *args, **kwargs)
        given.apply_defaults()
        _, *named = given.arguments.items()
        return {**dict(named), **self._parameters}

    # --- rules of a subclass

    def _to_dense(self) -> Tensor:
        columns = self.domain_dimension
        if columns is None:
            raise NotImplementedError(
                f"{type(self).__name__} of unknown size has no dense matrix."
            )
        units = eye(columns, batch_shape=self.batch_shape.as_list(), dtype=self.dtype)
        return self._matmul(units, False)

    def _matmul(self, x: Tensor, adjoint: bool) -> Tensor:
        return matmul(self.to_dense(), x, adjoint_a=adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool) -> Tensor:
        matrix, rhs = with_same_batch(self.to_dense(), rhs)
        if self.is_positive_definite and self.is_self_adjoint:
            return cholesky_solve(cholesky(matrix), rhs)
        return solve(matrix, rhs, adjoint=adjoint)

    def _determinant(self) -> Tensor:
        if self.is_positive_definite and self.is_self_adjoint:
            from runtime.math.exponentials import exp

            grown: Tensor = exp(self._log_abs_determinant())
            return grown
        return det(self.to_dense())

    def _log_abs_determinant(self) -> Tensor:
        if self.is_positive_definite and self.is_self_adjoint:
            from runtime.math.exponentials import log

            diagonal = diag_part(cholesky(self.to_dense()))
            total: Tensor = 2 * reduce_sum(log(absolute(diagonal)), -1)
            return total
        return slogdet(self.to_dense()).log_abs_determinant

    def _diag_part(self) -> Tensor:
        return diag_part(self.to_dense())

    def _trace(self) -> Tensor:
        total: Tensor = reduce_sum(self.diag_part(), -1)
        return total

    def _eigvals(self) -> Tensor:
        if self.is_self_adjoint:
            return eigvalsh(self.to_dense())
        return eigvals(self.to_dense())

    def _inverse(self) -> LinearOperator:
        return kind("LinearOperatorInversion")(self)

    def _adjoint(self) -> LinearOperator:
        if self.is_self_adjoint:
            return self
        return kind("LinearOperatorAdjoint")(self)

    def _cholesky(self) -> LinearOperator:
        lower = cholesky(self.to_dense())
        triangle = kind("LinearOperatorLowerTriangular")
        return triangle(lower, is_non_singular=True, is_square=True)

    def _product(self, other: LinearOperator) -> LinearOperator | None:
        """A simpler operator than a composition, if there is one."""
        return None

    # --- what it does

    def matmul(
        self,
        x: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str = "matmul",
    ) -> Any:
        """The product with a matrix [..., columns, k], or with another operator.

        Raises:
          ValueError: if the inner sizes differ, or for a tensor of another dtype.
        """
        if isinstance(x, LinearOperator):
            left = self.adjoint() if adjoint else self
            right = x.adjoint() if adjoint_arg else x
            return left._times(right)
        arg = self._argument(x, adjoint, adjoint_arg)
        return self._matmul(arg, adjoint)

    def _times(self, right: LinearOperator) -> LinearOperator:
        inner, other = self.domain_dimension, right.range_dimension
        if None not in (inner, other) and inner != other:
            raise ValueError(
                "Operators are incompatible. Expected `x` to have dimension"
                f" {inner} but got {other}."
            )
        found = self._product(right)
        if found is None:
            return kind("LinearOperatorComposition")([self, right])
        return found

    def _argument(self, x: Any, adjoint_self: bool, adjoint_arg: bool) -> Tensor:
        tensor = convert_to_tensor(x, name="x")
        if tensor.dtype is not self.dtype:
            raise TypeError(
                f"Input tensor expected dtype {self.dtype!r} but argument had dtype "
                f"{tensor.dtype!r}."
            )
        if adjoint_arg:
            tensor = adjoint(tensor)
        rank = tensor.shape.rank
        if rank is not None and rank < 2:
            raise ValueError(f"A matrix is needed, not shape {tensor.shape}.")
        size = self.range_dimension if adjoint_self else self.domain_dimension
        given = tensor.shape[-2]
        if None not in (size, given) and size != given:
            raise ValueError(f"Dimensions {size} and {given} are not compatible")
        return tensor

    def __matmul__(self, other: Any) -> Any:
        return self.matmul(other)

    def matvec(
        self, x: TensorLike, adjoint: bool = False, name: str = "matvec"
    ) -> Tensor:
        """The product with a vector [..., columns].

        Raises:
          ValueError: if the inner sizes differ.
        """
        vector = convert_to_tensor(x, name="x")
        product: Any = self.matmul(vector[..., None], adjoint)
        flat: Tensor = product[..., 0]
        return flat

    def solve(
        self,
        rhs: Any,
        adjoint: bool = False,
        adjoint_arg: bool = False,
        name: str = "solve",
    ) -> Any:
        """The x with A x = rhs, a matrix [..., rows, k] or another operator.

        Raises:
          NotImplementedError: if the operator is known to be singular, or not square.
          ValueError: if the sizes differ.
        """
        self._require_inverse("solve")
        if isinstance(rhs, LinearOperator):
            left = self.adjoint() if adjoint else self
            right = rhs.adjoint() if adjoint_arg else rhs
            return left.inverse()._times(right)
        return self._solve(self._argument(rhs, not adjoint, adjoint_arg), adjoint)

    def solvevec(
        self, rhs: TensorLike, adjoint: bool = False, name: str = "solve"
    ) -> Tensor:
        """The x with A x = rhs, a vector [..., rows].

        Raises:
          NotImplementedError: if the operator is known to be singular, or not square.
          ValueError: if the sizes differ.
        """
        vector = convert_to_tensor(rhs, name="rhs")
        found: Any = self.solve(vector[..., None], adjoint)
        flat: Tensor = found[..., 0]
        return flat

    def _require_inverse(self, what: str) -> None:
        if self.is_non_singular is False:
            raise NotImplementedError(
                f"Exact {what} not implemented for an operator that is expected to be "
                "singular."
            )
        self._require_square(what)

    def _require_square(self, what: str) -> None:
        if self.is_square is False:
            raise NotImplementedError(
                f"{what} not implemented for an operator that is expected to not be "
                "square."
            )

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """The matrix, written out."""
        return self._to_dense()

    def diag_part(self, name: str = "diag_part") -> Tensor:
        """The main diagonal."""
        return self._diag_part()

    def trace(self, name: str = "trace") -> Tensor:
        """The sum of the main diagonal."""
        return self._trace()

    def determinant(self, name: str = "det") -> Tensor:
        """The determinant.

        Raises:
          NotImplementedError: if the operator is known not to be square.
        """
        self._require_square("Determinant")
        return self._determinant()

    def log_abs_determinant(self, name: str = "log_abs_det") -> Tensor:
        """The logarithm of the size of the determinant.

        Raises:
          NotImplementedError: if the operator is known not to be square.
        """
        self._require_square("Determinant")
        return self._log_abs_determinant()

    def eigvals(self, name: str = "eigvals") -> Tensor:
        """The eigenvalues, of a self-adjoint operator.

        Raises:
          NotImplementedError: without the hint that the operator is self-adjoint.
        """
        if not self.is_self_adjoint:
            raise NotImplementedError(
                "Only self-adjoint matrices are supported: set the hint."
            )
        return self._eigvals()

    def cond(self, name: str = "cond") -> Tensor:
        """The largest singular value over the least.

        Raises:
          NotImplementedError: if the operator is known not to be square.
        """
        self._require_square("Condition number")
        return self._cond()

    def _cond(self) -> Tensor:
        values = (
            absolute(self._eigvals())
            if self.is_self_adjoint
            else absolute(svd(self.to_dense(), compute_uv=False))
        )
        ratio: Tensor = reduce_max(values, -1) / reduce_min(values, -1)
        return ratio

    def add_to_tensor(self, x: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """The matrix plus a tensor."""
        tensor = convert_to_tensor(x, name="x")
        return self._add_to_tensor(tensor)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        total: Tensor = self.to_dense() + x
        return total

    # --- operators of it

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """The inverse operator.

        Raises:
          ValueError: if the operator is known to be singular, or not square.
        """
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator is not square.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator is singular.")
        return self._inverse()

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """The operator of the conjugate transpose."""
        return self._adjoint()

    @property
    def H(self) -> LinearOperator:
        """The operator of the conjugate transpose."""
        return self.adjoint()

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """The lower-triangular Cholesky factor L of the operator L L^H.

        Raises:
          ValueError: unless the hints say that it is positive definite and
            self-adjoint.
        """
        if not (self.is_positive_definite and self.is_self_adjoint):
            raise ValueError(
                "Cannot take the Cholesky decomposition: Not a positive definite self "
                "adjoint matrix."
            )
        return self._cholesky()

    # --- checks

    def assert_non_singular(self, name: str = "assert_non_singular") -> Any:
        """Checks that the condition number is finite for the dtype.

        Raises:
          InvalidArgumentError: if the assertion is false.
        """
        limit = 1.0 / np.finfo(self.dtype.real_dtype.numpy_dtype).eps
        return _require(self.cond() < limit, "Singular matrix up to precision epsilon.")

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> Any:
        """Asserts that a Cholesky decomposition with positive diagonal exists.

        Raises:
          InvalidArgumentError: if there is no such decomposition.
        """
        diagonal = diag_part(cholesky(self.to_dense()))
        return assert_positive(diagonal, message="Matrix was not positive definite.")

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> Any:
        """Asserts that the operator equals its adjoint.

        Raises:
          InvalidArgumentError: if the assertion is false.
        """
        dense: Any = self.to_dense()
        same = absolute(dense - adjoint(dense))
        return _require(reduce_max(same) < 1e-5, "Matrix was not equal to its adjoint.")


def _require(condition: Any, message: str) -> Any:
    from runtime.control_flow.conditionals import Assert
    from runtime.math.reductions import reduce_all

    return Assert(reduce_all(condition), [message])
