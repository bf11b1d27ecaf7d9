"""Nested structures in SavedModels: lists, dicts, specs and values as messages."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from graphir.attachments import Attached
from graphir.dtypes import DType
from graphir.errors import InvalidArgumentError
from graphir.shapes import Shape
from graphir.wire import messages
from graphir.wire.shapes import dtype_of, fill_shape_proto, from_shape_proto
from graphir.wire.tensors import from_tensor_proto
from runtime.extension_types.extension_type_spec import ExtensionTypeSpec, restored
from runtime.extension_types.type_spec_registry import NAMED, NAMES
from runtime.ragged.ragged_tensor_spec import RaggedTensorSpec
from runtime.signatures.trace_types import TensorSpec, VariableSpec
from runtime.sparse.sparse_tensor_spec import SparseTensorSpec
from runtime.tensor_arrays.tensor_array_spec import TensorArraySpec
from runtime.tensors.indexed_slices import IndexedSlicesSpec
from runtime.tensors.structure import children, flatten, rebuild

_MOST_NESTED: Final = 90
"""Protobuf reads no more levels than 100."""


class SavedVariableSpec(VariableSpec):
    """A variable among the arguments of a saved function: any of that kind fits."""

    __slots__ = ("alias_id",)

    def __init__(self, shape: Any, dtype: Any, trainable: bool, alias_id: Any) -> None:
        self.shape, self.dtype = shape, dtype
        self.trainable, self.alias_id = trainable, alias_id
        self._hash = hash((shape, dtype))

    def __tf_tracing_type__(self, context: Any) -> SavedVariableSpec:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SavedVariableSpec):
            return False
        return self.shape == other.shape and self.dtype is other.dtype

    def __hash__(self) -> int:
        return self._hash


_EXTENSION: Final = "EXTENSION_TYPE_SPEC"
_SPECS: Final[dict[str, Callable[..., Any]]] = {
    "SPARSE_TENSOR_SPEC": SparseTensorSpec,
    "INDEXED_SLICES_SPEC": IndexedSlicesSpec,
    "RAGGED_TENSOR_SPEC": RaggedTensorSpec,
    "TENSOR_ARRAY_SPEC": TensorArraySpec,
    "VARIABLE_SPEC": SavedVariableSpec,
    # training steps of Keras 2 take iterators
    "DATA_DATASET_SPEC": Attached("spec of datasets"),
    "DATA_ITERATOR_SPEC": Attached("spec of iterators"),
    "OPTIONAL_SPEC": Attached("spec of optionals"),
}


def read_structure(message: Any, depth: int = 0) -> Any:
    """The structure that a message describes: containers, specs, Python values.

    Raises:
      InvalidArgumentError: for a kind that is not known.
    """
    kind = message.WhichOneof("kind")
    if kind not in _READERS or depth > _MOST_NESTED:
        raise InvalidArgumentError(
            None, None, f"A SavedModel has a structure of unknown kind {kind!r}."
        )
    return _READERS[kind](getattr(message, kind), depth + 1)


def _read_dict(message: Any, depth: int) -> dict[str, Any]:
    return {k: read_structure(v, depth) for k, v in sorted(message.fields.items())}


def _read_list(message: Any, depth: int) -> list[Any]:
    return [read_structure(each, depth) for each in message.values]


def _read_named_tuple(message: Any, depth: int) -> Any:
    names = [pair.key for pair in message.values]
    values = [read_structure(pair.value, depth) for pair in message.values]
    # the class of the program is not known; one of the same name and fields is
    if not message.name.isidentifier():
        raise InvalidArgumentError(None, None, f"{message.name!r} is no class name.")
    return _named_tuple(message.name, tuple(names))(*values)


@lru_cache(maxsize=256)
def _named_tuple(name: str, fields: tuple[str, ...]) -> Any:
    """A class; every function of a model has its parameters in one of them."""
    return namedtuple(name, fields, rename=True)


def _read_type_spec(message: Any, depth: int) -> Any:
    name = messages.enum("TypeSpecProto.TypeSpecClass").Name(message.type_spec_class)
    make = _SPECS.get(name)
    if name == _EXTENSION:
        make = _maker_of(message.type_spec_class_name)
    if make is None:
        raise InvalidArgumentError(
            None,
            None,
            f"A SavedModel has a value of type {message.type_spec_class_name!r}, "
            "which is not known here: define the extension type, with its "
            "`__name__`, before you load the model.",
        )
    state = read_structure(message.type_state, depth)
    try:
        return make(*state)
    except (TypeError, ValueError) as error:
        raise InvalidArgumentError(
            None, None, f"A SavedModel has a {name} that cannot be: {error}"
        ) from error


def _maker_of(name: str) -> Callable[..., Any] | None:
    """A function that makes specs of a program's extension type of fields."""
    kind = NAMED.get(name)
    if kind is None or not issubclass(kind, ExtensionTypeSpec):
        return None
    return lambda *fields: restored(kind, fields)


