"""Parsing of `Example` messages by the ops of earlier versions."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.strings.example_parsing import ParseExampleV2
from graphir.shapes import Shape


class ParseExample(
    Op,
    signature="""
        ParseExample(serialized: string, names: string, sparse_keys: Nsparse*string,
        dense_keys: Ndense*string, dense_defaults: list(Tdense))
        -> (sparse_indices: Nsparse*int64, sparse_values: list(sparse_types),
            sparse_shapes: Nsparse*int64, dense_values: list(Tdense))
        | Nsparse: int >= 0; Ndense: int >= 0;
          sparse_types: list(type) in [float,int64,string] >= 0;
          Tdense: list(type) in [float,int64,string] >= 0;
          dense_shapes: list(shape) >= 0
    """,
):
    """The features of a vector of `Example` messages, by keys of their own."""

    input_gradients = not_differentiable

    def _modern(self) -> dict[str, Any]:
        return {
            "Tdense": self.Tdense,
            "num_sparse": self.Nsparse,
            "sparse_types": self.sparse_types,
            "ragged_value_types": [],
            "ragged_split_types": [],
            "dense_shapes": self.dense_shapes,
        }

    def infer_shape(self) -> list[Shape]:
        batch = self.serialized.shape.with_rank(1)
        count = self.Nsparse
        dense = [batch.concatenate(Shape(each)) for each in self.dense_shapes]
        return [
            *[Shape([None, 2])] * count,
            *[Shape([None])] * count,
            *[Shape([2])] * count,
            *dense,
        ]

    def compute(
        self,
        serialized: Any,
        names: Any,
        sparse_keys: Any,
        dense_keys: Any,
        dense_defaults: Any,
    ) -> Any:
        call: Any = ParseExampleV2((), self._modern())
        keys = [
            np.array([np.ravel(each)[0] for each in group], object)
            for group in (sparse_keys, dense_keys)
        ]
        return call.compute(
            serialized, names, *keys, np.array([], object), dense_defaults
        )


class ParseSingleExample(
    Op,
    signature="""
        ParseSingleExample(serialized: string, dense_defaults: list(Tdense))
        -> (sparse_indices: num_sparse*int64, sparse_values: list(sparse_types),
            sparse_shapes: num_sparse*int64, dense_values: list(Tdense))
        | num_sparse: int >= 0; sparse_keys: list(string) >= 0;
          dense_keys: list(string) >= 0;
          sparse_types: list(type) in [float,int64,string] >= 0;
          Tdense: list(type) in [float,int64,string] >= 0;
          dense_shapes: list(shape) >= 0
    """,
):
    """The features of one `Example` message, by keys that are attributes."""

    input_gradients = not_differentiable

    def infer_shape(self) -> list[Shape]:
        count = self.num_sparse
        return [
            *[Shape([None, 1])] * count,
            *[Shape([None])] * count,
            *[Shape([1])] * count,
            *[Shape(each) for each in self.dense_shapes],
        ]

    def compute(self, serialized: Any, dense_defaults: Any) -> Any:
        attrs = {
            "Tdense": self.Tdense,
            "num_sparse": self.num_sparse,
            "sparse_types": self.sparse_types,
            "ragged_value_types": [],
            "ragged_split_types": [],
            "dense_shapes": self.dense_shapes,
        }
        none = np.array([], object)
        keys = [
            np.array(list(each), object) for each in (self.sparse_keys, self.dense_keys)
        ]
        call: Any = ParseExampleV2((), attrs)
        return call.compute(serialized, none, *keys, none, dense_defaults)
