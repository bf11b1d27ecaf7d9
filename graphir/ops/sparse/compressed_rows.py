"""Sparse matrices, and batches of them, as values: entries by compressed rows."""

from __future__ import annotations

from graphir.ops.contract.declaration import Op, needs_runtime, no_gradient
from graphir.shapes import SCALAR, UNKNOWN, Shape

_NUMBERS = "type in [float,double,complex64,complex128]"


class _Matrices(Op):
    """An op on matrices."""

    compute = needs_runtime
    input_gradients = no_gradient


class _OfRows(_Matrices):
    """An op whose result is a matrix, or a batch of them: a scalar variant."""

    def infer_shape(self) -> Shape:
        return SCALAR


class _ToArray(_Matrices):
    """An op that gives an array, whose sizes only the matrix knows."""

    def infer_shape(self) -> Shape:
        return UNKNOWN


class SparseTensorToCSRSparseMatrix(
    _OfRows,
    signature=f"""
        SparseTensorToCSRSparseMatrix(indices: int64, values: T, dense_shape: int64)
        -> (sparse_matrix: variant) | T: {_NUMBERS}
    """,
):
    """The matrix of these entries, in the order of their places."""


class DenseToCSRSparseMatrix(
    _OfRows,
    signature=f"""
        DenseToCSRSparseMatrix(dense_input: T, indices: int64)
        -> (sparse_output: variant) | T: {_NUMBERS}
    """,
):
    """The matrix of the entries of an array at these places."""


class CSRSparseMatrixToSparseTensor(
    _Matrices,
    signature=f"""
        CSRSparseMatrixToSparseTensor(sparse_matrix: variant)
        -> (indices: int64, values: type, dense_shape: int64) | type: {_NUMBERS}
    """,
    handles="rows",
):
    """The places and values of the entries, and the sizes."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, None]), Shape([None]), Shape([None])]


class CSRSparseMatrixToDense(
    _ToArray,
    signature=f"""
        CSRSparseMatrixToDense(sparse_input: variant) -> (dense_output: type)
        | type: {_NUMBERS}
    """,
    handles="rows",
):
    """The matrix as an array."""


class CSRSparseMatrixComponents(
    _Matrices,
    signature=f"""
        CSRSparseMatrixComponents(csr_sparse_matrix: variant, index: int32)
        -> (row_ptrs: int32, col_inds: int32, values: type) | type: {_NUMBERS}
    """,
    handles="rows",
):
    """Where each row of a matrix of the batch begins, and its columns and values."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None]), Shape([None]), Shape([None])]


class SparseMatrixNNZ(
    _ToArray,
    signature="""
        SparseMatrixNNZ(sparse_matrix: variant) -> (nnz: int32)
    """,
    handles="rows",
):
    """The number of entries of each matrix."""


class SparseMatrixTranspose(
    _OfRows,
    signature=f"""
        SparseMatrixTranspose(input: variant) -> (output: variant)
        | conjugate: bool = False; type: {_NUMBERS}
    """,
    handles="rows",
):
    """The matrix with rows and columns swapped."""


class SparseMatrixMatMul(
    _ToArray,
    signature="""
        SparseMatrixMatMul(a: variant, b: T) -> (output: T)
        | T: type; transpose_a: bool = False; transpose_b: bool = False;
          adjoint_a: bool = False; adjoint_b: bool = False;
          transpose_output: bool = False; conjugate_output: bool = False
    """,
    handles="rows",
):
    """The product of a sparse matrix and an array."""


class SparseMatrixSparseMatMul(
    _OfRows,
    signature=f"""
        SparseMatrixSparseMatMul(a: variant, b: variant) -> (c: variant)
        | type: {_NUMBERS}; transpose_a: bool = False; transpose_b: bool = False;
          adjoint_a: bool = False; adjoint_b: bool = False
    """,
    handles="rows",
):
    """The product of two sparse matrices; it has an entry wherever a term has one."""


class SparseMatrixSparseCholesky(
    _OfRows,
    signature=f"""
        SparseMatrixSparseCholesky(input: variant, permutation: int32)
        -> (output: variant) | type: {_NUMBERS}
    """,
    handles="rows",
):
    """The lower factor of each matrix, whose rows and columns are permuted before."""