def _read_tensor_spec(message: Any, depth: int) -> TensorSpec:
    return TensorSpec(
        from_shape_proto(message.shape), dtype_of(message.dtype), message.name or None
    )


def _read_array(message: Any, depth: int) -> Any:
    return from_tensor_proto(message).array


_READERS: Final[dict[str | None, Callable[[Any, int], Any]]] = {
    "none_value": lambda message, depth: None,
    "float64_value": lambda message, depth: message,
    "int64_value": lambda message, depth: message,
    "string_value": lambda message, depth: message,
    "bool_value": lambda message, depth: message,
    "tensor_shape_value": lambda message, depth: from_shape_proto(message),
    "tensor_dtype_value": lambda message, depth: dtype_of(message),
    "tensor_spec_value": _read_tensor_spec,
    "bounded_tensor_spec_value": _read_tensor_spec,
    "type_spec_value": _read_type_spec,
    "list_value": _read_list,
    "tuple_value": lambda message, depth: tuple(_read_list(message, depth)),
    "dict_value": _read_dict,
    "named_tuple_value": _read_named_tuple,
    "tensor_value": _read_array,
    "numpy_value": _read_array,
}


# --- writing


def written_structure(value: Any) -> Any:
    """The message of a structure.

    Raises:
      NotImplementedError: for a value that has no message.
    """
    message = messages.get("StructuredValue")()
    _fill(message, value)
    return message


def _fill(message: Any, value: Any) -> None:
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            write(message, value)
            return
    raise NotImplementedError(
        f"No encoder for object {value!r} of type {type(value)}: a function in a "
        "SavedModel takes tensors, numbers, text, and lists, tuples and dicts of them."
    )


def _write_tuple(message: Any, value: Any) -> None:
    if hasattr(value, "_fields"):
        part = message.named_tuple_value
        part.name = type(value).__name__
        for name, each in zip(value._fields, value):
            pair = part.values.add(key=name)
            _fill(pair.value, each)
        return
    message.tuple_value.SetInParent()
    for each in value:
        _fill(message.tuple_value.values.add(), each)


def _write_list(message: Any, value: Any) -> None:
    message.list_value.SetInParent()
    for each in value:
        _fill(message.list_value.values.add(), each)


def _write_dict(message: Any, value: Mapping[Any, Any]) -> None:
    message.dict_value.SetInParent()
    for key, each in value.items():
        if not isinstance(key, str):
            raise NotImplementedError(f"A dict with the key {key!r} cannot be saved.")
        _fill(message.dict_value.fields[key], each)


def _write_tensor_spec(message: Any, value: TensorSpec) -> None:
    part = message.tensor_spec_value
    part.name = value.name or ""
    fill_shape_proto(part.shape, value.shape)
    part.dtype = value.dtype.number


def _write_type_spec(message: Any, value: Any) -> None:
    name, state, count = _state_of(value)
    part = message.type_spec_value
    part.type_spec_class = messages.enum("TypeSpecProto.TypeSpecClass").Value(name)
    part.type_spec_class_name = type(value).__name__.removeprefix("Saved")
    part.num_flat_components = count
    _write_tuple(part.type_state, state)


