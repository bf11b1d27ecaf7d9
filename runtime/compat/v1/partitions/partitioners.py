"""Partitioners: functions from a shape to the number of parts along each axis."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from graphir import dtypes
from graphir.dtypes import as_dtype
from graphir.shapes import as_shape
from runtime.tensors.likes import DTypeLike, ShapeLike

Partitioner = Callable[..., list[int]]
"""Takes a ``shape`` and a ``dtype``."""

_SLICE_BYTES: Final = 256 << 10
_STRING_BYTES: Final = 16


def fixed_size_partitioner(num_shards: int, axis: int = 0) -> Partitioner:
    """As many parts as are asked for, or as the axis is long.

    >>> parts = tf.compat.v1.fixed_size_partitioner(3)
    >>> parts(shape=tf.TensorShape([2, 4]), dtype=tf.float32)
    [2, 1]
    """

    def partitioner(shape: ShapeLike, **unused: object) -> list[int]:
        sizes = _sizes(shape)
        counts = [1] * len(sizes)
        counts[axis] = min(num_shards, sizes[axis])
        return counts

    return partitioner


def variable_axis_size_partitioner(
    max_shard_bytes: int,
    axis: int = 0,
    bytes_per_string_element: int = _STRING_BYTES,
    max_shards: int | None = None,
) -> Partitioner:
    """As few parts as there can be of a greatest number of bytes.

    There are at most ``max_shards``.

    >>> parts = tf.compat.v1.variable_axis_size_partitioner(32)
    >>> parts(shape=tf.TensorShape([8, 4]), dtype=tf.float32)
    [4, 1]

    Raises:
      ValueError: for a number that is not positive.
    """
    if max_shard_bytes < 1 or bytes_per_string_element < 1:
        raise ValueError(
            "Both max_shard_bytes and bytes_per_string_element must be positive. "
            f"Currently, max_shard_bytes is {max_shard_bytes} and"
            f"bytes_per_string_element is {bytes_per_string_element}"
        )
    if max_shards and max_shards < 1:
        raise ValueError(
            f"max_shards must be positive. Currently, max_shards is {max_shards}"
        )

    def partitioner(shape: ShapeLike, dtype: DTypeLike) -> list[int]:
        sizes = _sizes(shape)
        counts = [1] * len(sizes)
        element = _bytes_of(dtype, bytes_per_string_element)
        if max_shards:
            # the size that has all parts full
            whole = math.prod(sizes) * element
            limit = max(max_shard_bytes, -(-whole // max_shards))
        else:
            limit = max_shard_bytes
        row = math.prod(sizes) // max(1, sizes[axis]) * element
        rows = max(1, limit // max(1, row))
        wanted = max(1, -(-sizes[axis] // rows))
        counts[axis] = min(wanted, max_shards) if max_shards else wanted
        return counts

    return partitioner


def min_max_variable_partitioner(
    max_partitions: int = 1,
    axis: int = 0,
    min_slice_size: int = _SLICE_BYTES,
    bytes_per_string_element: int = _STRING_BYTES,
) -> Partitioner:
    """As many parts as there can be of a least number of bytes.

    >>> parts = tf.compat.v1.min_max_variable_partitioner(3, min_slice_size=16)
    >>> parts(shape=tf.TensorShape([8, 4]), dtype=tf.float32)
    [3, 1]
    """

    def partitioner(shape: ShapeLike, dtype: DTypeLike) -> list[int]:
        if axis >= len(_sizes(shape)):
            raise ValueError(
                f"Cannot partition variable along axis {axis} when shape is only "
                f"{as_shape(shape)}"
            )
        sizes = _sizes(shape)
        counts = [1] * len(sizes)
        whole = math.prod(sizes) * _bytes_of(dtype, bytes_per_string_element)
        wanted = -(-whole // min_slice_size)
        counts[axis] = max(1, min(sizes[axis], max_partitions, wanted))
        return counts

    return partitioner


def _sizes(shape: ShapeLike) -> list[int]:
    given = as_shape(shape)
    if not given.is_fully_defined():
        raise ValueError(f"shape is not fully defined: {given}")
    return [int(each or 0) for each in given.as_list()]


def _bytes_of(dtype: DTypeLike, of_string: int) -> int:
    wanted = as_dtype(dtype)
    return of_string if wanted is dtypes.string else wanted.size


__all__ = [
    "fixed_size_partitioner",
    "min_max_variable_partitioner",
    "variable_axis_size_partitioner",
]
