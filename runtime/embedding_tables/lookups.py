"""Lookups in embedding tables: `serving_embedding_lookup`, `TPUEmbeddingForServing`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from graphir import dtypes
from runtime.embedding_tables.configurations import FeatureConfig, TableConfig
from runtime.embedding_tables.optimizers import TableOptimizer
from runtime.math.casting import cast
from runtime.nn.embeddings import embedding_lookup, embedding_lookup_sparse
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.structure import flatten, pack
from runtime.variables.resource import ResourceVariable

Features: TypeAlias = Any
"""Tensors, ragged or sparse ones, in the structure of the settings."""

Configurations: TypeAlias = Any
"""A `FeatureConfig`, or a structure of them."""


def serving_embedding_lookup(
    inputs: Features,
    weights: Features | None,
    tables: Mapping[TableConfig, ResourceVariable],
    feature_config: Configurations,
) -> Features:
    """Rows of tables for features, combined for each element.

    Args:
      inputs: numbers of rows: a tensor gives the rows themselves, a sparse or ragged
        one of rank 2 the combination of the rows of each element.
      weights: of sparse and ragged inputs, in the same structure, or None.
      tables: the variable of each table.
      feature_config: the settings of each feature.

    Returns:
      For each feature a tensor [elements, columns].

    Raises:
      ValueError: for weights of a dense tensor.
      NotImplementedError: for a feature with ``max_sequence_length``.
    """
    kinds = flatten(feature_config, composites=False)
    values = flatten(inputs, composites=False)
    given = [None] * len(values)
    if weights is not None:
        given = flatten(weights, composites=False)
    found = [
        _looked_up(value, weight, tables[kind.table], kind)
        for value, weight, kind in zip(values, given, kinds)
    ]
    return pack(feature_config, found, composites=False)


def _looked_up(value: Any, weight: Any, table: Any, kind: FeatureConfig) -> Any:
    if kind.max_sequence_length > 0:
        raise NotImplementedError(
            "serving_embedding_lookup: features with max_sequence_length keep the rows "
            "of an element apart; use tf.nn.embedding_lookup on a dense tensor."
        )
    if isinstance(value, (SparseTensor, RaggedTensor)):
        sparse = value.to_sparse() if isinstance(value, RaggedTensor) else value
        if isinstance(weight, RaggedTensor):
            weight = weight.to_sparse()
        return embedding_lookup_sparse(
            table, sparse, weight, combiner=kind.table.combiner
        )
    if weight is not None:
        raise ValueError(f"Weight specified for {kind.name}, but input is dense.")
    return embedding_lookup(table, cast(value, dtypes.int64))


class TPUEmbeddingForServing:
    """Embedding tables as variables, in which features are looked up.

    Args:
      feature_config: settings of features, in a structure.
      optimizer: is kept; tables are trained by what trains their variables.

    >>> embedding = tf.tpu.experimental.embedding
    >>> table = embedding.TableConfig(3, 2, tf.ones_initializer(), name="words")
    >>> served = embedding.TPUEmbeddingForServing(
    ...     {"title": embedding.FeatureConfig(table)}, optimizer=None)
    >>> served({"title": tf.constant([2, 0])})["title"].numpy().tolist()
    [[1.0, 1.0], [1.0, 1.0]]
    """

    def __init__(
        self,
        feature_config: Configurations,
        optimizer: TableOptimizer | None,
        experimental_sparsecore_restore_info: dict[str, object] | None = None,
    ) -> None:
        self._feature_config, self._optimizer = feature_config, optimizer
        tables: dict[TableConfig, None] = {}
        for each in flatten(feature_config, composites=False):
            tables.setdefault(each.table)
        self._tables: dict[TableConfig, Any] = {
            each: ResourceVariable(
                each.initializer([each.vocabulary_size, each.dim], dtype=each.dtype),
                name=each.name,
            )
            for each in tables
        }

    @property
    def embedding_tables(self) -> dict[TableConfig, Any]:
        """The variable of each table."""
        return self._tables

    def build(self) -> None:
        """Does nothing: the variables are there."""

    def __call__(self, features: Features, weights: Features | None = None) -> Features:
        """Looks features up, see `serving_embedding_lookup`."""
        return serving_embedding_lookup(
            features, weights, self._tables, self._feature_config
        )


__all__ = ["TPUEmbeddingForServing", "serving_embedding_lookup"]
