"""Ops that parse features from serialized `Example` messages."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.contract.families import in_brackets
from graphir.ops.strings.example_templates import Templates
from graphir.ops.strings.parsed_features import (
    DenseFeature,
    Features,
    MessageNames,
    as_array,
    dense_columns,
    example_features,
    message_names,
    row_splits,
    sparse_of,
    texts,
    values_of_rows,
)
from graphir.shapes import UNKNOWN, Shape


class FeatureParsing(Op):
    """The base class of ops that read features by name."""

    input_gradients: Any = not_differentiable

    def sparse_results(
        self, keys: Any, types: Any, rows: list[Features], places: MessageNames
    ) -> list[list[Any]]:
        """Lists of indices, values and shapes of a batch of features."""
        found = [
            sparse_of(
                [
                    values or []
                    for values in values_of_rows(rows, key, dtype, places.of(key))
                ],
                dtype,
                places.is_single,
            )
            for key, dtype in zip(texts(keys), types)
        ]
        return [list(each) for each in zip(*found)] or [[], [], []]

    def dense_results(
        self,
        keys: Any,
        features: list[DenseFeature],
        rows: list[Features],
        places: MessageNames,
    ) -> list[Any]:
        """Arrays of a batch of features of fixed shapes."""
        return [
            feature.batch(
                values_of_rows(rows, key, feature.dtype, places.of(key)),
                places.of(key),
                places.is_single,
            )
            for key, feature in zip(texts(keys), features)
        ]

    def ragged_results(
        self, keys: Any, types: Any, rows: list[Features], places: MessageNames
    ) -> list[list[Any]]:
        """Lists of values and row splits of a batch of features."""
        values, splits = [], []
        for key, (dtype, split_dtype) in zip(texts(keys), types):
            found = [
                each or [] for each in values_of_rows(rows, key, dtype, places.of(key))
            ]
            values.append(as_array([each for row in found for each in row], dtype))
            is_split = not places.is_single
            splits.append(row_splits(found, split_dtype)[: None if is_split else 0])
        return [values, splits]


def batch_shape(serialized: Any, shape: Shape) -> Shape:
    """The shape of a dense result for messages of that shape."""
    if serialized.rank is None or shape.rank is None:
        return UNKNOWN
    joined: Shape = serialized.concatenate(shape)
    return joined


def sparse_shapes(call: Any, count: int, axes: int) -> list[list[Shape]]:
    """The shapes of indices, values and dense shapes of so many features."""
    rank = call.serialized.shape.rank
    columns = None if rank is None else rank + axes
    return [
        [Shape([None, columns])] * count,
        [Shape([None])] * count,
        [Shape([columns])] * count,
    ]


class ParseExampleV2(
    FeatureParsing,
    signature="""
        ParseExampleV2(
            serialized: string, names: string, sparse_keys: string, dense_keys: string,
            ragged_keys: string, dense_defaults: list(Tdense))
        -> (sparse_indices: num_sparse*int64, sparse_values: list(sparse_types),
            sparse_shapes: num_sparse*int64, dense_values: list(Tdense),
            ragged_values: list(ragged_value_types),
            ragged_row_splits: list(ragged_split_types))
        | Tdense: list(type) in [float,int64,string] >= 0; num_sparse: int >= 0;
          sparse_types: list(type) in [float,int64,string] >= 0;
          ragged_value_types: list(type) in [float,int64,string] >= 0;
          ragged_split_types: list(type) in [int32,int64] >= 0;
          dense_shapes: list(shape) >= 0
    """,
):
    """The features of an `Example` message, or of a vector of messages."""

    def _check_counts(self) -> None:
        pairs = (
            ("num_sparse", self.num_sparse, "sparse_types", len(self.sparse_types)),
            ("Tdense", len(self.Tdense), "dense_shapes", len(self.dense_shapes)),
            (
                *("ragged_value_types", len(self.ragged_value_types)),
                *("ragged_split_types", len(self.ragged_split_types)),
            ),
        )
        for name, count, other, number in pairs:
            if count != number:
                raise self.invalid(
                    f"Expected {name} and {other} of one length, but got: {count} vs. "
                    f"{number}"
                )

    def _check_keys(self, **keys: Any) -> None:
        counts = {
            "sparse_keys": ("num_sparse", self.num_sparse),
            "dense_keys": ("len(dense_types)", len(self.Tdense)),
            "ragged_keys": ("len(ragged_value_types)", len(self.ragged_value_types)),
        }
        for name, (other, count) in counts.items():
            if np.size(keys[name]) != count:
                raise self.invalid(
                    f"Expected len({name}) == {other} but got: {np.size(keys[name])} "
                    f"vs. {count}"
                )

    def infer_shape(self) -> list[Shape]:
        self._check_counts()
        serialized = self.serialized.shape
        sparse = sparse_shapes(self, self.num_sparse, 1)
        dense = [batch_shape(serialized, Shape(each)) for each in self.dense_shapes]
        count = len(self.ragged_value_types)
        splits = UNKNOWN
        if serialized.rank == 0:
            splits = Shape([0])
        elif serialized.rank == 1:
            size = serialized[0]
            splits = Shape([None if size is None else size + 1])
        ragged = [Shape([None])] * count
        return [*sparse[0], *sparse[1], *sparse[2], *dense, *ragged, *[splits] * count]

    @cached_property
    def _templates(self) -> Templates:
        """The forms of messages, kept as long as the kernel."""
        return Templates()

    def compute(
        self,
        serialized: Any,
        names: Any,
        sparse_keys: Any,
        dense_keys: Any,
        ragged_keys: Any,
        dense_defaults: Any,
    ) -> Any:
        self._check_counts()
        self._check_keys(
            sparse_keys=sparse_keys, dense_keys=dense_keys, ragged_keys=ragged_keys
        )
        places = message_names(self, serialized, names)
        features = []
        for dtype, size, default in zip(self.Tdense, self.dense_shapes, dense_defaults):
            features.append(DenseFeature(dtype, Shape(size), default))
            is_whole = Shape(size).is_fully_defined() and np.size(default)
            if is_whole and not Shape(size).is_compatible_with(default.shape):
                raise self.invalid(
                    f"the default of dense feature {len(features) - 1} has shape "
                    f"{in_brackets(default.shape)}, which is not compatible with "
                    f"dense_shapes: {Shape(size)}"
                )
        messages = np.ravel(serialized).tolist()
        if not (places.is_single or self.num_sparse or self.ragged_value_types):
            columns = dense_columns(
                self._templates, messages, texts(dense_keys), features
            )
            if columns is not None:
                return columns
        rows = example_features(messages)
        sparse = self.sparse_results(sparse_keys, self.sparse_types, rows, places)
        dense = self.dense_results(dense_keys, features, rows, places)
        types = zip(self.ragged_value_types, self.ragged_split_types)
        values, splits = self.ragged_results(ragged_keys, list(types), rows, places)
        return (*sparse[0], *sparse[1], *sparse[2], *dense, *values, *splits)
