"""Dataset methods that select elements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphir import dtypes
from runtime.data.datasets.base import DatasetBase
from runtime.data.datasets.variants import int64
from runtime.data.elements.structures import flatten
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self


class SelectionMethods(DatasetBase):
    """Datasets of some of the elements."""

    def take(self, count: TensorLike, name: str | None = None) -> Self:
        """The first ``count`` elements; all elements for -1.

        >>> [int(x) for x in tf.data.Dataset.range(10).take(3)]
        [0, 1, 2]
        """
        return self.made("_TakeDataset", "TakeDataset", [int64(count, "count")])

    def skip(self, count: TensorLike, name: str | None = None) -> Self:
        """The elements after the first ``count``; none for -1.

        >>> [int(x) for x in tf.data.Dataset.range(10).skip(7)]
        [7, 8, 9]
        """
        return self.made("_SkipDataset", "SkipDataset", [int64(count, "count")])

    def shard(
        self, num_shards: TensorLike, index: TensorLike, name: str | None = None
    ) -> Self:
        """Every ``num_shards``-th element, from number ``index`` on.

        >>> [int(x) for x in tf.data.Dataset.range(10).shard(3, 0)]
        [0, 3, 6, 9]

        Raises:
          InvalidArgumentError: for an index that is not below the number of shards.
        """
        inputs = [int64(num_shards, "num_shards"), int64(index, "index")]
        return self.made("_ShardDataset", "ShardDataset", inputs)

    def unique(self, name: str | None = None) -> Self:
        """Each distinct element once.

        >>> dataset = tf.data.Dataset.from_tensor_slices([1, 37, 2, 37, 2, 1]).unique()
        >>> [int(x) for x in dataset]
        [1, 37, 2]

        Raises:
          TypeError: for elements that are no integers or strings.
          InvalidArgumentError: for elements of several tensors.
        """
        for leaf in flatten(self._spec):
            dtype = getattr(leaf, "dtype", None)
            if dtype not in (dtypes.int32, dtypes.int64, dtypes.string):
                raise TypeError(
                    "`tf.data.Dataset.unique` does not support type "
                    f"{dtype} -- only `tf.int32`, `tf.int64`, and `tf.string` are "
                    "supported."
                )
        return self.made("_UniqueDataset", "UniqueDataset", [])

    def ignore_errors(self, log_warning: bool = False, name: str | None = None) -> Self:
        """The elements without the failing elements.

        >>> dataset = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 4.0])
        >>> dataset = dataset.map(lambda x: tf.debugging.check_numerics(1.0 / x, ""))
        >>> [float(x) for x in dataset.ignore_errors()]
        [1.0, 0.25]
        """
        attrs = {"log_warning": log_warning}
        return self.made("_IgnoreErrorsDataset", "IgnoreErrorsDataset", [], attrs)
