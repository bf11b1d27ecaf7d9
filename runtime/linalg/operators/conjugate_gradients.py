"""The conjugate gradient method for linear systems."""

from __future__ import annotations

from typing import Any, NamedTuple

from runtime.control_flow.while_loops import while_loop
from runtime.linalg.norms import norm
from runtime.linalg.operators.linear_operator import LinearOperator
from runtime.math.complex_numbers import conj
from runtime.math.reductions import reduce_all, reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class ConjugateGradientState(NamedTuple):
    """The state of the iteration: the solution, residual and search direction."""

    i: Tensor
    x: Tensor
    r: Tensor
    p: Tensor
    gamma: Tensor


def conjugate_gradient(
    operator: LinearOperator,
    rhs: TensorLike,
    preconditioner: LinearOperator | None = None,
    x: TensorLike | None = None,
    tol: float = 1e-5,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> ConjugateGradientState:
    """Solves A x = rhs, a vector, for a self-adjoint positive definite operator.

    Stops when the residual is at most ``tol`` of the right side, or after ``max_iter``
    steps. The solution is the field ``x``; ``i`` counts the steps.

    >>> operator = tf.linalg.LinearOperatorFullMatrix([[2.0, 1.0], [1.0, 2.0]],
    ...     is_self_adjoint=True, is_positive_definite=True)
    >>> tf.linalg.experimental.conjugate_gradient(operator, [3.0, 3.0]).x.numpy()
    array([1., 1.], dtype=float32)

    Raises:
      ValueError: unless the hints say that it is self-adjoint and positive definite.
    """
    for each in (operator, preconditioner):
        if each is not None and not (
            each.is_self_adjoint and each.is_positive_definite
        ):
            raise ValueError(f"{each.name} must be self-adjoint and positive definite.")
    wanted: Any = convert_to_tensor(rhs, operator.dtype, name="rhs")
    start: Any = wanted * 0 if x is None else convert_to_tensor(x, operator.dtype)
    residual: Any = wanted - operator.matvec(start)
    limit = tol * norm(wanted, axis=-1)

    def scaled(vector: Any) -> Any:
        return vector if preconditioner is None else preconditioner.matvec(vector)

    def goes_on(*state: Any) -> Any:
        # gamma is the squared residual, or that in the metric of the preconditioner
        return (state[0] < max_iter) & ~reduce_all(norm(state[2], axis=-1) <= limit)

    def step(i: Any, x: Any, r: Any, p: Any, gamma: Any) -> Any:
        turned = operator.matvec(p)
        alpha = gamma / _dot(p, turned)
        x = x + alpha[..., None] * p
        r = r - alpha[..., None] * turned
        direction = scaled(r)
        after = _dot(r, direction)
        p = direction + (after / gamma)[..., None] * p
        return i + 1, x, r, p, after

    first = scaled(residual)
    state = (
        convert_to_tensor(0),
        start,
        residual,
        first,
        _dot(residual, first),
    )
    return ConjugateGradientState(*while_loop(goes_on, step, state))


def _dot(x: Any, y: Any) -> Tensor:
    result: Tensor = reduce_sum(conj(x) * y, -1)
    return result
