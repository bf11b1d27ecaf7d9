"""Sparse tensors under integer handles, and the kernels that store and take them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import of_array
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.stores import sparse_tensors_maps as ops
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.stores.sharing import shared


class _Sparse(NamedTuple):
    indices: Any
    values: Any
    dense_shape: Any


class SparseTensorsMap:
    """Sparse tensors by integer handle; thread-safe."""

    def __init__(self) -> None:
        self._kept: dict[int, _Sparse] = {}
        self._numbers = count()
        self._lock = Lock()

    def add(self, tensor: _Sparse) -> int:
        """Stores a tensor; returns its integer handle."""
        with self._lock:
            number = next(self._numbers)
            self._kept[number] = tensor
            return number

    def take(self, numbers: list[int]) -> list[_Sparse]:
        """Removes and returns the tensors of integer handles.

        Raises:
          InvalidArgumentError: for a number without one.
        """
        with self._lock:
            missing = [each for each in numbers if each not in self._kept]
            if missing:
                raise InvalidArgumentError(
                    f"Unable to find SparseTensor: {missing[0]} in map"
                )
            return [self._kept.pop(each) for each in numbers]


def _found(attrs: Mapping[str, Attr]) -> SparseTensorsMap:
    return shared(attrs, SparseTensorsMap, SparseTensorsMap)


def _require_sparse(indices: Any, values: Any, shape: Any) -> None:
    if np.ndim(indices) != 2:
        raise InvalidArgumentError(
            f"Input indices should be a matrix but received shape "
            f"{list(np.shape(indices))}"
        )
    if np.ndim(values) != 1:
        raise InvalidArgumentError(
            f"Input values should be a vector but received shape "
            f"{list(np.shape(values))}"
        )
    if np.ndim(shape) != 1:
        raise InvalidArgumentError(
            f"Input shape should be a vector but received shape {list(np.shape(shape))}"
        )
    if len(values) != len(indices) or len(shape) != np.shape(indices)[1]:
        raise InvalidArgumentError(
            "Indices, values and shape of a sparse tensor must fit: their shapes are "
            f"{list(np.shape(indices))}, {list(np.shape(values))} and "
            f"{list(np.shape(shape))}"
        )
    outside = np.any((indices < 0) | (indices >= shape), axis=1)
    if outside.any():
        place = int(np.flatnonzero(outside)[0])
        raise InvalidArgumentError(
            f"indices[{place}] = {indices[place].tolist()} is out of bounds: need 0 <= "
            f"index < {np.asarray(shape).tolist()}"
        )


@kernel_factory(ops.AddSparseToTensorsMap)
def _add(attrs: Mapping[str, Attr]) -> Kernel:
    def add(indices: Any, values: Any, shape: Any) -> Any:
        _require_sparse(indices, values, shape)
        return np.int64(_found(attrs).add(_Sparse(indices, values, shape)))

    return add


@kernel_factory(ops.AddManySparseToTensorsMap)
def _add_many(attrs: Mapping[str, Attr]) -> Kernel:
    def add_many(indices: Any, values: Any, shape: Any) -> Any:
        _require_sparse(indices, values, shape)
        if len(shape) < 2:
            raise InvalidArgumentError(
                f"Rank of input SparseTensor should be > 1, but saw rank: {len(shape)}"
            )
        if np.any(np.diff(indices[:, 0]) < 0):
            raise InvalidArgumentError("The rows of the indices are not in order.")
        kept = _found(attrs)
        numbers = np.zeros(int(shape[0]), np.int64)
        # rows that have something come first
        for row in sorted(
            range(len(numbers)), key=lambda row: row not in indices[:, 0]
        ):
            own = indices[:, 0] == row
            tensor = _Sparse(indices[own, 1:], values[own], shape[1:])
            numbers[row] = kept.add(tensor)
        return numbers

    return add_many


@kernel_factory(ops.TakeManySparseFromTensorsMap)
def _take(attrs: Mapping[str, Attr]) -> Kernel:
    dtype = attrs["dtype"]

    def take(handles: Any) -> Any:
        if np.ndim(handles) != 1:
            raise InvalidArgumentError(
                "sparse_handles should be a vector but received shape "
                f"{list(np.shape(handles))}"
            )
        parts = _found(attrs).take(np.asarray(handles).tolist())
        if not parts:
            raise InvalidArgumentError("Must have at least 1 serialized SparseTensor")
        _require_alike(parts, dtype)
        numbers = [
            np.full((len(each.indices), 1), row, np.int64)
            for row, each in enumerate(parts)
        ]
        indices = [np.hstack([row, each.indices]) for row, each in zip(numbers, parts)]
        largest = np.max([each.dense_shape for each in parts], axis=0)
        return (
            np.concatenate(indices),
            np.concatenate([each.values for each in parts]),
            np.array([len(parts), *largest.tolist()], np.int64),
        )

    return take


def _require_alike(parts: list[_Sparse], dtype: Any) -> None:
    rank = len(parts[0].dense_shape)
    for place, each in enumerate(parts):
        if of_array(each.values) is not dtype:
            raise InvalidArgumentError(
                f"Requested SparseTensor of type {dtype.signature_name} but "
                f"SparseTensor[{place}].values.dtype() == "
                f"{of_array(each.values).signature_name}"
            )
        if len(each.dense_shape) != rank:
            raise InvalidArgumentError(
                f"Inconsistent rank across SparseTensors: rank prior to "
                f"SparseTensor[{place}] was: {rank + 1} but rank of SparseTensor"
                f"[{place}] is: {len(each.dense_shape) + 1}"
            )
