"""Feature crosses: every combination of the values in each row."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.compute.hashing import fingerprint64, siphash24
from graphir.ops.contract.ranks import text_of
from graphir.ops.sparse.sparse_tensors import SparseEntries
from graphir.shapes import Shape

_MASK: Final = (1 << 64) - 1
_FACTOR: Final = 0xC6A4A7935BD1E995


def joined_fingerprints(first: int, second: int) -> int:
    """Two fingerprints of 64 bits as one, which depends on their order.

    >>> joined_fingerprints(1, 2) == joined_fingerprints(2, 1)
    False
    """
    result = first ^ _FACTOR
    result ^= _shift_mix(second * _FACTOR & _MASK) * _FACTOR & _MASK
    result = result * _FACTOR & _MASK
    return _shift_mix(_shift_mix(result) * _FACTOR & _MASK)


def _shift_mix(value: int) -> int:
    return value ^ value >> 47


def rows_of(indices: Any, values: Any, count: int) -> list[list[Any]]:
    """The values of a sparse matrix, row by row."""
    rows: list[list[Any]] = [[] for _ in range(count)]
    for (row, *_), value in zip(indices.tolist(), values.tolist()):
        rows[row].append(value)
    return rows


def crossed(
    columns: Sequence[list[list[Any]]], join: Callable[[Sequence[Any]], Any]
) -> list[list[Any]]:
    """For each row, the join of every combination of the columns' values."""
    rows = zip(*columns)
    return [[join(each) for each in itertools.product(*row)] for row in rows]


def as_text(value: Any) -> bytes:
    """A feature as text: numbers in decimal."""
    return value if isinstance(value, bytes) else str(value).encode()


def number_of(value: Any) -> int:
    """A feature as 64 bits: the fingerprint of text, a number itself."""
    return fingerprint64(value) if isinstance(value, bytes) else value & _MASK


def hashed(features: Sequence[Any], key: int, bucket_count: int) -> int:
    """The joined fingerprints of features, modulo the buckets if there are any."""
    result = key & _MASK
    for each in features:
        result = joined_fingerprints(result, number_of(each))
    # without buckets no number may turn negative
    return result % (bucket_count or 2**63 - 1)


