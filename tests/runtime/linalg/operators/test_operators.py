"""Every operator does what its written matrix does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

L = tf.linalg
RNG = np.random.default_rng(5)


def definite(size: int, *batch: int) -> Any:
    rows = RNG.normal(size=(*batch, size, size))
    return rows @ np.swapaxes(rows, -1, -2) + np.eye(size)


def full(size: int = 3, *batch: int, **hints: bool) -> Any:
    return L.LinearOperatorFullMatrix(
        RNG.normal(size=(*batch, size, size)) + 2 * np.eye(size), **hints
    )


def wide(rows: int, columns: int) -> Any:
    return L.LinearOperatorFullMatrix(RNG.normal(size=(rows, columns)))


PROMISED = {"is_self_adjoint": True, "is_positive_definite": True}

OPERATORS: dict[str, Callable[[], Any]] = {
    "full": full,
    "full_batch": lambda: full(3, 2),
    "definite": lambda: L.LinearOperatorFullMatrix(definite(3), **PROMISED),
    "diag": lambda: L.LinearOperatorDiag(RNG.uniform(1, 2, (2, 3))),
    "complex_diag": lambda: L.LinearOperatorDiag(RNG.normal(size=3) + 2j),
    "identity": lambda: L.LinearOperatorIdentity(3, dtype=tf.float64),
    "identity_batch": lambda: L.LinearOperatorIdentity(3, [2], tf.float64),
    "scaled": lambda: L.LinearOperatorScaledIdentity(3, np.array([2.0, -1.5])),
    "triangle": lambda: L.LinearOperatorLowerTriangular(definite(3)),
    "permutation": lambda: L.LinearOperatorPermutation([2, 0, 1], tf.float64),
    "toeplitz": lambda: L.LinearOperatorToeplitz(
        np.array([4.0, 1.0, 2.0]), np.array([4.0, 3.0, 1.0])
    ),
    "tridiag": lambda: L.LinearOperatorTridiag(
        np.array([[1.0, 2.0, 0.0], [5.0, 6.0, 7.0], [0.0, 1.0, 2.0]])
    ),
    "tridiag_matrix": lambda: L.LinearOperatorTridiag(definite(3), "matrix"),
    "householder": lambda: L.LinearOperatorHouseholder(RNG.normal(size=3)),
    "inverse": lambda: L.LinearOperatorInversion(full()),
    "adjoint": lambda: L.LinearOperatorAdjoint(full()),
    "composition": lambda: L.LinearOperatorComposition([full(), full(3, 2), full()]),
    "kronecker": lambda: L.LinearOperatorKronecker([full(2), full(3), full(2)]),
    "kronecker_batch": lambda: L.LinearOperatorKronecker([full(2, 2), full(2)]),
    "blocks": lambda: L.LinearOperatorBlockDiag([full(2), full(1, 2), full(2)]),
    "block_triangle": lambda: L.LinearOperatorBlockLowerTriangular(
        [[full(2)], [wide(1, 2), full(1)], [wide(2, 2), wide(2, 1), full(2, 3)]]
    ),
    "update": lambda: L.LinearOperatorLowRankUpdate(
        full(4), RNG.normal(size=(4, 2)), np.array([1.5, 2.0]), RNG.normal(size=(4, 2))
    ),
    "update_of_diag": lambda: L.LinearOperatorLowRankUpdate(
        L.LinearOperatorDiag(RNG.uniform(1, 2, 4)), RNG.normal(size=(4, 1))
    ),
    "circulant": lambda: L.LinearOperatorCirculant(
        np.array([5.0, 2.0, 1.0, 2.0]), tf.float64
    ),
    "circulant_complex": lambda: L.LinearOperatorCirculant(
        RNG.normal(size=4) + 3j, tf.complex128
    ),
    "circulant_2d": lambda: L.LinearOperatorCirculant2D(
        np.array([[5.0, 2.0], [1.0, 3.0], [1.0, 3.0]]) + 0j, tf.complex128
    ),
    "circulant_3d": lambda: L.LinearOperatorCirculant3D(
        RNG.uniform(1, 2, (2, 1, 2)) + 0j, tf.complex128
    ),
}


def close(found: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(found), expected, rtol=1e-8, atol=1e-8)


def vectors(dense: Any, columns: int = 2) -> Any:
    x = RNG.normal(size=(dense.shape[-1], columns))
    return x.astype(dense.dtype)


@pytest.mark.parametrize("name", OPERATORS)
def test_products_and_solutions(name: str) -> None:
    operator = OPERATORS[name]()
    dense = operator.to_dense().numpy()
    turned = np.conj(np.swapaxes(dense, -1, -2))
    x = vectors(dense)
    assert tuple(operator.shape) == dense.shape
    close(operator.matmul(x), dense @ x)
    close(operator @ x, dense @ x)
    close(operator.matmul(x, adjoint=True), turned @ x)
    close(operator.matmul(np.conj(x.T), adjoint_arg=True), dense @ x)
    close(operator.matvec(x[:, 0]), (dense @ x)[..., 0])
    close(operator.solve(x), np.linalg.inv(dense) @ x)
    close(operator.solve(x, adjoint=True), np.linalg.inv(turned) @ x)
    close(operator.solvevec(x[:, 0]), (np.linalg.inv(dense) @ x)[..., 0])
    close(operator.inverse().matmul(x), np.linalg.inv(dense) @ x)
    close(operator.adjoint().to_dense(), turned)
    close(operator.H.solve(x), np.linalg.inv(turned) @ x)


@pytest.mark.parametrize("name", OPERATORS)
def test_numbers_of_a_matrix(name: str) -> None:
    operator = OPERATORS[name]()
    dense = operator.to_dense().numpy()
    close(operator.trace(), np.trace(dense, axis1=-2, axis2=-1))
    close(operator.diag_part(), np.diagonal(dense, axis1=-2, axis2=-1))
    close(operator.determinant(), np.linalg.det(dense))
    close(operator.log_abs_determinant(), np.linalg.slogdet(dense)[1])
    close(operator.add_to_tensor(dense), 2 * dense)
    values = np.linalg.svd(dense, compute_uv=False)
    close(operator.cond(), values.max(-1) / values.min(-1))
    if operator.is_self_adjoint and dense.dtype == np.float64:
        found = np.sort(np.real(operator.eigvals().numpy()), -1)
        close(found, np.linalg.eigvalsh(dense))


@pytest.mark.parametrize("first", ["full", "diag", "identity", "scaled", "triangle"])
@pytest.mark.parametrize("second", ["full", "diag", "scaled", "permutation", "inverse"])
def test_product_of_operators(first: str, second: str) -> None:
    one, other = OPERATORS[first](), OPERATORS[second]()
    product = one @ other
    assert isinstance(product, L.LinearOperator)
    close(product.to_dense(), one.to_dense().numpy() @ other.to_dense().numpy())
    turned = one.matmul(other, adjoint=True, adjoint_arg=True).to_dense()
    swapped = [np.swapaxes(each.to_dense().numpy(), -1, -2) for each in (one, other)]
    close(turned, swapped[0] @ swapped[1])


def test_cholesky_of_promised_operators() -> None:
    blocks = [
        L.LinearOperatorFullMatrix(definite(2), **PROMISED),
        L.LinearOperatorDiag(np.array([4.0, 9.0]), **PROMISED),
    ]
    for operator in (
        *blocks,
        L.LinearOperatorBlockDiag(blocks),
        L.LinearOperatorKronecker(blocks),
        L.LinearOperatorScaledIdentity(2, np.float64(4.0), **PROMISED),
        L.LinearOperatorIdentity(2, dtype=tf.float64),
    ):
        lower = operator.cholesky()
        close((lower @ lower.H).to_dense(), operator.to_dense())


def test_zeros() -> None:
    zeros = L.LinearOperatorZeros(
        2, 3, is_square=False, is_self_adjoint=False, dtype=tf.float64
    )
    close(zeros.matmul(np.ones((3, 4))), np.zeros((2, 4)))
    close(zeros.adjoint().to_dense(), np.zeros((3, 2)))
    with pytest.raises(ValueError, match="not square"):
        zeros.inverse()
    with pytest.raises(NotImplementedError, match="singular"):
        L.LinearOperatorZeros(2).solve(tf.ones([2, 1]))


def test_operators_in_graphs_and_under_tapes() -> None:
    @tf.function
    def solved(matrix: Any, x: Any) -> Any:
        return L.LinearOperatorFullMatrix(matrix).solvevec(x)

    matrix, x = tf.constant(definite(3)), tf.constant([1.0, 2.0, 3.0], tf.float64)
    close(solved(matrix, x), np.linalg.solve(matrix.numpy(), x.numpy()))
    with tf.GradientTape() as tape:
        tape.watch(x)
        size = tf.reduce_sum(L.LinearOperatorDiag(x).log_abs_determinant())
    close(tape.gradient(size, x), 1 / x.numpy())


def test_variables_are_those_of_the_operator() -> None:
    v = tf.Variable([1.0, 2.0])
    operator = L.LinearOperatorDiag(v)
    assert operator.matvec([1.0, 1.0]).numpy().tolist() == [1.0, 2.0]


@pytest.mark.parametrize(
    ("make", "kind", "message"),
    [
        (lambda: L.LinearOperatorDiag(3.0), ValueError, "at least 1 dimension"),
        (lambda: L.LinearOperatorDiag(["a"]), TypeError, "must be of numbers"),
        (lambda: L.LinearOperatorFullMatrix([1.0]), ValueError, "at least 2 dim"),
        (lambda: L.LinearOperatorIdentity(-1), ValueError, "non-negative"),
        (lambda: L.LinearOperatorIdentity(2.0), TypeError, "must be integer type"),
        (lambda: L.LinearOperatorPermutation([0, 0]), ValueError, "unique"),
        (lambda: L.LinearOperatorComposition([]), ValueError, "non-empty"),
        (lambda: L.LinearOperatorTridiag([[1.0]] * 3, "x"), ValueError, "one of"),
        (lambda: full().matmul(np.ones((2, 2))), ValueError, "not compatible"),
        (lambda: full().matmul(np.ones((3, 2), "f4")), TypeError, "expected dtype"),
        (lambda: full().eigvals(), NotImplementedError, "self-adjoint"),
        (lambda: full().cholesky(), ValueError, "Cholesky"),
        (
            lambda: L.LinearOperatorComposition([full(), full(2)]),
            ValueError,
            "do not fit",
        ),
        (
            lambda: full(is_positive_definite=True, is_non_singular=False),
            ValueError,
            "always non-singular",
        ),
        (
            lambda: L.LinearOperatorFullMatrix([[1.0, 2.0]]).determinant(),
            NotImplementedError,
            "not be square",
        ),
    ],
)
def test_refusals(make: Callable[[], Any], kind: type, message: str) -> None:
    with pytest.raises(kind, match=message):
        make()


def test_checks() -> None:
    operator = L.LinearOperatorFullMatrix(definite(3))
    operator.assert_self_adjoint()
    operator.assert_positive_definite()
    operator.assert_non_singular()
    skew = L.LinearOperatorFullMatrix([[0.0, 1.0], [-1.0, 0.0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="not equal to its adj"):
        skew.assert_self_adjoint()
    with pytest.raises(tf.errors.InvalidArgumentError, match="Singular matrix"):
        L.LinearOperatorFullMatrix([[1.0, 1.0], [1.0, 1.0]]).assert_non_singular()


def test_conjugate_gradients_find_the_solution() -> None:
    matrix, x = definite(6), RNG.normal(size=6)
    operator = L.LinearOperatorFullMatrix(matrix, **PROMISED)
    for preconditioner in (
        None,
        L.LinearOperatorDiag(1 / np.diagonal(matrix), **PROMISED),
    ):
        found = L.experimental.conjugate_gradient(
            operator, matrix @ x, preconditioner, tol=1e-12
        )
        close(found.x, x)
        assert int(found.i) <= 8
