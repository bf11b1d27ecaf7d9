"""Shared embeddings: several categorical columns with one embedding table.

The table is a variable of the graph under construction; it cannot be used eagerly, as
in TensorFlow.
"""

from __future__ import annotations

import weakref
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.shapes import Shape, as_shape
from runtime.checkpoints.reader import load_variable
from runtime.compat.v1.variable_scopes import get_variable
from runtime.context import executing_eagerly
from runtime.feature_columns.columns import (
    DenseColumn,
    SequenceDenseColumn,
    TensorSequenceLengthPair,
)
from runtime.feature_columns.embeddings import (
    check_checkpoint,
    checked_columns,
    checked_initializer,
    combined_vectors,
)
from runtime.feature_columns.indicators import (
    refuse_other_than_sequences,
    refuse_sequences,
)
from runtime.feature_columns.sequences import sequence_length
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import default_graph
from runtime.trackable.base import Trackable


class SharedEmbeddingColumnCreator(Trackable):
    """Creates the columns that share a table, and the table in every graph."""

    def __init__(
        self,
        dimension: int,
        initializer: Any,
        ckpt_to_load_from: str | None,
        tensor_name_in_ckpt: str | None,
        num_buckets: int,
        trainable: bool,
        name: str = "shared_embedding_column_creator",
        use_safe_embedding_lookup: bool = True,
    ) -> None:
        self._dimension = dimension
        self._initializer = initializer
        self._checkpoint = ckpt_to_load_from, tensor_name_in_ckpt
        self._num_buckets = num_buckets
        self._trainable = trainable
        self._name = name
        self._use_safe_embedding_lookup = use_safe_embedding_lookup
        self._tables: Any = weakref.WeakKeyDictionary()

    def __call__(
        self, categorical_column: Any, combiner: str, max_norm: float | None
    ) -> SharedEmbeddingColumn:
        return SharedEmbeddingColumn(
            categorical_column,
            self,
            combiner,
            max_norm,
            self._use_safe_embedding_lookup,
        )

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._name

    @property
    def dimension(self) -> int:
        """The size of a vector."""
        return self._dimension

    @property
    def embedding_weights(self) -> Any:
        """The embedding table in the current graph."""
        return self.table(self._name)

    def table(self, name: str, collections: Any = None) -> Any:
        """The embedding table in the current graph; creates it if missing."""
        graph = default_graph()
        if graph not in self._tables:
            self._tables[graph] = get_variable(
                name=name,
                shape=[self._num_buckets, self._dimension],
                dtype=dtypes.float32,
                initializer=self._first_value(),
                trainable=self._trainable,
                collections=collections,
            )
        return self._tables[graph]

    def _first_value(self) -> Any:
        path, name = self._checkpoint
        if path is None or name is None:
            return self._initializer
        return lambda shape, dtype=None, **_: convert_to_tensor(
            load_variable(path, name), dtype
        )


class _Shared(NamedTuple):
    categorical_column: Any
    shared_embedding_column_creator: SharedEmbeddingColumnCreator
    combiner: str
    max_norm: float | None
    use_safe_embedding_lookup: bool


class SharedEmbeddingColumn(DenseColumn, SequenceDenseColumn, _Shared):
    """See `tf.feature_column.shared_embeddings`."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The name of the categorical column, with a suffix."""
        return f"{self.categorical_column.name}_shared_embedding"

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
        return as_shape([self.shared_embedding_column_creator.dimension])

    def transform_feature(self, transformation_cache: Any, state_manager: Any) -> Any:
        """The ids of the categorical column, and their weights."""
        return self.categorical_column.get_sparse_tensors(
            transformation_cache, state_manager
        )

    def _vectors(self, cache: Any, state_manager: Any) -> Tensor:
        ids, weights = cache.get(self, state_manager)
        table = self.shared_embedding_column_creator.embedding_weights
        return combined_vectors(self, table, ids, weights)

    def get_dense_tensor(self, transformation_cache: Any, state_manager: Any) -> Tensor:
        """A vector for each example: the combined vectors of its categories.

        Raises:
          ValueError: for a column of sequences.
        """
        refuse_sequences(self, "embedding_column")
        return self._vectors(transformation_cache, state_manager)

    def get_sequence_dense_tensor(
        self, transformation_cache: Any, state_manager: Any
    ) -> TensorSequenceLengthPair:
        """A vector for each step of each example.

        Raises:
          ValueError: for a column that is none of sequences.
        """
        refuse_other_than_sequences(self, "embedding_column")
        dense = self._vectors(transformation_cache, state_manager)
        ids = transformation_cache.get(self, state_manager).id_tensor
        return TensorSequenceLengthPair(dense, sequence_length(ids))


def shared_embeddings(
    categorical_columns: Any,
    dimension: int,
    combiner: str = "mean",
    initializer: Any = None,
    shared_embedding_collection_name: str | None = None,
    ckpt_to_load_from: str | None = None,
    tensor_name_in_ckpt: str | None = None,
    max_norm: float | None = None,
    trainable: bool = True,
    use_safe_embedding_lookup: bool = True,
) -> list[SharedEmbeddingColumn]:
    """Dense columns that share one embedding table, for graphs of TensorFlow 1.

    >>> pages = [tf.feature_column.categorical_column_with_identity(key, 9)
    ...          for key in ("seen", "liked")]
    >>> with tf.Graph().as_default():
    ...     columns = tf.feature_column.shared_embeddings(pages, 4)
    >>> [column.name for column in columns]
    ['seen_shared_embedding', 'liked_shared_embedding']

    Raises:
      RuntimeError: eagerly.
      ValueError: for columns of different kinds or numbers of categories, a dimension
        below 1, or an initializer that cannot be called.
    """
    if executing_eagerly():
        raise RuntimeError(
            "shared_embedding_columns are not supported when eager execution is "
            "enabled."
        )
    if not dimension or dimension < 1:
        raise ValueError(f"Invalid dimension {dimension}.")
    check_checkpoint(ckpt_to_load_from, tensor_name_in_ckpt)
    columns = checked_columns(categorical_columns)
    names = "_".join(column.name for column in columns)
    start = checked_initializer(initializer, dimension, names)
    creator = SharedEmbeddingColumnCreator(
        dimension,
        start,
        ckpt_to_load_from,
        tensor_name_in_ckpt,
        columns[0].num_buckets,
        trainable,
        shared_embedding_collection_name or f"{names}_shared_embedding",
        use_safe_embedding_lookup,
    )
    return [creator(column, combiner, max_norm) for column in categorical_columns]
