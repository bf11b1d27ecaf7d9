"""Ops on sets: each vector along the last axis of a tensor is one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from graphir.ops.contract.families import in_brackets
from graphir.ops.sparse.sparse_tensors import SparseEntries, require_inside
from graphir.shapes import UNKNOWN, Shape

Groups = dict[tuple[int, ...], set[Any]]

_OPERATIONS: Final[dict[bytes, Callable[[set[Any], set[Any]], set[Any]]]] = {
    b"a-b": lambda a, b: a - b,
    b"b-a": lambda a, b: b - a,
    b"intersection": lambda a, b: a & b,
    b"union": lambda a, b: a | b,
}

_ATTRS: Final = """
    | set_operation: string; validate_indices: bool = True;
      T: type in [int8,int16,int32,int64,uint8,uint16,string]
"""
_RESULTS: Final = "(result_indices: int64, result_values: T, result_shape: int64)"


class SetOperation(SparseEntries):
    """One set operation on corresponding sets of two tensors."""

    def infer_shape(self) -> list[Shape]:
        return [Shape([None, None]), Shape([None]), Shape([None])]

    def _dense(self, array: Any) -> tuple[Groups, tuple[int, ...]]:
        if np.ndim(array) < 1:
            raise self.invalid(f"Input should have rank >= 1, got shape {array.shape}")
        groups = array.shape[:-1]
        return {
            place: set(array[place].tolist()) for place in np.ndindex(*groups)
        }, groups

    def _sparse(
        self, indices: Any, values: Any, shape: Any
    ) -> tuple[Groups, tuple[int, ...]]:
        if len(shape) < 1 or indices.shape[1] != len(shape):
            raise self.invalid(
                f"Expected indices of {len(shape)} columns, got "
                f"{in_brackets(indices.shape)}"
            )
        require_inside(self, indices, shape, not self.validate_indices)
        found: Groups = {}
        for place, value in zip(indices[:, :-1].tolist(), values.tolist()):
            found.setdefault(tuple(place), set()).add(value)
        return found, tuple(shape[:-1].tolist())

    def _combined(
        self,
        first: tuple[Groups, tuple[int, ...]],
        second: tuple[Groups, tuple[int, ...]],
    ) -> Any:
        (a, shape), (b, other) = first, second
        if shape != other:
            raise self.invalid(
                f"Mismatched group shapes: {in_brackets(shape)} vs. "
                f"{in_brackets(other)}"
            )
        operation = _OPERATIONS.get(self.set_operation.lower())
        if operation is None:
            raise self.invalid(f"Invalid set_operation {self.set_operation.decode()}.")
        places, flat, longest = [], [], 0
        for place in sorted({*a, *b}):
            found = sorted(operation(a.get(place, set()), b.get(place, set())))
            longest = max(longest, len(found))
            places += [(*place, position) for position in range(len(found))]
            flat += found
        values = np.empty(len(flat), self.T.numpy_dtype)
        values[:] = flat
        return (
            np.array(places, np.int64).reshape(len(flat), len(shape) + 1),
            values,
            np.array([*shape, longest], np.int64),
        )


class DenseToDenseSetOperation(
    SetOperation,
    signature=f"""
        DenseToDenseSetOperation(set1: T, set2: T) -> {_RESULTS} {_ATTRS}
    """,
):
    """A set operation on the rows of two dense tensors."""

    def compute(self, set1: Any, set2: Any) -> Any:
        return self._combined(self._dense(set1), self._dense(set2))


class DenseToSparseSetOperation(
    SetOperation,
    signature=f"""
        DenseToSparseSetOperation(set1: T, set2_indices: int64, set2_values: T,
                                  set2_shape: int64) -> {_RESULTS} {_ATTRS}
    """,
):
    """A set operation on the rows of a dense and a sparse tensor."""

    def compute(
        self, set1: Any, set2_indices: Any, set2_values: Any, set2_shape: Any
    ) -> Any:
        second = self._sparse(set2_indices, set2_values, set2_shape)
        return self._combined(self._dense(set1), second)


class SparseToSparseSetOperation(
    SetOperation,
    signature=f"""
        SparseToSparseSetOperation(set1_indices: int64, set1_values: T,
            set1_shape: int64, set2_indices: int64, set2_values: T, set2_shape: int64)
        -> {_RESULTS} {_ATTRS}
    """,
):
    """A set operation on the rows of two sparse tensors."""

    def compute(
        self,
        set1_indices: Any,
        set1_values: Any,
        set1_shape: Any,
        set2_indices: Any,
        set2_values: Any,
        set2_shape: Any,
    ) -> Any:
        first = self._sparse(set1_indices, set1_values, set1_shape)
        second = self._sparse(set2_indices, set2_values, set2_shape)
        return self._combined(first, second)


class SetSize(
    SetOperation,
    signature="""
        SetSize(set_indices: int64, set_values: T, set_shape: int64) -> (size: int32)
        | validate_indices: bool = True;
          T: type in [int8,int16,int32,int64,uint8,uint16,string]
    """,
):
    """How many distinct values each row of a sparse tensor has."""

    def infer_shape(self) -> Any:
        sizes = self.constant("set_shape")
        return UNKNOWN if sizes is None else Shape([int(size) for size in sizes[:-1]])

    def compute(self, set_indices: Any, set_values: Any, set_shape: Any) -> Any:
        if np.size(set_shape) < 2:
            raise self.invalid(f"Invalid rank {np.size(set_shape)}.")
        groups, shape = self._sparse(set_indices, set_values, set_shape)
        result = np.zeros(shape, np.int32)
        for place, members in groups.items():
            result[place] = len(members)
        return result
