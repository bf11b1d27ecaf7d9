"""Feature configurations: the kinds of features to parse from an `Example`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from graphir import dtypes
from runtime.tensors.likes import DTypeLike


class FixedLenFeature(NamedTuple):
    """A fixed number of values per example: a dense tensor.

    Without a default every example must have the feature.

    >>> tf.io.FixedLenFeature([2], tf.float32)
    FixedLenFeature(shape=[2], dtype=tf.float32, default_value=None)
    """

    shape: Any
    dtype: Any
    default_value: Any = None


class FixedLenSequenceFeature(NamedTuple):
    """Any number of slices of a shape: a dense tensor, padded to the longest.

    >>> tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True).shape
    []
    """

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """Any number of values: a sparse tensor.

    >>> tf.io.VarLenFeature(tf.string)
    VarLenFeature(dtype=tf.string)
    """

    dtype: Any


class SparseFeature(NamedTuple):
    """A sparse tensor kept as two features or more: indices for each axis, and values.

    >>> tf.io.SparseFeature("places", "values", tf.float32, 100).size
    100
    """

    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False


class RowSplits(NamedTuple):
    """The key of a feature that says where rows begin and end."""

    key: str


class RowLengths(NamedTuple):
    """The key of a feature that says how long rows are."""

    key: str


class RowStarts(NamedTuple):
    """The key of a feature that says where rows begin."""

    key: str


class RowLimits(NamedTuple):
    """The key of a feature that says where rows end."""

    key: str


class ValueRowIds(NamedTuple):
    """The key of a feature that says which row each value is in."""

    key: str


class UniformRowLength(NamedTuple):
    """Rows of one length."""

    length: int


class _RaggedFeature(NamedTuple):
    dtype: Any
    value_key: str | None
    partitions: tuple[Any, ...]
    row_splits_dtype: Any
    validate: bool


class RaggedFeature(_RaggedFeature):
    """Any number of values, and perhaps their partitions into rows: a ragged tensor.

    The outermost partition comes first; without one the rows are the examples.

    >>> tf.io.RaggedFeature(tf.int64).row_splits_dtype
    tf.int32

    Raises:
      TypeError: for a partition that is none.
    """

    RowSplits = RowSplits
    RowLengths = RowLengths
    RowStarts = RowStarts
    RowLimits = RowLimits
    ValueRowIds = ValueRowIds
    UniformRowLength = UniformRowLength

    def __new__(
        cls,
        dtype: DTypeLike,
        value_key: str | None = None,
        partitions: Sequence[Any] = (),
        row_splits_dtype: DTypeLike = dtypes.int32,
        validate: bool = False,
    ) -> RaggedFeature:
        """A feature with as many partitions as axes of rows within an example."""
        if value_key is not None and not isinstance(value_key, str):
            raise ValueError(
                f"Argument `value_key` must be a string; got {value_key!r}"
            )
        given = tuple(
            UniformRowLength(each) if isinstance(each, int) else each
            for each in partitions
        )
        for each in given:
            if not isinstance(each, PARTITIONS):
                raise TypeError(
                    "Argument `partitions` must be a list of partition objects "
                    f"{[kind.__name__ for kind in PARTITIONS]}, got {each!r}."
                )
        return super().__new__(cls, dtype, value_key, given, row_splits_dtype, validate)


PARTITIONS = (
    RowSplits,
    RowLengths,
    RowStarts,
    RowLimits,
    ValueRowIds,
    UniformRowLength,
)