def _write_extension(message: Any, value: ExtensionTypeSpec) -> None:
    name = NAMES.get(type(value))
    if name is None:
        raise ValueError(
            f"No encoder for object {value!r} of type {type(value)}: give the "
            "extension type a name for files, as in `__name__ = 'my_project.Name'` "
            "among its fields."
        )
    part = message.type_spec_value
    part.type_spec_class = messages.enum("TypeSpecProto.TypeSpecClass").Value(
        _EXTENSION
    )
    part.type_spec_class_name = name
    part.num_flat_components = len(flatten(value))
    _write_tuple(part.type_state, value._serialize())


def _state_of(value: Any) -> tuple[str, tuple[Any, ...], int]:
    if isinstance(value, RaggedTensorSpec):
        state = (value.shape, value.dtype, value.ragged_rank, value.row_splits_dtype)
        return "RAGGED_TENSOR_SPEC", state, 1 + value.ragged_rank
    if isinstance(value, SparseTensorSpec):
        return "SPARSE_TENSOR_SPEC", (value.shape, value.dtype), 3
    if isinstance(value, IndexedSlicesSpec):
        parts = tuple(value._parts)
        return "INDEXED_SLICES_SPEC", parts, 2 + (parts[3] is not None)
    if isinstance(value, VariableSpec):
        return "VARIABLE_SPEC", (value.shape, value.dtype, value.trainable, 0), 1
    state = value._shape, value._dtype, value._dynamic_size, value._infer_shape
    return "TENSOR_ARRAY_SPEC", state, 1


def _write_shape(message: Any, value: Shape) -> None:
    message.tensor_shape_value.SetInParent()
    fill_shape_proto(message.tensor_shape_value, value)


def _setter(name: str) -> Callable[[Any, Any], None]:
    return lambda message, value: setattr(message, name, value)


_WRITERS: Final[tuple[tuple[Any, Callable[[Any, Any], None]], ...]] = (
    (type(None), lambda message, value: message.none_value.SetInParent()),
    (bool, _setter("bool_value")),
    (int, _setter("int64_value")),
    (float, _setter("float64_value")),
    (str, _setter("string_value")),
    (bytes, lambda message, value: setattr(message, "string_value", value.decode())),
    (Shape, _write_shape),
    (
        DType,
        lambda message, value: setattr(message, "tensor_dtype_value", value.number),
    ),
    (TensorSpec, _write_tensor_spec),
    (ExtensionTypeSpec, _write_extension),
    (
        (
            *(RaggedTensorSpec, SparseTensorSpec, IndexedSlicesSpec, TensorArraySpec),
            VariableSpec,
        ),
        _write_type_spec,
    ),
    (tuple, _write_tuple),
    (list, _write_list),
    (Mapping, _write_dict),
)


# --- specs and tensors


def packed_specs(structure: Any, tensors: Iterator[Any]) -> Any:
    """The structure with tensors in the place of its specs, in flattening order.

    Raises:
      InvalidArgumentError: for a tensor that cannot have the shape of its spec.
    """
    if isinstance(structure, TensorSpec):
        tensor = next(tensors)
        if not tensor.shape.is_compatible_with(structure.shape):
            raise InvalidArgumentError(
                None,
                None,
                f"A result of shape {tensor.shape} is said to be {structure.shape}.",
            )
        # calls inside of the function may have told no shape
        tensor.set_shape(structure.shape)
        return tensor
    if isinstance(structure, ExtensionTypeSpec):
        found = [packed_specs(each, tensors) for each in structure._component_specs]
        return structure._from_components(found)
    if hasattr(type(structure), "with_components"):
        parts = [next(tensors) for _ in structure.components()]
        return structure.with_components(parts)
    if isinstance(structure, (list, tuple, Mapping)):
        parts = [packed_specs(each, tensors) for each in children(structure)]
        return rebuild(structure, parts)
    return structure


__all__ = ["SavedVariableSpec", "packed_specs", "read_structure", "written_structure"]
