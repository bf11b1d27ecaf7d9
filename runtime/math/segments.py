"""Segment reductions: rows with equal segment ids are combined."""

from __future__ import annotations

from typing import Any

from runtime.apply import apply_op, apply_single
from runtime.context import op_scope
from runtime.math.applying import applied
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def segment_sum(
    data: TensorLike, segment_ids: TensorLike, name: str | None = None
) -> Tensor:
    """Sums of the rows of ``data`` that share a segment number.

    Takes numbers. ``segment_ids`` has the segment number of each row, ascending from 0.
    A segment without rows is 0.

    >>> print(tf.math.segment_sum([1, 2, 3], [0, 0, 1]).numpy())
    [3 3]

    Raises:
      InvalidArgumentError: for segment numbers that are negative or not ascending, or
        if there is not one number for each row.
    """
    return applied("SegmentSum", data, segment_ids, name=name)


def segment_prod(
    data: TensorLike, segment_ids: TensorLike, name: str | None = None
) -> Tensor:
    """Products of the rows of ``data`` that share a segment number.

    Takes numbers. ``segment_ids`` has the segment number of each row, ascending from 0.
    A segment without rows is 1.

    >>> print(tf.math.segment_prod([1, 2, 3], [0, 0, 1]).numpy())
    [2 3]

    Raises:
      InvalidArgumentError: for segment numbers that are negative or not ascending, or
        if there is not one number for each row.
    """
    return applied("SegmentProd", data, segment_ids, name=name)


def segment_mean(
    data: TensorLike, segment_ids: TensorLike, name: str | None = None
) -> Tensor:
    """Means of the rows of ``data`` that share a segment number.

    Takes numbers. ``segment_ids`` has the segment number of each row, ascending from 0.
    A segment without rows is 0.

    >>> print(tf.math.segment_mean([1, 2, 3], [0, 0, 1]).numpy())
    [1 3]

    Raises:
      InvalidArgumentError: for segment numbers that are negative or not ascending, or
        if there is not one number for each row.
    """
    return applied("SegmentMean", data, segment_ids, name=name)


def segment_max(
    data: TensorLike, segment_ids: TensorLike, name: str | None = None
) -> Tensor:
    """Greatest elements of the rows of ``data`` that share a segment number.

    Takes real numbers. ``segment_ids`` has the segment number of each row, ascending
    from 0. A segment without rows is 0.

    >>> print(tf.math.segment_max([1, 2, 3], [0, 0, 1]).numpy())
    [2 3]

    Raises:
      InvalidArgumentError: for segment numbers that are negative or not ascending, or
        if there is not one number for each row.
    """
    return applied("SegmentMax", data, segment_ids, name=name)


def segment_min(
    data: TensorLike, segment_ids: TensorLike, name: str | None = None
) -> Tensor:
    """Least elements of the rows of ``data`` that share a segment number.

    Takes real numbers. ``segment_ids`` has the segment number of each row, ascending
    from 0. A segment without rows is 0.

    >>> print(tf.math.segment_min([1, 2, 3], [0, 0, 1]).numpy())
    [1 3]

    Raises:
      InvalidArgumentError: for segment numbers that are negative or not ascending, or
        if there is not one number for each row.
    """
    return applied("SegmentMin", data, segment_ids, name=name)


def unsorted_segment_sum(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Sums of the parts of ``data`` that share a segment number, in any order.

    Takes numbers. The shape of ``segment_ids`` is a prefix of the shape of ``data``.
    Parts with a negative number are left out; a segment without parts is 0.

    >>> print(tf.math.unsorted_segment_sum([1, 2, 3], [0, 1, 0], 2).numpy())
    [4 2]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    inputs = data, segment_ids, num_segments
    return applied("UnsortedSegmentSum", *inputs, name=name)


def unsorted_segment_prod(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Products of the parts of ``data`` that share a segment number, in any order.

    Takes numbers. The shape of ``segment_ids`` is a prefix of the shape of ``data``.
    Parts with a negative number are left out; a segment without parts is 1.

    >>> print(tf.math.unsorted_segment_prod([1, 2, 3], [0, 1, 0], 2).numpy())
    [3 2]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    inputs = data, segment_ids, num_segments
    return applied("UnsortedSegmentProd", *inputs, name=name)


def unsorted_segment_max(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Greatest parts of ``data`` that share a segment number, in any order.

    Takes real numbers. The shape of ``segment_ids`` is a prefix of the shape of
    ``data``. Parts with a negative number are left out; a segment without parts is the
    least value of the dtype.

    >>> print(tf.math.unsorted_segment_max([1, 2, 3], [0, 1, 0], 2).numpy())
    [3 2]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    inputs = data, segment_ids, num_segments
    return applied("UnsortedSegmentMax", *inputs, name=name)


def unsorted_segment_min(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Tensor:
    """Least parts of ``data`` that share a segment number, in any order.

    Takes real numbers. The shape of ``segment_ids`` is a prefix of the shape of
    ``data``. Parts with a negative number are left out; a segment without parts is the
    greatest value of the dtype.

    >>> print(tf.math.unsorted_segment_min([1, 2, 3], [0, 1, 0], 2).numpy())
    [1 2]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    inputs = data, segment_ids, num_segments
    return applied("UnsortedSegmentMin", *inputs, name=name)


def unsorted_segment_mean(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Any:
    """Means of the parts of ``data`` that share a segment number, in any order.

    Takes floats. Parts with a negative number are left out; a segment without parts
    is 0.

    >>> print(tf.math.unsorted_segment_mean([1.0, 2.0, 3.0], [0, 1, 0], 2).numpy())
    [2. 2.]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    with op_scope(name, "UnsortedSegmentMean"):
        data, ids, count, sizes = _parts(data, segment_ids, num_segments)
        return apply_single("UnsortedSegmentSum", [data, ids, count]) / sizes


def unsorted_segment_sqrt_n(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: TensorLike,
    name: str | None = None,
) -> Any:
    """Sums of parts with one segment number, divided by the root of their count.

    Takes floats. Parts with a negative number are left out; a segment without parts
    is 0.

    >>> print(tf.math.unsorted_segment_sqrt_n([1.0] * 4, [0, 0, 0, 0], 2).numpy())
    [2. 0.]

    Raises:
      InvalidArgumentError: for a segment number of ``num_segments`` or more, or if the
        shape of ``segment_ids`` is no prefix of the shape of ``data``.
    """
    with op_scope(name, "UnsortedSegmentSqrtN"):
        data, ids, count, sizes = _parts(data, segment_ids, num_segments)
        total = apply_op("UnsortedSegmentSum", [data, ids, count])
        return total / apply_single("Sqrt", [sizes])


def _parts(data: Any, segment_ids: Any, num_segments: Any) -> tuple[Any, ...]:
    """The arguments as tensors, and how many parts each segment has (at least 1)."""
    data = convert_to_tensor(data, name="data")
    ids = convert_to_tensor(segment_ids)
    count = convert_to_tensor(num_segments)
    ones = apply_op("OnesLike", [ids])
    ones = apply_op("Cast", [ones], {"DstT": data.dtype.base_dtype})
    sizes = apply_op("UnsortedSegmentSum", [ones, ids, count])
    sizes = applied("Maximum", sizes, 1)
    if data.shape.rank is None or ids.shape.rank is None:
        raise ValueError("Means of segments need data and segment_ids of known rank.")
    for _ in range(data.shape.rank - ids.shape.rank):
        sizes = applied("ExpandDims", sizes, -1)
    return data, ids, count, sizes
