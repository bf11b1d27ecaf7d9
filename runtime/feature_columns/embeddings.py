"""Embedding columns: categories as learned vectors."""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.checkpoints.reader import load_variable
from runtime.compat.v1.scaled_values import truncated_normal_initializer
from runtime.feature_columns.columns import (
    CategoricalColumn,
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
)
from runtime.feature_columns.configurations import (
    deserialize_feature_column,
    found_initializer,
    plain_initializer,
    serialize_feature_column,
)
from runtime.feature_columns.indicators import (
    refuse_other_than_sequences,
    refuse_sequences,
)
from runtime.feature_columns.sequences import sequence_length
from runtime.nn.embeddings import embedding_lookup_sparse, safe_embedding_lookup_sparse
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor

_TABLE: Final = "embedding_weights"


class _Embedding(NamedTuple):
    categorical_column: Any
    dimension: int
    combiner: str
    initializer: Any
    ckpt_to_load_from: str | None
    tensor_name_in_ckpt: str | None
    max_norm: float | None
    trainable: bool
    use_safe_embedding_lookup: bool = True


class EmbeddingColumn(DenseColumn, SequenceDenseColumn, _Embedding):
    """See `tf.feature_column.embedding_column`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the categorical column, with a suffix."""
        return f"{self.categorical_column.name}_embedding"

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
        """The size of a vector."""
        return as_shape([self.dimension])

    @property
    def table_shape(self) -> tuple[int, int]:
        """A vector for each category."""
        return self.categorical_column.num_buckets, self.dimension

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids of the categorical column, and their weights."""
        return self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )

    def create_state(self, state_manager: Any) -> None:
        """Makes the table of vectors."""
        state_manager.create_variable(
            self,
            name=_TABLE,
            shape=self.table_shape,
            dtype=dtypes.float32,
            trainable=self.trainable,
            use_resource=True,
            initializer=self.first_value(),
        )

    def first_value(self) -> Any:
        """The initial table: from the initializer, or from a checkpoint."""
        path, name = self.ckpt_to_load_from, self.tensor_name_in_ckpt
        if path is None or name is None:
            return self.initializer

        def from_checkpoint(shape: Any, dtype: Any = None, **kwargs: Any) -> Any:
            return convert_to_tensor(load_variable(path, name), dtype)

        return from_checkpoint

    def vectors(self, table: Any, cache: Any, state_manager: Any) -> Tensor:
        """The combined vectors of each example's categories."""
        ids, weights = cache.get(self, state_manager)
        return combined_vectors(self, table, ids, weights)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Any:
        """A vector for each example: the combined vectors of its categories.

        Raises:
          ValueError: for a column of sequences.
        """
        refuse_sequences(self, "embedding_column")
        table = state_manager.get_variable(self, name=_TABLE)
        return self.vectors(table, transformation_cache, state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """A vector for each step of each example.

        Raises:
          ValueError: for a column that is none of sequences.
        """
        refuse_other_than_sequences(self, "embedding_column")
        table = state_manager.get_variable(self, name=_TABLE)
        dense = self.vectors(table, transformation_cache, state_manager)
        ids = transformation_cache.get(self, state_manager).id_tensor
        return TensorSequenceLengthPair(dense, sequence_length(ids))

    def get_config(self) -> dict[str, Any]:
        """The constructor arguments, as plain values."""
        config = self._as_dict()
        config["categorical_column"] = serialize_feature_column(self.categorical_column)
        config["initializer"] = plain_initializer(self.initializer)
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
        given["initializer"] = found_initializer(given["initializer"], custom_objects)
        return cls(**given)


def combined_vectors(
    column: Any, table: Any, ids: Any, weights: TensorLike | None
) -> Tensor:
    """The embedding vectors of a batch's ids, combined by the column's combiner."""
    lookup = (
        safe_embedding_lookup_sparse
        if column.use_safe_embedding_lookup
        else embedding_lookup_sparse
    )
    return lookup(
        table, ids, weights, combiner=column.combiner, max_norm=column.max_norm
    )


def embedding_column(
    categorical_column: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> EmbeddingColumn:
    """A dense column of vectors, one for each category, combined for each example.

    ``combiner`` is "mean", "sqrtn" or "sum". Without an initializer vectors start with
    truncated normal numbers.

    >>> words = tf.feature_column.categorical_column_with_hash_bucket("word", 100)
    >>> tf.feature_column.embedding_column(words, 8).variable_shape
    TensorShape([8])

    Raises:
      ValueError: for a dimension below 1, an initializer that cannot be called, or a
        checkpoint without the name of its tensor.
    """
    if not dimension or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    check_checkpoint(ckpt_to_load_from, tensor_name_in_ckpt)
    start = checked_initializer(initializer, dimension, categorical_column.name)
    return EmbeddingColumn(
        categorical_column,
        dimension,
        combiner,
        start,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        max_norm,
        trainable,
        use_safe_embedding_lookup,
    )


def check_checkpoint(path: str | None, name: str | None) -> None:
    """Requires a checkpoint and a tensor name, or neither.

    Raises:
      ValueError: for a checkpoint without tensor name, or the reverse.
    """
    if (path is None) != (name is None):
        raise ValueError(
            "Must specify both `ckpt_to_load_from` and `tensor_name_in_ckpt` or none "
            "of them."
        )


def checked_initializer(initializer: Any, dimension: int, name: str) -> Any:
    """The initializer; by default a truncated normal distribution.

    Raises:
      ValueError: for an initializer that is not callable.
    """
    if initializer is None:
        return truncated_normal_initializer(0.0, 1 / math.sqrt(dimension))
    if not callable(initializer):
        raise ValueError(
            "initializer must be callable if specified. Embedding of column_name: "
            f"{name}"
        )
    return initializer


def checked_columns(categorical_columns: Any) -> list[Any]:
    """Categorical columns that can share vectors, by name.

    Raises:
      ValueError: for columns of different kinds, or with different numbers of
        categories.
    """
    columns = sorted(categorical_columns, key=lambda column: str(column.name))
    first = columns[0]
    count = first.num_buckets
    if not isinstance(first, CategoricalColumn):
        raise ValueError(
            "All categorical_columns must be subclasses of CategoricalColumn. Given: "
            f"{first}"
        )
    for each in columns[1:]:
        if _kind(each) is not _kind(first):
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the "
                "same type, or be weighted_categorical_column or sequence column of "
                f"the same type. Given column: {first} of type: {_kind(first)} does "
                f"not match given column: {each} of type: {_kind(each)}"
            )
        if each.num_buckets != count:
            raise ValueError(
                "To use shared_embedding_column, all categorical_columns must have the "
                f"same number of buckets. Given column: {first} with buckets: {count} "
                f"does  not match column: {each} with buckets: {each.num_buckets}"
            )
    return columns


def _kind(column: Any) -> type:
    """The class of a column, weights and steps aside."""
    inner = getattr(column, "categorical_column", None)
    return type(column) if inner is None else _kind(inner)
