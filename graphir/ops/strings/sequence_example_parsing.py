"""ParseSequenceExample: features and feature lists from `SequenceExample` messages."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.families import in_brackets
from graphir.ops.strings.example_parsing import (
    FeatureParsing,
    batch_shape,
    sparse_shapes,
)
from graphir.ops.strings.parsed_features import (
    DenseFeature,
    MessageNames,
    Place,
    as_array,
    message_names,
    parsed_message,
    row_splits,
    texts,
    type_name,
    values_of,
)
from graphir.shapes import UNKNOWN, Shape

_TYPES = "list(type) in [float,int64,string] >= 0"
_SPLITS = "list(type) in [int32,int64] >= 0"
_SHAPES = "list(shape) >= 0"

Steps = list[list[Any]]
"""The values of a list of features, step by step."""


class ParseSequenceExampleV2(
    FeatureParsing,
    signature=f"""
        ParseSequenceExampleV2(
            serialized: string, debug_name: string, context_sparse_keys: string,
            context_dense_keys: string, context_ragged_keys: string,
            feature_list_sparse_keys: string, feature_list_dense_keys: string,
            feature_list_ragged_keys: string,
            feature_list_dense_missing_assumed_empty: bool,
            context_dense_defaults: list(Tcontext_dense))
        -> (context_sparse_indices: Ncontext_sparse*int64,
            context_sparse_values: list(context_sparse_types),
            context_sparse_shapes: Ncontext_sparse*int64,
            context_dense_values: list(Tcontext_dense),
            context_ragged_values: list(context_ragged_value_types),
            context_ragged_row_splits: list(context_ragged_split_types),
            feature_list_sparse_indices: Nfeature_list_sparse*int64,
            feature_list_sparse_values: list(feature_list_sparse_types),
            feature_list_sparse_shapes: Nfeature_list_sparse*int64,
            feature_list_dense_values: list(feature_list_dense_types),
            feature_list_dense_lengths: Nfeature_list_dense*int64,
            feature_list_ragged_values: list(feature_list_ragged_value_types),
            feature_list_ragged_outer_splits: list(feature_list_ragged_split_types),
            feature_list_ragged_inner_splits: list(feature_list_ragged_split_types))
        | Ncontext_sparse: int >= 0 = 0; Tcontext_dense: {_TYPES} = [];
          context_sparse_types: {_TYPES} = [];
          context_ragged_value_types: {_TYPES} = [];
          context_ragged_split_types: {_SPLITS} = [];
          context_dense_shapes: {_SHAPES} = [];
          Nfeature_list_sparse: int >= 0 = 0; Nfeature_list_dense: int >= 0 = 0;
          feature_list_dense_types: {_TYPES} = [];
          feature_list_sparse_types: {_TYPES} = [];
          feature_list_ragged_value_types: {_TYPES} = [];
          feature_list_ragged_split_types: {_SPLITS} = [];
          feature_list_dense_shapes: {_SHAPES} = []
    """,
):
    """The features of a message or a vector of messages; lists have one more axis."""

    def infer_shape(self) -> list[Shape]:
        serialized = self.serialized.shape
        sparse = sparse_shapes(self, self.Ncontext_sparse, 1)
        dense = [
            batch_shape(serialized, Shape(each)) for each in self.context_dense_shapes
        ]
        lists = sparse_shapes(self, self.Nfeature_list_sparse, 2)
        steps = [
            batch_shape(serialized, Shape([None]).concatenate(Shape(each)))
            for each in self.feature_list_dense_shapes
        ]
        splits = _splits_shape(serialized)
        ragged = len(self.context_ragged_value_types)
        ragged_lists = len(self.feature_list_ragged_value_types)
        return [
            *[shape for part in sparse for shape in part],
            *dense,
            *[Shape([None])] * ragged,
            *[splits] * ragged,
            *[shape for part in lists for shape in part],
            *steps,
            *[serialized] * len(steps),
            *[Shape([None])] * ragged_lists,
            *[splits] * ragged_lists,
            *[Shape([None])] * ragged_lists,
        ]

    def compute(
        self,
        serialized: Any,
        debug_name: Any,
        context_sparse_keys: Any,
        context_dense_keys: Any,
        context_ragged_keys: Any,
        feature_list_sparse_keys: Any,
        feature_list_dense_keys: Any,
        feature_list_ragged_keys: Any,
        feature_list_dense_missing_assumed_empty: Any,
        context_dense_defaults: Any,
    ) -> Any:
        places = message_names(self, serialized, debug_name)
        messages = [
            parsed_message("SequenceExample", each, "")
            for each in np.ravel(serialized).tolist()
        ]
        lists = [each.feature_lists.feature_list for each in messages]
        context_keys = (context_sparse_keys, context_dense_keys, context_ragged_keys)
        return (
            *self._context(messages, places, context_keys, context_dense_defaults),
            *self._sparse_lists(feature_list_sparse_keys, lists, places),
            *self._dense_lists(
                feature_list_dense_keys,
                np.ravel(feature_list_dense_missing_assumed_empty),
                lists,
                places,
            ),
            *self._ragged_lists(feature_list_ragged_keys, lists, places),
        )

    def _context(
        self, messages: list[Any], places: MessageNames, keys: Any, defaults: Any
    ) -> list[Any]:
        rows = [each.context.feature for each in messages]
        types = self.context_sparse_types
        sparse = self.sparse_results(keys[0], types, rows, places)
        given = zip(self.Tcontext_dense, self.context_dense_shapes, defaults)
        features = [DenseFeature(dtype, Shape(shape), of) for dtype, shape, of in given]
        dense = self.dense_results(keys[1], features, rows, places)
        kinds = zip(self.context_ragged_value_types, self.context_ragged_split_types)
        values, splits = self.ragged_results(keys[2], list(kinds), rows, places)
        return [*sparse[0], *sparse[1], *sparse[2], *dense, *values, *splits]

    def _sparse_lists(self, keys: Any, lists: Any, places: MessageNames) -> list[Any]:
        found = []
        for key, dtype in zip(texts(keys), self.feature_list_sparse_types):
            rows = [
                _steps_of(each, key, dtype, place) or []
                for each, place in zip(lists, places.of(key))
            ]
            found.append(_sparse_steps(rows, dtype, places.is_single))
        return [each for part in zip(*found) for each in part]

    def _dense_lists(
        self, keys: Any, may_miss: Any, lists: Any, places: MessageNames
    ) -> list[Any]:
        values, lengths = [], []
        kinds = zip(self.feature_list_dense_types, self.feature_list_dense_shapes)
        for key, (dtype, shape), allowed in zip(texts(keys), kinds, may_miss):
            rows = []
            for each, place in zip(lists, places.of(key)):
                steps = _steps_of(each, key, dtype, place)
                _check_steps(steps, (dtype, Shape(shape)), place, bool(allowed))
                rows.append(steps or [])
            counts = np.array([len(row) for row in rows], np.int64)
            lengths.append(counts[0] if places.is_single else counts)
            values.append(_padded_steps(rows, dtype, Shape(shape), places.is_single))
        return [*values, *lengths]

    def _ragged_lists(self, keys: Any, lists: Any, places: MessageNames) -> list[Any]:
        values, outer, inner = [], [], []
        kinds = zip(
            self.feature_list_ragged_value_types, self.feature_list_ragged_split_types
        )
        for key, (dtype, split_dtype) in zip(texts(keys), kinds):
            rows = [
                _steps_of(each, key, dtype, place) or []
                for each, place in zip(lists, places.of(key))
            ]
            steps = [step for row in rows for step in row]
            values.append(as_array([each for step in steps for each in step], dtype))
            splits = row_splits(rows, split_dtype)
            outer.append(splits[:0] if places.is_single else splits)
            inner.append(row_splits(steps, split_dtype))
        return [*values, *outer, *inner]


def _splits_shape(serialized: Any) -> Shape:
    if serialized.rank is None:
        return UNKNOWN
    if serialized.rank == 0:
        return Shape([0])
    return Shape([None if serialized[0] is None else serialized[0] + 1])


def _steps_of(lists: Any, key: str, dtype: DType, place: Place) -> Steps | None:
    """The values of each step of a list; None if there is no such list."""
    if key not in lists:
        return None
    return [values_of(each, dtype, place) or [] for each in lists[key].feature]


def _check_steps(
    steps: Steps | None, kind: tuple[DType, Shape], place: Place, may_miss: bool
) -> None:
    if steps is None and not may_miss:
        raise InvalidArgumentError(
            f"{place.of_feature('Feature list ')} is required but could not be "
            "found.  Did you mean to include it in "
            "feature_list_dense_missing_assumed_empty or feature_list_dense_defaults?"
        )
    dtype, shape = kind
    count = int(np.prod(shape.as_ints()))
    for number, step in enumerate(steps or ()):
        if len(step) != count:
            raise InvalidArgumentError(
                f"{place.of_value()}, step {number}.  Number of {type_name(dtype)} "
                f"values != expected.  values size: {len(step)} but output shape: "
                f"{in_brackets(shape.as_ints())}"
            )


def _sparse_steps(rows: list[Steps], dtype: DType, is_single: bool) -> tuple[Any, ...]:
    cells, flat = [], []
    for row, steps in enumerate(rows):
        for number, step in enumerate(steps):
            for place, value in enumerate(step):
                cells.append((row, number, place))
                flat.append(value)
    indices = np.array(cells, np.int64).reshape(-1, 3)
    longest = max((len(steps) for steps in rows), default=0)
    widest = max((len(step) for steps in rows for step in steps), default=0)
    shape = np.array([len(rows), longest, widest], np.int64)
    first = 1 if is_single else 0
    return indices[:, first:], as_array(flat, dtype), shape[first:]


def _padded_steps(
    rows: list[Steps], dtype: DType, shape: Shape, is_single: bool
) -> Any:
    sizes = shape.as_ints()
    longest = max(map(len, rows), default=0)
    empty: Any = b"" if dtype.name == "string" else 0
    count = int(np.prod(sizes))
    flat = [
        value
        for row in rows
        for step in [*row, *[[empty] * count] * (longest - len(row))]
        for value in step
    ]
    array = as_array(flat, dtype)
    return array.reshape(
        (longest, *sizes) if is_single else (len(rows), longest, *sizes)
    )
