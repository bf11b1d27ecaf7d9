"""Parsing of `SequenceExample` messages by the ops of earlier versions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.strings.example_parsing import batch_shape, sparse_shapes
from graphir.ops.strings.sequence_example_parsing import ParseSequenceExampleV2
from graphir.shapes import Shape

_TYPES = "list(type) in [float,int64,string] >= 0"
_NO_TEXTS: Any = np.array([], object)


class _EarlierParsing(Op):
    """Parsing by keys that are attributes or tensors of their own; nothing ragged."""

    input_gradients = not_differentiable

    def _modern(self) -> dict[str, Any]:
        return {
            "Ncontext_sparse": self.Ncontext_sparse,
            "Tcontext_dense": self.Tcontext_dense,
            "context_sparse_types": self.context_sparse_types,
            "context_ragged_value_types": [],
            "context_ragged_split_types": [],
            "context_dense_shapes": self.context_dense_shapes,
            "Nfeature_list_sparse": self.Nfeature_list_sparse,
            "Nfeature_list_dense": self.Nfeature_list_dense,
            "feature_list_dense_types": self.feature_list_dense_types,
            "feature_list_sparse_types": self.feature_list_sparse_types,
            "feature_list_ragged_value_types": [],
            "feature_list_ragged_split_types": [],
            "feature_list_dense_shapes": self.feature_list_dense_shapes,
        }

    def _shapes(self) -> list[Shape]:
        """The shapes of all results but the lengths."""
        serialized = self.serialized.shape
        sparse = sparse_shapes(self, self.Ncontext_sparse, 1)
        lists = sparse_shapes(self, self.Nfeature_list_sparse, 2)
        steps = [
            Shape([None]).concatenate(Shape(each))
            for each in self.feature_list_dense_shapes
        ]
        return [
            *[shape for part in sparse for shape in part],
            *[
                batch_shape(serialized, Shape(each))
                for each in self.context_dense_shapes
            ],
            *[shape for part in lists for shape in part],
            *[batch_shape(serialized, each) for each in steps],
        ]

    def _parsed(
        self, serialized: Any, debug_name: Any, keys: Any, may_miss: Any, defaults: Any
    ) -> tuple[Any, ...]:
        modern: Any = ParseSequenceExampleV2((), self._modern())
        context_sparse, context_dense, list_sparse, list_dense = map(_texts, keys)
        missing = set(_texts(may_miss).tolist())
        allowed = np.array([key in missing for key in list_dense.tolist()], bool)
        found: tuple[Any, ...] = modern.compute(
            serialized,
            debug_name,
            context_sparse,
            context_dense,
            _NO_TEXTS,
            list_sparse,
            list_dense,
            _NO_TEXTS,
            allowed,
            defaults,
        )
        return found


def _texts(keys: Any) -> Any:
    """Keys, given as attributes or as a tensor for each, as one array."""
    found = np.empty(len(keys), object)
    found[:] = [np.ravel(np.asarray(each, object))[0] for each in keys]
    return found


class ParseSequenceExample(
    _EarlierParsing,
    signature=f"""
        ParseSequenceExample(serialized: string, debug_name: string,
            context_dense_defaults: list(Tcontext_dense))
        -> (context_sparse_indices: Ncontext_sparse*int64,
            context_sparse_values: list(context_sparse_types),
            context_sparse_shapes: Ncontext_sparse*int64,
            context_dense_values: list(Tcontext_dense),
            feature_list_sparse_indices: Nfeature_list_sparse*int64,
            feature_list_sparse_values: list(feature_list_sparse_types),
            feature_list_sparse_shapes: Nfeature_list_sparse*int64,
            feature_list_dense_values: list(feature_list_dense_types),
            feature_list_dense_lengths: Nfeature_list_dense*int64)
        | feature_list_dense_missing_assumed_empty: list(string) >= 0;
          context_sparse_keys: list(string) >= 0; context_dense_keys: list(string) >= 0;
          feature_list_sparse_keys: list(string) >= 0;
          feature_list_dense_keys: list(string) >= 0;
          Ncontext_sparse: int >= 0 = 0; Ncontext_dense: int >= 0 = 0;
          Nfeature_list_sparse: int >= 0 = 0; Nfeature_list_dense: int >= 0 = 0;
          context_sparse_types: {_TYPES} = []; Tcontext_dense: {_TYPES} = [];
          feature_list_dense_types: {_TYPES} = [];
          context_dense_shapes: list(shape) >= 0 = [];
          feature_list_sparse_types: {_TYPES} = [];
          feature_list_dense_shapes: list(shape) >= 0 = []
    """,
):
    """The features of a vector of `SequenceExample` messages; keys are attributes."""

    def infer_shape(self) -> list[Shape]:
        return [*self._shapes(), *[self.serialized.shape] * self.Nfeature_list_dense]

    def compute(
        self, serialized: Any, debug_name: Any, context_dense_defaults: Any
    ) -> Any:
        keys = (
            self.context_sparse_keys,
            self.context_dense_keys,
            self.feature_list_sparse_keys,
            self.feature_list_dense_keys,
        )
        may_miss = self.feature_list_dense_missing_assumed_empty
        return self._parsed(
            serialized, debug_name, keys, may_miss, context_dense_defaults
        )


class ParseSingleSequenceExample(
    _EarlierParsing,
    signature=f"""
        ParseSingleSequenceExample(serialized: string,
            feature_list_dense_missing_assumed_empty: string,
            context_sparse_keys: Ncontext_sparse*string,
            context_dense_keys: Ncontext_dense*string,
            feature_list_sparse_keys: Nfeature_list_sparse*string,
            feature_list_dense_keys: Nfeature_list_dense*string,
            context_dense_defaults: list(Tcontext_dense), debug_name: string)
        -> (context_sparse_indices: Ncontext_sparse*int64,
            context_sparse_values: list(context_sparse_types),
            context_sparse_shapes: Ncontext_sparse*int64,
            context_dense_values: list(Tcontext_dense),
            feature_list_sparse_indices: Nfeature_list_sparse*int64,
            feature_list_sparse_values: list(feature_list_sparse_types),
            feature_list_sparse_shapes: Nfeature_list_sparse*int64,
            feature_list_dense_values: list(feature_list_dense_types))
        | Ncontext_sparse: int >= 0 = 0; Ncontext_dense: int >= 0 = 0;
          Nfeature_list_sparse: int >= 0 = 0; Nfeature_list_dense: int >= 0 = 0;
          context_sparse_types: {_TYPES} = []; Tcontext_dense: {_TYPES} = [];
          feature_list_dense_types: {_TYPES} = [];
          context_dense_shapes: list(shape) >= 0 = [];
          feature_list_sparse_types: {_TYPES} = [];
          feature_list_dense_shapes: list(shape) >= 0 = []
    """,
):
    """The features of one `SequenceExample` message; keys are tensors."""

    def infer_shape(self) -> list[Shape]:
        return self._shapes()

    def compute(
        self,
        serialized: Any,
        feature_list_dense_missing_assumed_empty: Any,
        context_sparse_keys: Any,
        context_dense_keys: Any,
        feature_list_sparse_keys: Any,
        feature_list_dense_keys: Any,
        context_dense_defaults: Any,
        debug_name: Any,
    ) -> Any:
        keys = (
            context_sparse_keys,
            context_dense_keys,
            feature_list_sparse_keys,
            feature_list_dense_keys,
        )
        may_miss = feature_list_dense_missing_assumed_empty
        found = self._parsed(
            serialized, debug_name, keys, may_miss, context_dense_defaults
        )
        return found[: len(found) - self.Nfeature_list_dense]