class Crossing(SparseEntries):
    """Columns of sparse matrices, then of dense matrices."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, 2]), Shape([None]), Shape([2])]

    def _columns(
        self,
        indices: list[Any],
        values: list[Any],
        shapes: list[Any],
        dense_inputs: list[Any],
    ) -> list[list[list[Any]]]:
        for array in (*indices, *dense_inputs):
            if np.ndim(array) != 2:
                raise self.invalid(
                    f"Inputs should be matrices, got shape {np.shape(array)}"
                )
        counts = {int(shape[0]) for shape in shapes} | {len(d) for d in dense_inputs}
        if len(counts) > 1:
            raise self.invalid(f"Expected batch sizes to be one, got {sorted(counts)}")
        count = counts.pop() if counts else 0
        sparse = [rows_of(place, value, count) for place, value in zip(indices, values)]
        return sparse + [np.asarray(each).tolist() for each in dense_inputs]

    def _as_sparse(self, rows: list[list[Any]], dtype: Any) -> tuple[Any, Any, Any]:
        places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
        flat = [each for row in rows for each in row]
        values = np.empty(len(flat), dtype)
        values[:] = flat
        longest = max(map(len, rows), default=0)
        return (
            np.array(places, np.int64).reshape(-1, 2),
            values,
            np.array([len(rows), longest], np.int64),
        )


class SparseCross(
    Crossing,
    signature="""
        SparseCross(indices: N*int64, values: list(sparse_types), shapes: N*int64,
                    dense_inputs: list(dense_types))
        -> (output_indices: int64, output_values: out_type, output_shape: int64)
        | N: int >= 0; hashed_output: bool; num_buckets: int >= 0; hash_key: int;
          sparse_types: list(type) in [int64,string] >= 0;
          dense_types: list(type) in [int64,string] >= 0;
          out_type: type in [int64,string]; internal_type: type in [int64,string]
    """,
):
    """Crosses as text joined by ``_X_``, or as numbers of buckets."""

    def compute(self, *args: Any) -> Any:
        columns = self._columns(*args)
        if not self.hashed_output:
            text = lambda each: b"_X_".join(map(as_text, each))  # noqa: E731
            return self._as_sparse(crossed(columns, text), object)
        key, buckets = int(self.hash_key), int(self.num_buckets)
        rows = crossed(columns, lambda each: hashed(each, key, buckets))
        return self._as_sparse(rows, np.int64)


class SparseCrossV2(
    Crossing,
    signature="""
        SparseCrossV2(indices: N*int64, values: list(sparse_types), shapes: N*int64,
                      dense_inputs: list(dense_types), sep: string)
        -> (output_indices: int64, output_values: string, output_shape: int64)
        | N: int >= 0; sparse_types: list(type) in [int64,string] >= 0;
          dense_types: list(type) in [int64,string] >= 0
    """,
):
    """Crosses as text joined by a separator."""

    def compute(self, *args: Any) -> Any:
        *inputs, sep = args
        separator = text_of(sep, "sep")
        rows = crossed(
            self._columns(*inputs), lambda each: separator.join(map(as_text, each))
        )
        return self._as_sparse(rows, object)


class SparseCrossHashed(
    Crossing,
    signature="""
        SparseCrossHashed(indices: N*int64, values: list(sparse_types), shapes: N*int64,
                          dense_inputs: list(dense_types), num_buckets: int64,
                          strong_hash: bool, salt: int64)
        -> (output_indices: int64, output_values: int64, output_shape: int64)
        | N: int >= 0; sparse_types: list(type) in [int64,string] >= 0;
          dense_types: list(type) in [int64,string] >= 0
    """,
):
    """Crosses as numbers of buckets, by a hash with a salt of two numbers."""

    def compute(self, *args: Any) -> Any:
        *inputs, num_buckets, strong_hash, salt = args
        words = [int(each) & _MASK for each in np.ravel(salt)]
        if strong_hash:
            prepare: Callable[[Any], int] = lambda each: _strong(each, words)  # noqa: E731
        else:
            prepare = number_of
        buckets = int(num_buckets)
        rows = crossed(
            self._columns(*inputs),
            lambda each: hashed([prepare(part) for part in each], words[0], buckets),
        )
        return self._as_sparse(rows, np.int64)


def _strong(value: Any, salt: list[int]) -> int:
    data = (
        value if isinstance(value, bytes) else value.to_bytes(8, "little", signed=True)
    )
    return siphash24(data, (salt[0], salt[1]))


class RaggedCross(
    Crossing,
    signature="""
        RaggedCross(ragged_values: list(ragged_values_types),
                    ragged_row_splits: list(ragged_splits_types),
                    sparse_indices: Nsparse*int64,
                    sparse_values: list(sparse_values_types),
                    sparse_shape: Nsparse*int64, dense_inputs: list(dense_types))
        -> (output_values: out_values_type, output_row_splits: out_row_splits_type)
        | Nsparse: int >= 0; input_order: string; hashed_output: bool;
          num_buckets: int >= 0; hash_key: int;
          ragged_values_types: list(type) in [int64,string] >= 0;
          ragged_splits_types: list(type) in [int32,int64] >= 0;
          sparse_values_types: list(type) in [int64,string] >= 0;
          dense_types: list(type) in [int64,string] >= 0;
          out_values_type: type in [int64,string];
          out_row_splits_type: type in [int32,int64]
    """,
):
    """Crosses of ragged, sparse and dense columns, as the rows of a ragged matrix.

    ``input_order`` has a letter for each column: R, S or D.
    """

    def infer_shape(self) -> list[Shape]:
        return [Shape([None]), Shape([None])]

    def compute(
        self,
        ragged_values: list[Any],
        ragged_row_splits: list[Any],
        sparse_indices: list[Any],
        sparse_values: list[Any],
        sparse_shape: list[Any],
        dense_inputs: list[Any],
    ) -> Any:
        ragged = iter(
            [
                [values[a:b].tolist() for a, b in itertools.pairwise(splits)]
                for values, splits in zip(ragged_values, ragged_row_splits)
            ]
        )
        others = self._columns(
            sparse_indices, sparse_values, sparse_shape, dense_inputs
        )
        sparse = iter(others[: len(sparse_indices)])
        dense = iter(others[len(sparse_indices) :])
        queues = {"R": ragged, "S": sparse, "D": dense}
        columns = [next(queues[kind]) for kind in self.input_order.decode()]
        if len({len(column) for column in columns}) > 1:
            raise self.invalid("inputs must all have the same batch dimension size.")
        rows = crossed(columns, self._join)
        flat = [each for row in rows for each in row]
        values = np.empty(len(flat), self.out_values_type.numpy_dtype)
        values[:] = flat
        splits_type = self.out_row_splits_type.numpy_dtype
        return values, np.cumsum([0, *map(len, rows)], dtype=splits_type)

    def _join(self, features: Sequence[Any]) -> Any:
        if self.out_values_type is dtypes.string:
            return b"_X_".join(map(as_text, features))
        return hashed(features, int(self.hash_key), int(self.num_buckets))
