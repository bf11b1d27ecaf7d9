"""`tf.linalg`: products of matrices, and what is built on them.

Layers: products, transposes, decompositions, einsum, norms, solving, exponential,
operators, experimental.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from runtime.arrays.filling import eye
from runtime.linalg.decompositions import (
    cholesky,
    det,
    eig,
    eigh,
    eigh_tridiagonal,
    eigvals,
    eigvalsh,
    inv,
    logdet,
    logm,
    lu,
    qr,
    slogdet,
    sqrtm,
    svd,
)
from runtime.linalg.einsum import einsum, tensordot
from runtime.linalg.exponential import expm
from runtime.linalg.norms import matrix_rank, norm, normalize, pinv
from runtime.linalg.products import matmul, matvec
from runtime.linalg.solving import (
    banded_triangular_solve,
    cholesky_solve,
    lstsq,
    lu_matrix_inverse,
    lu_reconstruct,
    lu_solve,
    solve,
    triangular_solve,
    tridiagonal_matmul,
    tridiagonal_solve,
)
from runtime.linalg.transposes import (
    adjoint,
    band_part,
    cross,
    diag,
    diag_part,
    matrix_transpose,
    set_diag,
    tensor_diag,
    tensor_diag_part,
    trace,
)
from runtime.math.clipping import global_norm
from runtime.nn.normalization import l2_normalize

__all__ = [
    "adjoint",
    "band_part",
    "banded_triangular_solve",
    "cholesky",
    "cholesky_solve",
    "cross",
    "det",
    "diag",
    "diag_part",
    "eig",
    "eigh",
    "eigh_tridiagonal",
    "eigvals",
    "eigvalsh",
    "einsum",
    "expm",
    "eye",
    "global_norm",
    "inv",
    "l2_normalize",
    "logdet",
    "logm",
    "lstsq",
    "lu",
    "lu_matrix_inverse",
    "lu_reconstruct",
    "lu_solve",
    "matmul",
    "matrix_rank",
    "matrix_transpose",
    "matvec",
    "norm",
    "normalize",
    "pinv",
    "qr",
    "set_diag",
    "slogdet",
    "solve",
    "sqrtm",
    "svd",
    "tensor_diag",
    "tensor_diag_part",
    "tensordot",
    "trace",
    "triangular_solve",
    "tridiagonal_matmul",
    "tridiagonal_solve",
]

_OPERATORS: Final = {
    "linear_operator": "LinearOperator",
    "matrices": (
        "LinearOperatorFullMatrix LinearOperatorHouseholder "
        "LinearOperatorLowerTriangular LinearOperatorToeplitz LinearOperatorTridiag"
    ),
    "diagonals": (
        "LinearOperatorDiag LinearOperatorIdentity LinearOperatorPermutation "
        "LinearOperatorScaledIdentity LinearOperatorZeros"
    ),
    "compositions": (
        "LinearOperatorAdjoint LinearOperatorComposition LinearOperatorInversion"
    ),
    "block_triangles": "LinearOperatorBlockLowerTriangular",
    "blocks": "LinearOperatorBlockDiag LinearOperatorKronecker",
    "updates": "LinearOperatorLowRankUpdate",
    "circulants": (
        "LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D"
    ),
}
"""The module of each operator; imported when asked for, since they are modules of
variables, which most programs do without."""

_PLACES: Final = {
    name: module for module, names in _OPERATORS.items() for name in names.split()
}


def __getattr__(name: str) -> Any:
    """An operator, or the namespace ``experimental``."""
    if name == "experimental":
        return import_module("runtime.linalg.experimental")
    module = _PLACES.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"runtime.linalg.operators.{module}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_PLACES, "experimental"})
