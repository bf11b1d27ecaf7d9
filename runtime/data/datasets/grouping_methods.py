"""Dataset methods that group elements, or balance their classes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from graphir import dtypes
from runtime.data.datasets.base import DatasetBase
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self


class GroupingMethods(DatasetBase):
    """Datasets of elements in groups."""

    def bucket_by_sequence_length(
        self,
        element_length_func: Any,
        bucket_boundaries: Any,
        bucket_batch_sizes: Any,
        padded_shapes: Any = None,
        padding_values: Any = None,
        pad_to_bucket_boundary: bool = False,
        no_padding: bool = False,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Self:
        """Batches of elements of like lengths.

        >>> elements = [[0], [1, 2, 3, 4], [5, 6, 7], [7, 8, 9, 10, 11], [13]]
        >>> dataset = tf.data.Dataset.from_generator(
        ...     lambda: elements, tf.int64, output_shapes=[None])
        >>> dataset = dataset.bucket_by_sequence_length(
        ...     lambda e: tf.shape(e)[0], [3, 5], [2, 2, 2])
        >>> [x.numpy().tolist() for x in dataset]
        [[[1, 2, 3, 4], [5, 6, 7, 0]], [[0], [13]], [[7, 8, 9, 10, 11]]]

        Raises:
          ValueError: for another number of sizes than one more than boundaries.
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError(
                "`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                f"`len(bucket_batch_sizes)={len(bucket_batch_sizes)}` and "
                f"`len(bucket_boundaries)={len(bucket_boundaries)}`."
            )
        from runtime.arrays.indexing import gather, where
        from runtime.math.casting import cast
        from runtime.math.reductions import reduce_min

        sizes = np.array(bucket_batch_sizes, np.int64)
        low = np.array([np.iinfo(np.int32).min, *bucket_boundaries], np.int32)
        high = np.array([*bucket_boundaries, np.iinfo(np.int32).max], np.int32)

        def bucket_of(*element: Any) -> Any:
            length = cast(element_length_func(*element), dtypes.int32)
            inside = (low <= length) & (length < high)
            return reduce_min(where(inside))

        def size_of(bucket: Any) -> Any:
            return gather(sizes, bucket)

        def batch_of(bucket: Any, group: Any) -> Any:
            size = size_of(bucket)
            if no_padding:
                return group.batch(size, drop_remainder=drop_remainder)
            shapes = padded_shapes
            if pad_to_bucket_boundary:
                shapes = _up_to_boundary(group, high, bucket)
            return group.padded_batch(
                size, shapes, padding_values, drop_remainder=drop_remainder
            )

        made: Self = self.group_by_window(  # type: ignore[attr-defined]
            bucket_of, batch_of, window_size_func=size_of
        )
        return made

    def rejection_resample(
        self,
        class_func: Any,
        target_dist: Any,
        initial_dist: Any = None,
        seed: TensorLike | None = None,
        name: str | None = None,
    ) -> Self:
        """Pairs of class and element, drawn so that classes are distributed as wanted.

        >>> dataset = tf.data.Dataset.range(200).rejection_resample(
        ...     lambda x: tf.cast(x % 2, tf.int32), [0.0, 1.0], [0.5, 0.5], seed=1)
        >>> set(int(c) for c, _ in dataset)
        {1}
        """
        from runtime.data.datasets.resampling import resampled

        made: Self = resampled(self, class_func, target_dist, initial_dist, seed)
        return made


def _up_to_boundary(group: Any, high: Any, bucket: Any) -> Any:
    from runtime.arrays.indexing import gather
    from runtime.arrays.joining import stack
    from runtime.data.elements.structures import map_leaves
    from runtime.math.casting import cast

    boundary = cast(gather(high, bucket), dtypes.int64) - 1

    def padded(leaf: Any) -> Any:
        sizes = [boundary if size is None else size for size in leaf.shape]
        return stack([cast(size, dtypes.int64) for size in sizes]) if sizes else []

    return map_leaves(padded, group.element_spec)
