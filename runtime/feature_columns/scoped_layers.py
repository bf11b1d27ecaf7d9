"""`input_layer` and `linear_model` of TensorFlow 1, with variables in named scopes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from graphir import dtypes
from runtime.arrays.joining import concat, stack
from runtime.arrays.reshaping import reshape
from runtime.arrays.reshaping import shape as shape_of
from runtime.compat.v1.graph_variables import GraphKeys
from runtime.compat.v1.initial_values import zeros_initializer
from runtime.compat.v1.variable_scopes import get_variable, variable_scope
from runtime.feature_columns.columns import (
    CategoricalColumn,
    DenseColumn,
    FeatureColumn,
)
from runtime.feature_columns.feature_cache import FeatureTransformationCache
from runtime.feature_columns.shared_embeddings import SharedEmbeddingColumn
from runtime.feature_columns.state_manager import StateManager
from runtime.linalg.products import matmul
from runtime.math.arithmetic import add_n
from runtime.nn.biases import bias_add
from runtime.nn.embeddings import safe_embedding_lookup_sparse
from runtime.sparse.rearranging import reshape as sparse_reshape
from runtime.tensors.tensor import Tensor


class _ScopedState(StateManager):
    """Variables of columns by `get_variable`, in the scope that holds."""

    def __init__(self, trainable: bool, collections: Sequence[str] | None) -> None:
        super().__init__(None, trainable)
        own = [GraphKeys.GLOBAL_VARIABLES, GraphKeys.MODEL_VARIABLES]
        self.collections = list(dict.fromkeys([*(collections or ()), *own]))

    def create_variable(
        self,
        feature_column: Any,
        name: str,
        shape: Any,
        dtype: Any = None,
        trainable: bool = True,
        use_resource: bool = True,
        initializer: Any = None,
    ) -> Any:
        """Creates a variable in the current variable scope."""
        made = get_variable(
            name=name,
            shape=shape,
            dtype=dtype or dtypes.float32,
            initializer=initializer,
            trainable=self._trainable and trainable,
            collections=self.collections,
        )
        self._cols_to_vars_map[feature_column][name] = made
        return made


def _scope_name(column: Any) -> str:
    """The name of a column as one of a scope; that of the table, where it is shared."""
    if isinstance(column, SharedEmbeddingColumn):
        return column.shared_embedding_column_creator.name
    name: str = column.name
    return re.sub(r"[^A-Za-z0-9_.\-]", "_", name)


def _sorted_columns(feature_columns: Any) -> list[Any]:
    """Columns by name.

    Raises:
      ValueError: for what is no column, no columns at all, or two of one name.
    """
    if isinstance(feature_columns, FeatureColumn):
        feature_columns = [feature_columns]
    if isinstance(feature_columns, Iterator):
        feature_columns = list(feature_columns)
    if isinstance(feature_columns, Mapping):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    for each in feature_columns:
        if not isinstance(each, FeatureColumn):
            raise ValueError(
                "Items of feature_columns must be a _FeatureColumn. Given (type "
                f"{type(each)}): {each}."
            )
    if not feature_columns:
        raise ValueError("feature_columns must not be empty.")
    by_name: dict[str, Any] = {}
    for each in feature_columns:
        if each.name in by_name:
            raise ValueError(
                "Duplicate feature column name found for columns: "
                f"{each} and {by_name[each.name]}. This usually means that these "
                "columns refer to same base feature.  Either one must be discarded or "
                "a duplicated but renamed item must be inserted in features dict."
            )
        by_name[each.name] = each
    return sorted(feature_columns, key=lambda column: str(column.name))


def _flat(tensor: Any, width: int) -> Tensor:
    """A row for each example."""
    return reshape(tensor, stack([shape_of(tensor)[0], width]))


def input_layer(
    features: Any,
    feature_columns: Any,
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
    cols_to_output_tensors: dict[Any, Any] | None = None,
) -> Tensor:
    """The concatenated values of dense columns, ``[batch, width]``, in order of name.

    The dicts ``cols_to_vars`` and ``cols_to_output_tensors`` get an entry per column.

    >>> price = tf.feature_column.numeric_column("price")
    >>> tf.compat.v1.feature_column.input_layer(
    ...     {"price": tf.constant([[1.0], [2.0]])}, [price]).numpy().tolist()
    [[1.0], [2.0]]

    Raises:
      ValueError: for a value that is no dense column, or columns of the same name.
    """
    columns = _sorted_columns(feature_columns)
    for column in columns:
        if not isinstance(column, DenseColumn):
            raise ValueError(
                "Items of feature_columns must be a _DenseColumn. You can wrap a "
                "categorical column with an embedding_column or indicator_column. "
                f"Given: {column}"
            )
    cache = FeatureTransformationCache(features)
    state = _ScopedState(trainable, weight_collections)
    values = []
    with variable_scope(None, default_name="input_layer"):
        for column in columns:
            with variable_scope(None, default_name=_scope_name(column)):
                _make_state(column, state)
                found = column.get_dense_tensor(cache, state)
                value = _flat(found, column.variable_shape.num_elements())
            values.append(value)
            if cols_to_vars is not None:
                cols_to_vars[column] = _variables(state, column, cols_to_vars)
            if cols_to_output_tensors is not None:
                cols_to_output_tensors[column] = value
        return concat(values, 1)


def _make_state(column: Any, state: _ScopedState) -> None:
    """Makes the variables of a column in the scope that holds."""
    if isinstance(column, SharedEmbeddingColumn):
        creator = column.shared_embedding_column_creator
        creator.table("embedding_weights", state.collections)
    else:
        column.create_state(state)


def _variables(state: StateManager, column: Any, noted: dict[Any, Any]) -> list[Any]:
    """The variables of a column; a shared table is that of the first that has it."""
    own = list(state._cols_to_vars_map[column].values())
    if not isinstance(column, SharedEmbeddingColumn):
        return own
    table = column.shared_embedding_column_creator.embedding_weights
    is_noted = any(each is table for held in noted.values() for each in held)
    return own if is_noted else [table]


def linear_model(
    features: Any,
    feature_columns: Any,
    units: int = 1,
    sparse_combiner: str = "sum",
    weight_collections: Any = None,
    trainable: bool = True,
    cols_to_vars: dict[Any, Any] | None = None,
) -> Tensor:
    """A weighted sum of all columns and a bias, ``[batch, units]``; weights begin at 0.

    >>> price = tf.feature_column.numeric_column("price")
    >>> tf.compat.v1.feature_column.linear_model(
    ...     {"price": tf.constant([[1.0], [2.0]])}, [price]).numpy().tolist()
    [[0.0], [0.0]]

    Raises:
      ValueError: for columns that are neither dense nor categorical, or of one name.
    """
    columns = _sorted_columns(feature_columns)
    for column in columns:
        if not isinstance(column, (DenseColumn, CategoricalColumn)):
            raise ValueError(
                "Items of feature_columns must be either a _DenseColumn or "
                f"_CategoricalColumn. Given: {column}"
            )
    cache = FeatureTransformationCache(features)
    state = _ScopedState(trainable, weight_collections)
    with variable_scope(None, default_name="linear_model"):
        sums = []
        for column in columns:
            with variable_scope(None, default_name=_scope_name(column)):
                sums.append(_weighted(column, cache, state, units, sparse_combiner))
        bias = get_variable(
            "bias_weights",
            shape=[units],
            initializer=zeros_initializer(),
            trainable=trainable,
            collections=state.collections,
        )
        total = bias_add(add_n(sums), bias)
    if cols_to_vars is not None:
        for column in columns:
            cols_to_vars[column] = list(state._cols_to_vars_map[column].values())
        cols_to_vars["bias"] = [bias]
    return total


def _weighted(
    column: Any, cache: Any, state: _ScopedState, units: int, combiner: str
) -> Tensor:
    """The weighted sum of one column, whose weights are made here."""
    is_categorical = isinstance(column, CategoricalColumn)
    if is_categorical:
        height = column.num_buckets
    else:
        _make_state(column, state)
        height = column.variable_shape.num_elements()
    weights = state.create_variable(
        column, "weights", [height, units], initializer=zeros_initializer()
    )
    if not is_categorical:
        return matmul(_flat(column.get_dense_tensor(cache, state), height), weights)
    ids, factors = column.get_sparse_tensors(cache, state)
    rows = stack([ids.dense_shape[0], -1])
    return safe_embedding_lookup_sparse(
        weights,
        sparse_reshape(ids, rows),
        None if factors is None else sparse_reshape(factors, rows),
        combiner=combiner,
    )
