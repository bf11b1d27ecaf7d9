"""Maps over the rows of a sparse tensor, and sparse tensors stacked from rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir import dtypes
from graphir.errors import InvalidArgumentError
from runtime.apply import apply_op, apply_single
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


class SparseRows:
    """The rows along the first axis of a sorted sparse tensor.

    Raises:
      InvalidArgumentError: for a sparse vector, whose rows would be scalars.
    """

    def __init__(self, whole: SparseTensor) -> None:
        self.shape = whole.shape
        self.dtype = whole.dtype
        if self.shape.rank is not None and self.shape.rank < 2:
            raise InvalidArgumentError(
                None,
                None,
                "Rank of input SparseTensor should be > 1, but saw rank: "
                f"{self.shape.rank}",
            )
        self._whole = whole
        numbers = whole.indices[:, 0]
        rows = apply_op("Range", [np.int64(0), self.nrows(), np.int64(1)])
        pair = [apply_op("ExpandDims", [each, 0]) for each in (numbers, rows)]
        limits = apply_op("UpperBound", pair, {"out_type": dtypes.int64})
        starts = apply_op("LowerBound", pair, {"out_type": dtypes.int64})
        self._starts, self._limits = starts[0], limits[0]

    def nrows(self) -> Tensor:
        """The number of rows."""
        result: Tensor = self._whole.dense_shape[0]
        return result

    def __getitem__(self, index: Any) -> SparseTensor:
        start, limit = self._starts[index], self._limits[index]
        return SparseTensor(
            self._whole.indices[start:limit, 1:],
            self._whole.values[start:limit],
            self._whole.dense_shape[1:],
        )


class SparseColumn:
    """Sparse results that are stacked to one sparse tensor along a new first axis."""

    def __init__(self, spec: SparseTensorSpec) -> None:
        self.dtype = spec.dtype
        self.spec = spec

    def checked(self, result: Any) -> SparseTensor:
        """The result, after a check against its declared spec.

        Raises:
          ValueError: if the result is incompatible with the spec.
        """
        if not self.spec.is_compatible_with(result):
            raise ValueError(
                f"Error in map_fn:\n  Expected `fn` to return a:\n    {self.spec}\n  "
                f"But it returned a:\n    {_described(result)}"
            )
        found: SparseTensor = result
        return found

    def stacked(self, results: Any) -> SparseTensor:
        """Results of eager calls, together."""
        if not results:
            return self._empty()
        shape = results[0].dense_shape
        for each in results[1:]:
            shape = apply_op("Maximum", [shape, each.dense_shape])
        count = np.array([len(results)], np.int64)
        numbered = [_numbered(each, place) for place, each in enumerate(results)]
        return SparseTensor(
            apply_op("ConcatV2", [numbered, 0]),
            apply_op("ConcatV2", [[each.values for each in results], 0]),
            apply_op("ConcatV2", [[count, shape], 0]),
        )

    def _empty(self) -> SparseTensor:
        known = self.spec.shape
        sizes = [] if known.rank is None else [size or 0 for size in known]
        places = np.empty([0, len(sizes) + 1], np.int64)
        return SparseTensor(
            places, np.empty(0, self.dtype.numpy_dtype), np.array([0, *sizes])
        )

    def arrays(self, count: TensorLike) -> TensorArray:
        """Tensor arrays for the results of a loop: of messages, since sizes differ."""
        return TensorArray(dtypes.string, size=count, element_shape=[3])

    def written(self, array: Any, index: TensorLike, result: Any) -> Any:
        """The TensorArrays with one more result."""
        message = apply_op("SerializeSparse", result.components())
        return array.write(index, message)

    def joined(self, array: Any) -> SparseTensor:
        """The results of a loop, together."""
        attrs = {"dtype": self.dtype}
        whole = SparseTensor(*apply_op("DeserializeSparse", [array.stack()], attrs))
        if self.spec.shape.rank is not None:
            whole.set_shape([None, *self.spec.shape])
        return whole


def _numbered(row: SparseTensor, place: int) -> Tensor:
    """The indices with the number of the row before them."""
    count = apply_op("Shape", [row.values])
    sizes = apply_op("ConcatV2", [[count, [1]], 0])
    numbers = apply_op("Fill", [sizes, np.int64(place)])
    return apply_single("ConcatV2", [[numbers, row.indices], 1])


def _described(result: Any) -> Any:
    if isinstance(result, SparseTensor):
        return SparseTensorSpec.from_value(result)
    tensor = convert_to_tensor(result)
    return TensorSpec(tensor.shape, tensor.dtype)


__all__ = ["SparseColumn", "SparseRows"]
