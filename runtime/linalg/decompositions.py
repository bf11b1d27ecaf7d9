"""Decompositions, determinants, and functions of matrices."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.dtypes import as_dtype
from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.linalg.transposes import diag, diag_part
from runtime.math.reductions import reduce_sum
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor


def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """The lower triangle L with L L^H = input; NaN if input is not positive definite.

    >>> tf.linalg.cholesky([[4.0, 2.0], [2.0, 5.0]]).numpy().tolist()
    [[2.0, 0.0], [1.0, 2.0]]

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    return apply_single("Cholesky", [input], None, name)


class Qr(NamedTuple):
    """Orthonormal columns and an upper triangle."""

    q: Tensor
    r: Tensor


def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> Qr:
    """Orthonormal columns q and an upper triangle r with q r = input.

    >>> q, r = tf.linalg.qr([[3.0, 0.0], [0.0, 2.0]])
    >>> q.shape, r.shape
    (TensorShape([2, 2]), TensorShape([2, 2]))

    Raises:
      InvalidArgumentError: for less than two axes.
    """
    return Qr(*apply_op("Qr", [input], {"full_matrices": full_matrices}, name))


class Lu(NamedTuple):
    """An LU decomposition: both triangles in one matrix, and the row permutation."""

    lu: Tensor
    p: Tensor


