"""Where the tensors of a signature are in a graph: ``TensorInfo`` messages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.dtypes import as_dtype
from graphir.errors import DataLossError
from graphir.wire import messages
from graphir.wire.shapes import fill_shape_proto, from_shape_proto
from runtime.saved_model.structures import read_structure, written_structure
from runtime.signatures.trace_types import TensorSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensors.structure import is_composite

_SPARSE_PARTS = ("indices", "values", "dense_shape")


def fill_info(message: Any, value: Any, tensors: Sequence[Any]) -> None:
    """Writes where a value is: a tensor, or the parts of a composite one."""
    if not is_composite(value):
        _fill_dense(message, tensors[0])
    elif isinstance(value, SparseTensor):
        for part, tensor in zip(_SPARSE_PARTS, tensors):
            setattr(message.coo_sparse, f"{part}_tensor_name", tensor.name)
        message.dtype = value.dtype.number
        fill_shape_proto(message.tensor_shape, value.shape)
    else:
        part = message.composite_tensor
        part.type_spec.CopyFrom(written_structure(value._type_spec).type_spec_value)
        for each in tensors:
            _fill_dense(part.components.add(), each)


def _fill_dense(message: Any, tensor: Any) -> None:
    message.name = tensor.name
    message.dtype = tensor.dtype.number
    fill_shape_proto(message.tensor_shape, tensor.shape)


def spec_of_info(info: Any) -> Any:
    """The spec of a value, without a name.

    Raises:
      InvalidArgumentError: for a composite tensor of a kind that is not known.
      TypeError: for a damaged dtype.
    """
    kind = info.WhichOneof("encoding")
    if kind == "composite_tensor":
        message = messages.get("StructuredValue")()
        message.type_spec_value.CopyFrom(info.composite_tensor.type_spec)
        return read_structure(message)
    shape, dtype = from_shape_proto(info.tensor_shape), as_dtype(info.dtype)
    if kind == "coo_sparse":
        return SparseTensorSpec(shape, dtype)
    return TensorSpec(shape, dtype)


def names_in(info: Any) -> list[str]:
    """The names of the tensors that a value is made of.

    Raises:
      DataLossError: if one has none.
    """
    kind = info.WhichOneof("encoding")
    if kind == "coo_sparse":
        sparse = info.coo_sparse
        found = [getattr(sparse, f"{part}_tensor_name") for part in _SPARSE_PARTS]
    elif kind == "composite_tensor":
        found = [each.name for each in info.composite_tensor.components]
    else:
        found = [info.name]
    if not all(found):
        raise DataLossError(None, None, "a signature names no tensor.")
    return found


def input_parts(key: str, info: Any) -> list[tuple[str, str, TensorSpec]]:
    """The inputs that a value of a signature is passed as: argument, tensor, spec."""
    names, spec = names_in(info), spec_of_info(info)
    if isinstance(spec, TensorSpec):
        return [(key, names[0], TensorSpec(spec.shape, spec.dtype, key))]
    if isinstance(spec, SparseTensorSpec):
        keys = [f"{key}_{part}" for part in _SPARSE_PARTS]
    else:
        keys = [f"{key}_component_{number}" for number in range(len(names))]
    return [
        (own, name, TensorSpec(part.shape, part.dtype, own))
        for own, name, part in zip(keys, names, spec.components())
    ]


__all__ = ["fill_info", "input_parts", "names_in", "spec_of_info"]
