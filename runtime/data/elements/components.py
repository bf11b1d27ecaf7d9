"""Conversion of element values to component tensors and back, by spec."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir import dtypes
from graphir.attachments import Attached
from graphir.dtypes import DType
from graphir.shapes import SCALAR, Shape
from runtime.apply import apply_op
from runtime.data.elements.specs import DatasetSpec, NoneTensorSpec, OptionalSpec
from runtime.extension_types.batching import encoder_of
from runtime.extension_types.composition import Composition
from runtime.extension_types.extension_type_spec import ExtensionTypeSpec
from runtime.ragged.ragged_tensor import RaggedTensor
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.type_spec import tail_of

SPECS = (
    TensorSpec,
    RaggedTensorSpec,
    SparseTensorSpec,
    DatasetSpec,
    OptionalSpec,
    NoneTensorSpec,
    ExtensionTypeSpec,
)
"""The specs that elements are made of."""

Component = tuple[DType, Shape]


def components_of(spec: Any) -> list[Component]:
    """Dtype and shape of each component of a value of the spec.

    Raises:
      TypeError: for a spec of values that datasets do not hold.
    """
    if isinstance(spec, TensorSpec):
        return [(spec.dtype, spec.shape)]
    if isinstance(spec, SparseTensorSpec):
        return [(dtypes.variant, Shape([3]))]
    if isinstance(spec, NoneTensorSpec):
        return []
    if isinstance(spec, DatasetSpec):
        return [(dtypes.variant, spec._dataset_shape)]
    if isinstance(spec, (RaggedTensorSpec, OptionalSpec)):
        return [(dtypes.variant, SCALAR)]
    if isinstance(spec, ExtensionTypeSpec):
        return [one for each in _encoding_specs(spec) for one in components_of(each)]
    raise TypeError(f"Elements of datasets do not hold values of {spec!r}.")


def to_components(spec: Any, value: Any, rows: bool = False) -> list[Any]:
    """The tensors of a value; with ``rows``, tensors whose slices are its rows."""
    if isinstance(spec, TensorSpec):
        return [value]
    if isinstance(spec, NoneTensorSpec):
        return []
    if isinstance(spec, ExtensionTypeSpec):
        pairs = zip(_encoding_specs(spec), _encoded(spec, value, int(rows)))
        return [one for pair in pairs for one in to_components(*pair, rows)]
    if isinstance(spec, RaggedTensorSpec):
        if isinstance(value, RaggedTensor):
            inputs = [list(value.nested_row_splits), value.flat_values]
        else:
            inputs = [[], value]
        attrs = {"batched_input": rows, "Tsplits": spec.row_splits_dtype}
        return [apply_op("RaggedTensorToVariant", inputs, attrs)]
    if isinstance(spec, SparseTensorSpec):
        op = "SerializeManySparse" if rows else "SerializeSparse"
        return [apply_op(op, value.components(), {"out_type": dtypes.variant})]
    return [value.variant]


def from_components(spec: Any, tensors: Sequence[Any]) -> Any:
    """The value of a spec that these tensors are."""
    if isinstance(spec, TensorSpec):
        return tensors[0]
    if isinstance(spec, NoneTensorSpec):
        return None
    if isinstance(spec, ExtensionTypeSpec):
        return _extension_type(spec, tensors)
    if isinstance(spec, RaggedTensorSpec):
        return _ragged(spec, tensors[0])
    if isinstance(spec, SparseTensorSpec):
        attrs = {"dtype": spec.dtype, "Tserialized": dtypes.variant}
        parts = apply_op("DeserializeSparse", [tensors[0]], attrs)
        rank = spec.shape.rank
        if rank is not None:
            parts[0].set_shape([None, rank])
            parts[2].set_shape([rank])
        return spec.with_components(parts)
    return _VALUE_OF_VARIANT(spec, tensors[0])


def _encoding_specs(spec: Any) -> list[Any]:
    """The specs of the tensors that stand for a value of an extension type."""
    encoder = encoder_of(spec)
    parts = Composition.components if encoder is None else encoder.encoding_specs
    return list(parts(spec))


def _encoded(spec: Any, value: Any, minimum_rank: int) -> list[Any]:
    encoder = encoder_of(spec)
    if encoder is None:
        return Composition.components(value)
    return list(encoder.encode(spec, value, minimum_rank))


def _extension_type(spec: Any, tensors: Sequence[Any]) -> Any:
    remaining = iter(tensors)
    parts = [
        from_components(each, [next(remaining) for _ in components_of(each)])
        for each in _encoding_specs(spec)
    ]
    encoder = encoder_of(spec)
    if encoder is None:
        return Composition.with_components(spec, parts)
    return encoder.decode(spec, parts)


def _ragged(spec: RaggedTensorSpec, variant: Any) -> Any:
    attrs = {
        "input_ragged_rank": max(spec.ragged_rank - (variant.shape.rank or 0), -1),
        "output_ragged_rank": max(spec.ragged_rank, 0),
        "Tvalues": spec.dtype,
        "Tsplits": spec.row_splits_dtype,
    }
    splits, flat = apply_op("RaggedTensorFromVariant", [variant], attrs)
    rank = spec.shape.rank
    if spec.ragged_rank <= 0:
        flat.set_shape(spec.shape)
        return flat
    if rank is not None:
        flat.set_shape([None, *spec.shape[spec.ragged_rank + 1 :]])
        if spec.shape[0] is not None:
            splits[0].set_shape([spec.shape[0] + 1])
    return spec.with_components([flat, *splits])


_VALUE_OF_VARIANT: Attached[Any] = Attached("dataset or optional of its variant")


def batched(spec: Any, size: int | None) -> Any:
    """The spec of ``size`` values stacked, None for any number."""
    if isinstance(spec, TensorSpec):
        return TensorSpec(Shape([size]).concatenate(spec.shape), spec.dtype)
    if isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec._batch(size)
    if isinstance(spec, DatasetSpec):
        return DatasetSpec(spec.element_spec, [size, *spec._dataset_shape])
    if isinstance(spec, NoneTensorSpec):
        return spec
    if isinstance(spec, ExtensionTypeSpec) and encoder_of(spec) is not None:
        return encoder_of(spec).batch(spec, size)
    raise NotImplementedError(f"Values of {spec!r} cannot be batched.")


def row_of(spec: Any) -> Any:
    """The spec of the slices along the first axis.

    Raises:
      ValueError: for scalars.
    """
    if isinstance(spec, TensorSpec):
        return TensorSpec(tail_of(spec.shape), spec.dtype)
    if isinstance(spec, (SparseTensorSpec, RaggedTensorSpec)):
        return spec._unbatch()
    if isinstance(spec, DatasetSpec):
        return DatasetSpec(spec.element_spec, tail_of(spec._dataset_shape))
    if isinstance(spec, NoneTensorSpec):
        return spec
    if isinstance(spec, ExtensionTypeSpec) and encoder_of(spec) is not None:
        return encoder_of(spec).unbatch(spec)
    raise ValueError(f"Values of {spec!r} have no rows.")
