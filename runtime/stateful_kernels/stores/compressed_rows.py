"""Immutable sparse matrices in CSR format, and the kernels on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import of_array
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.sparse import compressed_rows as ops
from runtime.stateful_kernels.attaching import kernel, kernel_factory


@handle_class("rows")
class CompressedRows:
    """Entries sorted by batch, row and column, and the shape."""

    shape = ()
    """A variant is a scalar."""

    def __init__(self, places: Any, values: Any, sizes: tuple[int, ...]) -> None:
        self.places, self.values, self.sizes = places, values, sizes

    @property
    def is_batch(self) -> bool:
        """Whether the matrix has a batch axis."""
        return len(self.sizes) == 3

    @property
    def batch_sizes(self) -> tuple[int, int, int]:
        """The number of matrices, rows and columns."""
        batch, rows, columns = self.sizes if self.is_batch else (1, *self.sizes)
        return batch, rows, columns

    def ordered(self) -> CompressedRows:
        """The same with the entries in the order of their places."""
        order = np.lexsort(self.places.T[::-1])
        return CompressedRows(self.places[order], self.values[order], self.sizes)

    def turned(self, is_conjugate: bool) -> CompressedRows:
        """Rows and columns swapped."""
        *outer, rows, columns = self.sizes
        values = self.values.conj() if is_conjugate else self.values
        found = CompressedRows(
            self.places[:, [0, 2, 1]], values, (*outer, columns, rows)
        )
        return found.ordered()

    def checked(self, dtype: Any) -> CompressedRows:
        """The matrix itself.

        Raises:
          InvalidArgumentError: if its elements are not of the dtype.
        """
        if of_array(self.values) is not dtype:
            raise InvalidArgumentError(
                f"dtype of input is not equal to 'type': {of_array(self.values).name} "
                f"vs. {dtype.name}"
            )
        return self


def _made(indices: Any, values: Any, sizes: tuple[int, ...]) -> CompressedRows:
    if len(sizes) not in (2, 3):
        raise InvalidArgumentError(
            f"SparseTensor must have rank 2 or 3; but indices has rank: {len(sizes)}"
        )
    if indices.ndim != 2 or indices.shape[1] != len(sizes):
        raise InvalidArgumentError(
            f"indices must be a matrix of {len(sizes)} columns, but has shape "
            f"{list(indices.shape)}"
        )
    if len(indices) != len(values):
        raise InvalidArgumentError(
            f"Number of indices and values differ: {len(indices)} and {len(values)}"
        )
    if len(indices) and ((indices < 0) | (indices >= np.array(sizes))).any():
        raise InvalidArgumentError(f"An index lies outside of the sizes {list(sizes)}")
    places = np.asarray(indices, np.int64)
    if len(sizes) == 2:
        places = np.concatenate([np.zeros((len(places), 1), np.int64), places], 1)
    return CompressedRows(places, values, sizes)


@kernel(ops.SparseTensorToCSRSparseMatrix)
def _of_entries(indices: Any, values: Any, dense_shape: Any) -> CompressedRows:
    return _made(indices, values, tuple(np.asarray(dense_shape).tolist()))


@kernel(ops.DenseToCSRSparseMatrix)
def _of_array(dense: Any, indices: Any) -> CompressedRows:
    empty = _made(indices, np.empty(len(indices)), dense.shape)
    values = dense[tuple(np.asarray(indices).T)]
    return CompressedRows(empty.places, values, dense.shape)


def _of_dtype(op: type, compute: Callable[[CompressedRows], Any]) -> None:
    """Attaches a kernel on matrices of the dtype that the attribute says."""

    @kernel_factory(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        dtype = attrs["type"]
        return lambda given: compute(given.checked(dtype))


def _entries(given: CompressedRows) -> Any:
    places = given.places if given.is_batch else given.places[:, 1:]
    return places, given.values, np.array(given.sizes, np.int64)


def _array(given: CompressedRows) -> Any:
    found = np.zeros(given.batch_sizes, given.values.dtype)
    found[tuple(given.places.T)] = given.values
    return found.reshape(given.sizes)


_of_dtype(ops.CSRSparseMatrixToSparseTensor, _entries)
_of_dtype(ops.CSRSparseMatrixToDense, _array)


@kernel_factory(ops.CSRSparseMatrixComponents)
def _components(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["type"]

    def compute(given: CompressedRows, index: Any) -> Any:
        batch, rows, _ = given.checked(dtype).batch_sizes
        if np.ndim(index):
            raise InvalidArgumentError(
                f"index should be a scalar, but saw: {list(np.shape(index))}"
            )
        if not 0 <= int(index) < batch:
            raise InvalidArgumentError(f"index ({int(index)}) not in [0, {batch})")
        chosen = given.places[:, 0] == index
        places = given.places[chosen]
        starts = np.searchsorted(places[:, 1], np.arange(rows + 1))
        columns = places[:, 2].astype(np.int32)
        return starts.astype(np.int32), columns, given.values[chosen]

    return compute


@kernel(ops.SparseMatrixNNZ)
def _count(given: CompressedRows) -> Any:
    counts = np.bincount(given.places[:, 0], minlength=given.batch_sizes[0])
    return counts.astype(np.int32) if given.is_batch else np.int32(counts[0])


@kernel_factory(ops.SparseMatrixTranspose)
def _transpose(attrs: Mapping[str, Attr]) -> Kernel:
    dtype, is_conjugate = attrs["type"], attrs["conjugate"]
    return lambda given: given.checked(dtype).turned(is_conjugate)


def _turned_as_asked(given: Any, attrs: Mapping[str, Attr], name: str) -> Any:
    is_adjoint = attrs[f"adjoint_{name}"]
    if is_adjoint and attrs[f"transpose_{name}"]:
        raise InvalidArgumentError(
            f"Only one of adjoint_{name} and transpose_{name} may be true."
        )
    if not (is_adjoint or attrs[f"transpose_{name}"]):
        return given
    if isinstance(given, CompressedRows):
        return given.turned(is_adjoint)
    turned = np.swapaxes(given, -1, -2)
    return turned.conj() if is_adjoint else turned


def _require_fit(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    if len(first) != len(second) or first[:-2] != second[:-2]:
        raise InvalidArgumentError(
            f"Ranks and batches of a and b must match, but their shapes are "
            f"{list(first)} and {list(second)}"
        )
    if first[-1] != second[-2]:
        raise InvalidArgumentError(
            f"Inner dimensions of A and B do not agree: {first[-1]} vs. {second[-2]} "
            f"(shapes {list(first)} and {list(second)})"
        )


@kernel_factory(ops.SparseMatrixMatMul)
def _product(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["T"]

    def compute(a: CompressedRows, b: Any) -> Any:
        left = _turned_as_asked(a.checked(dtype), attrs, "a")
        right = _turned_as_asked(b, attrs, "b")
        _require_fit(left.sizes, right.shape)
        batch, rows, _ = left.batch_sizes
        groups = right.reshape(batch, *right.shape[-2:])
        found = np.zeros((batch, rows, right.shape[-1]), right.dtype)
        numbers, row, column = left.places.T
        terms = left.values[:, None] * groups[numbers, column]
        np.add.at(found, (numbers, row), terms)
        found = found.reshape(*left.sizes[:-1], right.shape[-1])
        if attrs["transpose_output"]:
            found = np.swapaxes(found, -1, -2)
        return found.conj() if attrs["conjugate_output"] else found

    return compute


@kernel_factory(ops.SparseMatrixSparseMatMul)
def _sparse_product(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["type"]

    def compute(a: CompressedRows, b: CompressedRows) -> CompressedRows:
        left = _turned_as_asked(a.checked(dtype), attrs, "a").ordered()
        right = _turned_as_asked(b.checked(dtype), attrs, "b").ordered()
        _require_fit(left.sizes, right.sizes)
        return _multiplied(left, right)

    return compute


def _multiplied(left: CompressedRows, right: CompressedRows) -> CompressedRows:
    """Every entry on the left times the row on the right that its column names."""
    batch, inner, columns = right.batch_sizes
    rows = left.batch_sizes[1]
    row_ids = right.places[:, 0] * inner + right.places[:, 1]
    starts = np.searchsorted(row_ids, np.arange(batch * inner + 1))
    wanted = left.places[:, 0] * inner + left.places[:, 2]
    counts = starts[wanted + 1] - starts[wanted]
    mine = np.repeat(np.arange(len(wanted)), counts)
    before = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else counts
    theirs = np.arange(len(mine)) - np.repeat(before, counts) + starts[wanted][mine]
    places = np.stack([*left.places[mine, :2].T, right.places[theirs, 2]], 1)
    flat = (places[:, 0] * rows + places[:, 1]) * columns + places[:, 2]
    kept, which = np.unique(flat, return_inverse=True)
    values = np.zeros(len(kept), left.values.dtype)
    np.add.at(values, which, left.values[mine] * right.values[theirs])
    found = np.stack(np.unravel_index(kept, (batch, rows, columns)), 1)
    sizes = (*left.sizes[:-1], columns)
    return CompressedRows(found.astype(np.int64), values, sizes)


@kernel_factory(ops.SparseMatrixSparseCholesky)
def _cholesky(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["type"]

    def compute(given: CompressedRows, permutation: Any) -> CompressedRows:
        batch, rows, columns = given.checked(dtype).batch_sizes
        if rows != columns:
            raise InvalidArgumentError(
                f"sparse matrix must be square; got: {rows} != {columns}"
            )
        if permutation.shape != given.sizes[:-1]:
            raise InvalidArgumentError(
                f"permutation must have the shape {list(given.sizes[:-1])}, got "
                f"{list(permutation.shape)}"
            )
        dense = _array(given).reshape(batch, rows, rows)
        marks = np.zeros(dense.shape, bool)
        marks[tuple(given.places.T)] = True
        orders = permutation.reshape(batch, rows)
        pairs = [_factored(*each) for each in zip(dense, marks, orders)]
        places = [
            np.pad(np.argwhere(mark), ((0, 0), (1, 0)), constant_values=number)
            for number, (_, mark) in enumerate(pairs)
        ]
        values = [factor[mark] for factor, mark in pairs]
        joined = np.concatenate(places).astype(np.int64)
        return CompressedRows(joined, np.concatenate(values), given.sizes)

    return compute


def _factored(matrix: Any, marks: Any, order: Any) -> tuple[Any, Any]:
    """The lower factor of a permuted matrix, and where it has entries."""
    if sorted(order.tolist()) != list(range(len(order))):
        raise InvalidArgumentError(f"{order.tolist()} is no permutation")
    lower = np.tril(matrix) + np.tril(matrix, -1).conj().T
    # only the lower half of the matrix is read
    held = np.tril(marks) | np.tril(marks).T
    try:
        factor = np.linalg.cholesky(lower[np.ix_(order, order)])
    except np.linalg.LinAlgError:
        raise InvalidArgumentError("Sparse Cholesky factorization failed!") from None
    return factor, _filled_in(held[np.ix_(order, order)])


def _filled_in(marks: Any) -> Any:
    """Where the factor of a matrix with entries at these places has entries."""
    found = np.tril(marks) | np.eye(len(marks), dtype=bool)
    for column in range(len(found)):
        below = np.flatnonzero(found[column + 1 :, column]) + column + 1
        if len(below):
            found[below[0] :, below[0]] |= found[below[0] :, column]
    return found
