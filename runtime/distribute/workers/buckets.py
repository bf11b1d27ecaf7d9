"""Buckets: small tensors of one dtype travel together, as one vector."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from runtime.arrays.joining import concat, split
from runtime.arrays.reshaping import reshape
from runtime.arrays.reshaping import shape as shape_of

Reduce = Callable[[Any], Any]


def in_buckets(reduce: Reduce, tensors: Sequence[Any], size: int) -> list[Any]:
    """The results of an element-wise reduction of dense tensors, in buckets.

    Args:
      reduce: reduces one tensor over all processes.
      tensors: the same number with the same shapes and dtypes in each process.
      size: the bytes that a bucket may have; larger tensors travel alone.

    The buckets are filled from the last tensor on: of gradients that is the first to
    be known.
    """
    found: list[Any] = [None] * len(tensors)
    for bucket in _buckets(tensors, size):
        results = _reduced(reduce, [tensors[each] for each in bucket])
        for place, result in zip(bucket, results):
            found[place] = result
    return found


def _buckets(tensors: Sequence[Any], size: int) -> list[list[int]]:
    """Places of the tensors that travel together."""
    filled: list[list[int]] = []
    last: dict[Any, tuple[list[int], int]] = {}
    for place in reversed(range(len(tensors))):
        tensor = tensors[place]
        elements = tensor.shape.num_elements()
        if elements is None:
            filled.append([place])
            continue
        needed = elements * tensor.dtype.size
        bucket, used = last.get(tensor.dtype, ([], size))
        if used + needed > size:
            bucket, used = [], 0
            filled.append(bucket)
        bucket.append(place)
        last[tensor.dtype] = (bucket, used + needed)
    return filled


def _reduced(reduce: Reduce, tensors: Sequence[Any]) -> Sequence[Any]:
    if len(tensors) == 1:
        return [reduce(tensors[0])]
    flat = reduce(concat([reshape(each, [-1]) for each in tensors], 0))
    parts = split(flat, [each.shape.num_elements() for each in tensors])
    return [reshape(part, shape_of(each)) for part, each in zip(parts, tensors)]
