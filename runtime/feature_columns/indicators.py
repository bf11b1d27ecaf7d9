"""Indicator columns: how often each category occurs in an example."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.arrays.indexing import gather_nd, where
from runtime.arrays.joining import concat
from runtime.arrays.marking import one_hot
from runtime.arrays.reshaping import expand_dims
from runtime.arrays.scattering import scatter_nd
from runtime.feature_columns.columns import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    serialize_feature_column,
)
from runtime.feature_columns.sequences import SequenceCategoricalColumn, sequence_length
from runtime.math.casting import cast
from runtime.math.comparison import greater_equal
from runtime.math.reductions import reduce_sum
from runtime.sparse.construction import to_dense
from runtime.tensors.conversion import constant
from runtime.tensors.tensor import Tensor


class _Indicator(NamedTuple):
    categorical_column: Any


class IndicatorColumn(DenseColumn, SequenceDenseColumn, _Indicator):
    """See `tf.feature_column.indicator_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the categorical column, with a suffix."""
        return f"{self.categorical_column.name}_indicator"

    @property
    def parse_example_spec(self) -> dict[str, Any]:
        """The parsing spec of the categorical column."""
        found: dict[str, Any] = self.categorical_column.parse_example_spec
        return found

    @property
    def parents(self) -> list[Any]:
        """The categorical column."""
        return [self.categorical_column]

    @property
    def variable_shape(self) -> Shape:
        """An element for each category."""
        return as_shape([1, self.categorical_column.num_buckets])

    def transform_feature(
        self, transformation_cache: Any, state_manager: Any
    ) -> Tensor:
        """Counts, or sums of weights, of categories."""
        ids, weights = self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )
        depth = self.variable_shape[-1]
        if weights is not None:
            return _sums(ids, weights, depth)
        marks = one_hot(to_dense(ids, -1), depth, 1.0, 0.0)
        result: Tensor = reduce_sum(marks, axis=[-2])
        return result

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """Counts for each example.

        Raises:
          ValueError: for a column of sequences.
        """
        refuse_sequences(self, "indicator_column")
        return transformation_cache.get(self, state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """Counts for each step of each example.

        Raises:
          ValueError: for a column that is none of sequences.
        """
        refuse_other_than_sequences(self, "indicator_column")
        dense = transformation_cache.get(self, state_manager)
        ids = self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        ).id_tensor
        return TensorSequenceLengthPair(dense, sequence_length(ids))

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["categorical_column"] = serialize_feature_column(self.categorical_column)
        return config

    @classmethod
    def from_config(
        cls,
        config: dict[str, Any],
        custom_objects: Any = None,
        columns_by_name: Any = None,
    ) -> Any:
        """The column of a configuration."""
        given = dict(config)
        given["categorical_column"] = deserialize_feature_column(
            given["categorical_column"], custom_objects, columns_by_name
        )
        return cls(**given)


def _sums(ids: Any, weights: Any, depth: int) -> Tensor:
    """The weights of each id, summed over the last axis of places; -1 is no id."""
    is_id = where(greater_equal(ids.values, constant(0, ids.dtype)))
    numbers = cast(gather_nd(ids.values, is_id), dtypes.int64)
    rows = gather_nd(ids.indices, is_id)[:, :-1]
    places = concat([rows, expand_dims(numbers, -1)], 1)
    sizes = concat([ids.dense_shape[:-1], constant([depth], dtypes.int64)], 0)
    return scatter_nd(places, gather_nd(weights.values, is_id), sizes)


def refuse_sequences(column: Any, maker: str) -> None:
    """Raises an error for a sequence column.

    Raises:
      ValueError: for a column of sequences.
    """
    inner = column.categorical_column
    if isinstance(inner, SequenceCategoricalColumn):
        raise ValueError(
            f"In {maker}: {column.name}. categorical_column must not be of type "
            "SequenceCategoricalColumn. Suggested fix A: If you wish to use "
            "DenseFeatures, use a non-sequence categorical_column_with_*. Suggested "
            "fix B: If you wish to create sequence input, use SequenceFeatures instead "
            f"of DenseFeatures. Given (type {type(inner)}): {inner}"
        )


def refuse_other_than_sequences(column: Any, maker: str) -> None:
    """Raises an error for a column that is no sequence column.

    Raises:
      ValueError: for a column that has no steps.
    """
    inner = column.categorical_column
    if not isinstance(inner, SequenceCategoricalColumn):
        raise ValueError(
            f"In {maker}: {column.name}. categorical_column must be of type "
            "SequenceCategoricalColumn to use SequenceFeatures. Suggested fix: Use one "
            "of sequence_categorical_column_with_*. Given (type "
            f"{type(inner)}): {inner}"
        )


def indicator_column(categorical_column: Any) -> IndicatorColumn:
    """A dense column of the counts of a categorical column's categories.

    >>> colors = tf.feature_column.categorical_column_with_vocabulary_list(
    ...     "color", ["red", "blue"])
    >>> tf.feature_column.indicator_column(colors).variable_shape
    TensorShape([1, 2])

    Raises:
      ValueError: for a column that is not categorical.
    """
    if not isinstance(categorical_column, CategoricalColumn):
        raise ValueError(
            "Unsupported input type. Input must be a CategoricalColumn. Given: "
            f"{categorical_column}"
        )
    return IndicatorColumn(categorical_column)
