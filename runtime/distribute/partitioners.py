"""The number of shards of a variable: ``tf.distribute.experimental.partitioners``."""

from __future__ import annotations

import math
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape
from runtime.tensors.likes import DTypeLike, ShapeLike


class Partitioner:
    """A function from a shape and dtype to the number of shards along each axis."""

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        """The number of shards along each axis; only ``axis`` is divided.

        Raises:
          NotImplementedError: unless a subclass says.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define __call__.")


class FixedShardsPartitioner(Partitioner):
    """As many shards as are asked for, or as the axis is long.

    >>> partitioner = tf.distribute.experimental.partitioners.FixedShardsPartitioner(2)
    >>> partitioner(tf.TensorShape([10, 3]), tf.float32)
    [2, 1]
    """

    def __init__(self, num_shards: int) -> None:
        self._num_shards = num_shards

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        sizes = _known_sizes(shape)
        counts = [1] * len(sizes)
        counts[axis] = min(self._num_shards, sizes[axis])
        return counts


class MinSizePartitioner(Partitioner):
    """As many shards as there can be with a least number of bytes a shard.

    Elements of strings count as ``bytes_per_string`` bytes.

    >>> partitioners = tf.distribute.experimental.partitioners
    >>> partitioner = partitioners.MinSizePartitioner(min_shard_bytes=4, max_shards=2)
    >>> partitioner(tf.TensorShape([6, 1]), tf.float32)
    [2, 1]

    Raises:
      ValueError: for an argument that is not positive.
    """

    def __init__(
        self,
        min_shard_bytes: int = 256 << 10,
        max_shards: int = 1,
        bytes_per_string: int = 16,
    ) -> None:
        given = {
            "min_shard_bytes": min_shard_bytes,
            "max_shards": max_shards,
            "bytes_per_string": bytes_per_string,
        }
        for name, value in given.items():
            if value < 1:
                raise ValueError(
                    f"Argument `{name}` must be positive. Received: {value}"
                )
        self._min_shard_bytes, self._max_shards = min_shard_bytes, max_shards
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        sizes = _known_sizes(shape)
        _check_axis(sizes, axis)
        element = _element_bytes(as_dtype(dtype), self._bytes_per_string)
        total = math.prod(sizes) * element
        wanted = min(-(-total // self._min_shard_bytes), self._max_shards, sizes[axis])
        counts = [1] * len(sizes)
        counts[axis] = max(1, wanted)
        return counts


class MaxSizePartitioner(Partitioner):
    """As few shards as there can be with a greatest number of bytes a shard.

    >>> partitioners = tf.distribute.experimental.partitioners
    >>> partitioner = partitioners.MaxSizePartitioner(max_shard_bytes=4)
    >>> partitioner(tf.TensorShape([6, 1]), tf.float32)
    [6, 1]

    Raises:
      ValueError: for an argument that is not positive.
    """

    def __init__(
        self,
        max_shard_bytes: int,
        max_shards: int | None = None,
        bytes_per_string: int = 16,
    ) -> None:
        given = {
            "max_shard_bytes": max_shard_bytes,
            "max_shards": max_shards or 1,
            "bytes_per_string": bytes_per_string,
        }
        for name, value in given.items():
            if value < 1:
                raise ValueError(
                    f"Argument `{name}` must be positive. Received {value}"
                )
        self._max_shard_bytes, self._max_shards = max_shard_bytes, max_shards
        self._bytes_per_string = bytes_per_string

    def __call__(self, shape: ShapeLike, dtype: DTypeLike, axis: int = 0) -> list[int]:
        sizes = _known_sizes(shape)
        _check_axis(sizes, axis)
        counts = [1] * len(sizes)
        if not math.prod(sizes):
            return counts
        element = _element_bytes(as_dtype(dtype), self._bytes_per_string)
        row = math.prod(sizes) // sizes[axis] * element
        rows = max(1, self._max_shard_bytes // row)
        wanted = -(-sizes[axis] // rows)
        if self._max_shards:
            wanted = min(wanted, self._max_shards)
        counts[axis] = wanted
        return counts


def _known_sizes(shape: Any) -> list[int]:
    given = Shape(shape)
    sizes = None if given.rank is None else given.as_list()
    if sizes is None or None in sizes:
        raise ValueError(f"shape is not fully defined: {given}")
    return [int(each or 0) for each in sizes]


def _check_axis(sizes: list[int], axis: int) -> None:
    if axis >= len(sizes):
        raise ValueError(
            f"Cannot partition variable along axis {axis} when shape is only "
            f"{tuple(sizes)}"
        )


def _element_bytes(dtype: DType, bytes_per_string: int) -> int:
    return bytes_per_string if dtype is dtypes.string else dtype.size
