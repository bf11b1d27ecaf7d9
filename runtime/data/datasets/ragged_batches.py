"""Batching of elements into ragged tensors, and the inverse."""

from __future__ import annotations

from typing import Any

from runtime.data.datasets.base import dataset_of
from runtime.data.elements.components import to_components
from runtime.data.elements.structures import flatten, map_leaves, pack_leaves
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec


def as_ragged_rows(dataset: Any, row_splits_dtype: Any) -> Any:
    """The dataset, whose tensors of unknown sizes are ragged tensors of rank one less.

    Tensors of unknown rank stay as they are.
    """

    def spec_of(leaf: Any) -> Any:
        if isinstance(leaf, RaggedTensorSpec) or not _is_tensor_of_unknown_sizes(leaf):
            return leaf
        inner = leaf.shape.rank - 1
        unknown = [axis for axis, size in enumerate(leaf.shape) if size is None]
        rank = max(unknown[-1], 0)
        return RaggedTensorSpec(
            leaf.shape, leaf.dtype, min(rank, inner), row_splits_dtype
        )

    spec = map_leaves(spec_of, dataset.element_spec)
    if not any(map(_is_tensor_of_unknown_sizes, flatten(dataset.element_spec))):
        return dataset
    specs = flatten(spec)

    def convert(*parts: Any) -> Any:
        element = parts if type(dataset.element_spec) is tuple else parts[0]
        # the components: of a ragged tensor its variant
        leaves = [
            to_components(each, _ragged(value, each))[0]
            if isinstance(each, RaggedTensorSpec)
            else value
            for value, each in zip(flatten(element), specs)
        ]
        return pack_leaves(spec, leaves)

    made = dataset.map(convert)
    return dataset_of(spec, made.variant, type(made).__name__)


def _is_tensor_of_unknown_sizes(spec: Any) -> bool:
    if isinstance(spec, RaggedTensorSpec):
        has_tensors = spec.ragged_rank <= 0
    else:
        has_tensors = isinstance(spec, TensorSpec)
    if not has_tensors or spec.shape.rank is None:
        return False
    return not spec.shape.is_fully_defined()


def _ragged(value: Any, spec: RaggedTensorSpec) -> Any:
    if isinstance(value, RaggedTensor) or spec.ragged_rank <= 0:
        return value
    return RaggedTensor.from_tensor(
        value, ragged_rank=spec.ragged_rank, row_splits_dtype=spec.row_splits_dtype
    )


def as_rows(dataset: Any) -> Any:
    """The dataset, whose ragged and sparse tensors are vectors of a variant a row."""
    leaves = flatten(dataset.element_spec)
    kinds = (RaggedTensorSpec, SparseTensorSpec)
    if not any(isinstance(leaf, kinds) for leaf in leaves):
        return dataset
    spec = dataset.element_spec

    def convert(*parts: Any) -> Any:
        element = parts if type(spec) is tuple else parts[0]
        return pack_leaves(
            spec,
            [_rows(value, leaf) for value, leaf in zip(flatten(element), leaves)],
        )

    return dataset.map(convert)


def _rows(value: Any, spec: Any) -> Any:
    if not isinstance(spec, (RaggedTensorSpec, SparseTensorSpec)):
        return value
    (tensor,) = to_components(spec, value, rows=True)
    return tensor
