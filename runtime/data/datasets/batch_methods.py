"""Dataset methods that batch and unbatch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.mapping_methods import determinism
from runtime.data.datasets.ragged_batches import as_ragged_rows, as_rows
from runtime.data.datasets.variants import boolean, int64
from runtime.data.elements.components import batched, row_of
from runtime.data.elements.specs import DatasetSpec
from runtime.data.elements.structures import (
    flatten,
    is_structure,
    leaves_up_to,
    map_leaves,
    pack_leaves,
)
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from typing_extensions import Self


_NOTHING: Final = {dtypes.string: b"", dtypes.bool_: False}
"""What pads by default where it is not 0."""


def known_size(batch_size: Any, drop_remainder: Any) -> int | None:
    """The first size of a batch, if every batch has the same."""
    if not _constant(drop_remainder):
        return None
    size = _constant(batch_size)
    return None if size is None else int(size)


def _constant(value: Any) -> Any:
    return value.constant_value() if isinstance(value, Tensor) else value


class BatchMethods(DatasetBase):
    """Dataset methods that make batches and take them apart."""

    def batch(
        self,
        batch_size: TensorLike,
        drop_remainder: bool = False,
        num_parallel_calls: TensorLike | None = None,
        deterministic: bool | None = None,
        name: str | None = None,
    ) -> Self:
        """Batches of ``batch_size`` elements, stacked along a new first axis.

        >>> dataset = tf.data.Dataset.range(8).batch(3)
        >>> list(dataset.as_numpy_iterator())
        [array([0, 1, 2]), array([3, 4, 5]), array([6, 7])]

        Raises:
          InvalidArgumentError: for a size that is not positive; when elements of
            different shapes are read.
        """
        size = known_size(batch_size, drop_remainder)
        spec = map_leaves(lambda leaf: batched(leaf, size), self._spec)
        sizes = int64(batch_size, "batch_size")
        drops = boolean(drop_remainder, "drop_remainder")
        if num_parallel_calls is None:
            op = "BatchDatasetV2"
            return self.made("_BatchDataset", op, [sizes, drops], None, spec)
        inputs = [sizes, int64(num_parallel_calls, "num_parallel_calls"), drops]
        attrs = {"deterministic": determinism(deterministic).encode()}
        op = "ParallelBatchDataset"
        return self.made("_ParallelBatchDataset", op, inputs, attrs, spec)

    def padded_batch(
        self,
        batch_size: TensorLike,
        padded_shapes: Any = None,
        padding_values: Any = None,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Self:
        """Batches of ``batch_size`` elements, padded to one shape and stacked.

        >>> dataset = tf.data.Dataset.range(1, 4).map(lambda x: tf.fill([x], x))
        >>> [x.numpy().tolist() for x in dataset.padded_batch(2)]
        [[[1, 0], [2, 2]], [[3, 3, 3]]]

        Raises:
          ValueError: for shapes or values that do not fit the elements.
          TypeError: for padding values of other dtypes, and for ragged elements.
        """
        leaves = flatten(self._spec)
        for leaf in leaves:
            if not isinstance(leaf, TensorSpec):
                raise TypeError(
                    "`padded_batch` is only supported for datasets that produce "
                    "tensor elements but the input dataset produces elements of "
                    f"{leaf}."
                )
        shapes = self._padded_shapes(padded_shapes, leaves)
        values = self._padding_values(padding_values, leaves)
        size = known_size(batch_size, drop_remainder)
        specs = []
        for leaf, sizes in zip(leaves, shapes):
            known = _constant(sizes)
            if known is None:
                rank = sizes.shape[0]
                inner = Shape(None if rank is None else [None] * rank)
            else:
                inner = Shape([None if d < 0 else int(d) for d in known])
            specs.append(TensorSpec(Shape([size]).concatenate(inner), leaf.dtype))
        spec = pack_leaves(self._spec, specs)
        inputs = [
            int64(batch_size, "batch_size"),
            shapes,
            values,
            boolean(drop_remainder, "drop_remainder"),
        ]
        attrs = {
            "output_shapes": [each.shape for each in specs],
            "Toutput_types": [each.dtype for each in specs],
            "N": len(specs),
        }
        from runtime.data.datasets.base import dataset_of
        from runtime.data.datasets.variants import dataset_variant

        op = "PaddedBatchDatasetV2"
        variant = dataset_variant(op, [self._variant, *inputs], attrs)
        made: Self = dataset_of(spec, variant, "_PaddedBatchDataset")
        return made

    def _padded_shapes(self, given: Any, leaves: list[Any]) -> list[Any]:
        if given is None:
            for place, leaf in enumerate(leaves):
                if leaf.shape.rank is None:
                    raise ValueError(
                        f"You must provide `padded_shapes` argument because component "
                        f"{place} has unknown rank."
                    )
            found: list[Any] = [leaf.shape for leaf in leaves]
        else:
            found = leaves_up_to(self._spec, given)
        tensors = []
        for leaf, each in zip(leaves, found):
            if isinstance(each, Tensor):
                tensors.append(int64(each, "padded_shape"))
                continue
            shape = as_shape(each)
            if not _fits(shape, leaf.shape):
                raise ValueError(
                    f"The padded shape {_tuple(shape)} is not compatible with the "
                    f"shape {leaf.shape} of the corresponding input component."
                )
            sizes = [-1 if d is None else d for d in shape]
            tensors.append(convert_to_tensor(np.array(sizes, np.int64)))
        return tensors

    def _padding_values(self, given: Any, leaves: list[Any]) -> list[Any]:
        if given is None:
            parts: list[Any] = [None] * len(leaves)
        elif is_structure(given):
            parts = leaves_up_to(self._spec, given)
        else:
            parts = [given] * len(leaves)
        values = []
        for leaf, each in zip(leaves, parts):
            if each is None:
                values.append(
                    convert_to_tensor(_NOTHING.get(leaf.dtype, 0), leaf.dtype)
                )
                continue
            value = convert_to_tensor(each, name="padding_value")
            if value.shape.rank != 0:
                raise ValueError(
                    "Invalid `padding_values`. `padding_values` values should be "
                    f"scalars, but got {value.shape}."
                )
            if value.dtype is not leaf.dtype:
                raise TypeError(
                    "Invalid `padding_values`. `padding_values` values type "
                    f"{value.dtype} does not match type {leaf.dtype} of the "
                    "corresponding input component."
                )
            values.append(value)
        return values

    def ragged_batch(
        self,
        batch_size: TensorLike,
        drop_remainder: bool = False,
        row_splits_dtype: DTypeLike = dtypes.int64,
        name: str | None = None,
    ) -> Self:
        """Batches of ``batch_size`` elements; ragged tensors where shapes differ.

        >>> dataset = tf.data.Dataset.range(3).map(tf.range).ragged_batch(3)
        >>> next(iter(dataset)).to_list()
        [[], [0], [0, 1]]
        """
        made: Self = as_ragged_rows(self, row_splits_dtype).batch(
            batch_size, drop_remainder
        )
        return made

    def sparse_batch(
        self, batch_size: TensorLike, row_shape: Any, name: str | None = None
    ) -> Self:
        """Batches as sparse tensors whose rows have the shape ``row_shape``.

        >>> dataset = tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4]])
        >>> batch = next(iter(dataset.sparse_batch(2, [3])))
        >>> tf.sparse.to_dense(batch).numpy().tolist()
        [[1, 2, 0], [3, 4, 0]]

        Raises:
          TypeError: for elements of several tensors.
        """
        spec = self._spec
        if not isinstance(spec, TensorSpec):
            raise TypeError(
                "`dense_to_sparse_batch` requires an input dataset whose elements have "
                f"a single component, but the given dataset has {spec}."
            )
        shape = as_shape(row_shape)
        sizes = [-1 if d is None else d for d in shape]
        inputs = [
            int64(batch_size, "batch_size"),
            convert_to_tensor(np.array(sizes, np.int64)),
        ]
        made = SparseTensorSpec(Shape([None]).concatenate(shape), spec.dtype)
        op, kind = "DenseToSparseBatchDataset", "_DenseToSparseBatchDataset"
        return self.made(kind, op, inputs, None, made)

    def unbatch(self, name: str | None = None) -> Self:
        """The slices of each element along its first axis.

        >>> dataset = tf.data.Dataset.from_tensor_slices([[1, 2, 3], [4, 5, 6]])
        >>> [int(x) for x in dataset.unbatch()]
        [1, 2, 3, 4, 5, 6]

        Raises:
          ValueError: for scalars, or parts of different lengths.
        """
        shapes = [leaf.shape for leaf in flatten(self._spec) if hasattr(leaf, "shape")]
        if any(shape.rank == 0 for shape in shapes):
            raise ValueError("Cannot unbatch an input with scalar components.")
        known: Any = None
        for shape in shapes:
            size = shape[0] if shape.rank else None
            if size is not None and known not in (None, size):
                raise ValueError(
                    "Cannot unbatch an input with components of different batch sizes."
                )
            known = size if known is None else known
        spec = map_leaves(row_of, self._spec)
        source = as_rows(self)
        made: Self = source.made("_UnbatchDataset", "UnbatchDataset", [], None, spec)
        return made

    def rebatch(
        self,
        batch_size: TensorLike,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Self:
        """Batches of another size, or of several sizes in turn.

        >>> dataset = tf.data.Dataset.range(6).batch(2).rebatch(3)
        >>> [x.numpy().tolist() for x in dataset]
        [[0, 1, 2], [3, 4, 5]]

        Raises:
          ValueError: for elements that are scalars.
        """
        shapes = [leaf.shape for leaf in flatten(self._spec) if hasattr(leaf, "shape")]
        if any(shape.rank == 0 for shape in shapes):
            raise ValueError(
                "Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a "
                "dataset with scalar elements. Fix the issue by adding the `batch` "
                "transformation to the dataset."
            )
        sizes = int64(batch_size, "batch_sizes")
        known = sizes.constant_value()
        alike = known is not None and len(set(np.ravel(known).tolist())) == 1
        size = int(np.ravel(known)[0]) if alike else None
        if size and not _constant(drop_remainder):
            given = [shape[0] if shape.rank else None for shape in shapes]
            is_whole = all(each is not None and each % size == 0 for each in given)
            size = size if is_whole else None
        rows = map_leaves(row_of, self._spec)
        spec = map_leaves(lambda leaf: _rebatched(leaf, size), rows)
        inputs = [sizes, boolean(drop_remainder, "drop_remainder")]
        op, kind = "RebatchDatasetV2", "_RebatchDataset"
        made: Self = as_rows(self).made(kind, op, inputs, None, spec)
        return made


def _rebatched(row: Any, size: int | None) -> Any:
    """The spec of rows stacked; of datasets TensorFlow never knows how many."""
    return batched(row, None if isinstance(row, DatasetSpec) else size)


def _fits(padded: Shape, shape: Shape) -> bool:
    if padded.rank is None or shape.rank is None:
        return True
    if padded.rank != shape.rank:
        return False
    return all(
        wanted is None or size is None or wanted >= size
        for wanted, size in zip(padded, shape)
    )


def _tuple(shape: Shape) -> str:
    return str(tuple(shape))