def lu(
    input: TensorLike,
    output_idx_type: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Lu:
    """The LU decomposition: both triangles in one matrix, and the row permutation.

    >>> found = tf.linalg.lu([[1.0, 2.0], [2.0, 2.0]])
    >>> found.lu.numpy().tolist(), found.p.numpy().tolist()
    ([[2.0, 2.0], [0.5, 1.0]], [1, 0])

    Raises:
      InvalidArgumentError: for matrices that are singular or not square.
    """
    attrs = {"output_idx_type": as_dtype(output_idx_type)}
    return Lu(*apply_op("Lu", [input], attrs, name))


def svd(
    tensor: TensorLike,
    full_matrices: bool = False,
    compute_uv: bool = True,
    name: str | None = None,
) -> Any:
    """Singular values s, falling, and u and v with tensor = u diag(s) v^H.

    Without ``compute_uv`` only the values.

    >>> tf.linalg.svd([[3.0, 0.0], [0.0, 2.0]], compute_uv=False).numpy()
    array([3., 2.], dtype=float32)

    Raises:
      InvalidArgumentError: for less than two axes.
    """
    attrs = {"compute_uv": compute_uv, "full_matrices": full_matrices}
    s, u, v = apply_op("Svd", [convert_to_tensor(tensor)], attrs, name)
    values = _real(s)
    return (values, u, v) if compute_uv else values


def _real(value: Tensor) -> Tensor:
    if not value.dtype.is_complex:
        return value
    return apply_single("Real", [value], {"Tout": value.dtype.real_dtype})


def eigh(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues, ascending, and eigenvectors of self-adjoint matrices.

    >>> tf.linalg.eigh([[3.0, 0.0], [0.0, 2.0]])[0].numpy()
    array([2., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    given = convert_to_tensor(tensor)
    e, v = apply_op("SelfAdjointEigV2", [given], {"compute_v": True}, name)
    return e, v


def eigvalsh(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of self-adjoint matrices, ascending.

    >>> tf.linalg.eigvalsh([[3.0, 0.0], [0.0, 2.0]]).numpy()
    array([2., 3.], dtype=float32)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    given = convert_to_tensor(tensor)
    e, _ = apply_op("SelfAdjointEigV2", [given], {"compute_v": False}, name)
    result: Tensor = e
    return result


def eigh_tridiagonal(
    alpha: Any,
    beta: Any,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Any = None,
    tol: Any = None,
    name: str | None = None,
) -> Any:
    """Eigenvalues (and vectors) of the matrix with diagonal alpha, off-diagonals beta.

    ``select`` is "a" for all, "i" for the eigenvalues with indices from
    ``select_range[0]`` to ``select_range[1]``, "v" for the eigenvalues greater than
    ``select_range[0]`` and at most ``select_range[1]``.

    >>> tf.linalg.eigh_tridiagonal([1.0, 3.0], [0.0]).numpy()
    array([1., 3.], dtype=float32)

    Raises:
      ValueError: for another ``select``, or "i" and "v" without ``select_range``.
    """
    if select not in ("a", "i", "v"):
        raise ValueError(f"'select' must be one of 'a', 'i' or 'v', not {select!r}.")
    if select != "a" and select_range is None:
        raise ValueError(f"select={select!r} needs a `select_range`.")
    with op_scope(name, "eigh_tridiagonal"):
        main = convert_to_tensor(alpha)
        other = convert_to_tensor(beta, main.dtype)
        matrix = diag(main) + diag(other, k=-1)
        upper = apply_op("Conj", [other]) if other.dtype.is_complex else other
        values, vectors = eigh(matrix + diag(upper, k=1))
        values = _real(values)
        if select == "i":
            first, last = (int(each) for each in select_range)
            values, vectors = values[first : last + 1], vectors[:, first : last + 1]
        if select == "v":
            low, high = (convert_to_tensor(each, values.dtype) for each in select_range)
            chosen = apply_op(
                "LogicalAnd",
                [
                    apply_op("Greater", [values, low]),
                    apply_op("LessEqual", [values, high]),
                ],
            )
            places = apply_op("Reshape", [apply_op("Where", [chosen]), [-1]])
            values = apply_op("GatherV2", [values, places, 0])
            vectors = apply_op("GatherV2", [vectors, places, 1])
        return values if eigvals_only else (values, vectors)


def _complex_dtype(tensor: Tensor) -> Any:
    double = (dtypes.float64, dtypes.complex128)
    return dtypes.complex128 if tensor.dtype in double else dtypes.complex64


def eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues and eigenvectors of square matrices, complex.

    >>> tf.linalg.eig([[3.0, 0.0], [0.0, 2.0]])[0].numpy()
    array([3.+0.j, 2.+0.j], dtype=complex64)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    given = convert_to_tensor(tensor)
    attrs = {"compute_v": True, "Tout": _complex_dtype(given)}
    e, v = apply_op("Eig", [given], attrs, name)
    return e, v


def eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of square matrices, complex.

    >>> tf.linalg.eigvals([[0.0, 1.0], [-1.0, 0.0]]).numpy().imag
    array([ 1., -1.], dtype=float32)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    given = convert_to_tensor(tensor)
    attrs = {"compute_v": False, "Tout": _complex_dtype(given)}
    e, _ = apply_op("Eig", [given], attrs, name)
    result: Tensor = e
    return result


def det(input: TensorLike, name: str | None = None) -> Tensor:
    """The determinant of square matrices.

    >>> tf.linalg.det([[3.0, 0.0], [0.0, 2.0]]).numpy()
    np.float32(6.0)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    return apply_single("MatrixDeterminant", [input], None, name)


class LogMatrixDeterminant(NamedTuple):
    """Sign and logarithm of the absolute value of a determinant."""

    sign: Tensor
    log_abs_determinant: Tensor


def slogdet(input: TensorLike, name: str | None = None) -> LogMatrixDeterminant:
    """The sign of the determinant, and the logarithm of its absolute value.

    >>> tf.linalg.slogdet([[-1.0, 0.0], [0.0, 1.0]]).sign.numpy()
    np.float32(-1.0)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    found = apply_op("LogMatrixDeterminant", [input], None, name)
    return LogMatrixDeterminant(*found)


def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of positive definite matrices.

    >>> tf.linalg.logdet([[1.0, 0.0], [0.0, 1.0]]).numpy()
    np.float32(0.0)

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    with op_scope(name, "logdet"):
        entries = _real(diag_part(cholesky(matrix)))
        total = reduce_sum(apply_op("Log", [entries]), [-1])
        return apply_single("Mul", [2.0, total])


def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverse of square matrices, or of their adjoints.

    >>> tf.linalg.inv([[4.0, 0.0], [0.0, 2.0]]).numpy().tolist()
    [[0.25, 0.0], [0.0, 0.5]]

    Raises:
      InvalidArgumentError: for matrices that are singular or not square.
    """
    return apply_single("MatrixInverse", [input], {"adjoint": adjoint}, name)


def sqrtm(input: TensorLike, name: str | None = None) -> Tensor:
    """The principal square root; NaN for a real matrix whose root is not real.

    >>> tf.linalg.sqrtm([[4.0, 0.0], [0.0, 9.0]]).numpy().round(4).tolist()
    [[2.0, 0.0], [0.0, 3.0]]

    Raises:
      InvalidArgumentError: for matrices that are not square.
    """
    return apply_single("MatrixSquareRoot", [input], None, name)


def logm(input: TensorLike, name: str | None = None) -> Tensor:
    """The principal logarithm of complex matrices.

    >>> tf.linalg.logm(tf.eye(2, dtype=tf.complex64)).numpy().real.tolist()
    [[0.0, 0.0], [0.0, 0.0]]

    Raises:
      InvalidArgumentError: for matrices that are not complex or not square.
    """
    return apply_single("MatrixLogarithm", [input], None, name)
