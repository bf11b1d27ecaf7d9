"""Products of sparse matrices, under the names of TensorFlow's ops on their rows."""

from __future__ import annotations

from typing import Any

from graphir.dtypes import int64
from runtime.arrays.indexing import gather_nd, where
from runtime.arrays.reshaping import shape
from runtime.linalg.products import matmul
from runtime.math.casting import cast
from runtime.sparse.construction import to_dense
from runtime.sparse.sparse_tensor import SparseTensor


def sparse_tensor_to_csr_sparse_matrix(
    indices: Any, values: Any, dense_shape: Any, name: str | None = None
) -> SparseTensor:
    """A matrix of these entries."""
    return SparseTensor(indices, values, dense_shape)


def csr_sparse_matrix_to_sparse_tensor(
    sparse_matrix: SparseTensor, type: Any, name: str | None = None
) -> SparseTensor:
    """The entries of a matrix."""
    return sparse_matrix


def sparse_matrix_sparse_mat_mul(
    a: SparseTensor, b: SparseTensor, type: Any, name: str | None = None
) -> SparseTensor:
    """The product; it has an entry wherever one of its terms has.

    >>> from runtime.internal.sparse_matrices import sparse_matrix_sparse_mat_mul
    >>> m = tf.sparse.from_dense([[0.0, 2.0], [0.0, 0.0]])
    >>> sparse_matrix_sparse_mat_mul(m, m, tf.float32).values.shape
    TensorShape([0])
    """
    product = matmul(to_dense(a, validate_indices=False), to_dense(b))
    places = matmul(_marked(a), _marked(b))
    indices = where(places > 0)
    return SparseTensor(indices, gather_nd(product, indices), shape(product, int64))


def _marked(matrix: SparseTensor) -> Any:
    ones = cast(matrix.values == matrix.values, "float32")
    return to_dense(SparseTensor(matrix.indices, ones, matrix.dense_shape))
